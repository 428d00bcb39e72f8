/** For each group, in the order in which groups first occur, the places of its items among all. */
export function groupPlaces<Item, Group>(items: Iterable<Item>, groupOf: (item: Item) => Group): Map<Group, number[]> {
  const groups = new Map<Group, number[]>();
  let place = 0;
  for (const item of items) {
    const group = groupOf(item);
    const places = groups.get(group);
    if (places) places.push(place);
    else groups.set(group, [place]);
    place++;
  }
  return groups;
}
