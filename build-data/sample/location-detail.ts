import type { SeededRandom } from './seeded-random.ts';

const distances = ['About 20 metres', 'Roughly 50 m', 'Some 100 metres', 'Around 150 m', '200m', 'Half a kilometre'];
const directions = ['north', 'south', 'east', 'west', 'north west', 'south west', 'seaward', 'shoreward'];
const landmarks = [
  'the main car park',
  'the boat ramp',
  'the surf club',
  'the outer marker',
  'the groyne',
  'the reef edge',
  'the swimming area',
  'the river mouth',
  'the end of the jetty',
  'the rocks at the point',
  'the first set of stairs',
  'the moored boats',
  'the lookout',
  "the lifeguards' tower",
];
const beginnings = [
  'Off',
  'Just outside',
  'Near',
  'Level with',
  'Behind the waves at',
  'In front of',
  'Between the beach and',
];
const endings = [
  'heading north',
  'heading south along the shore',
  'swimming slowly',
  'in clear shallow water',
  'near a school of bait fish',
  'following a boat',
  'seen from the shore',
  'seen by a stand-up paddler',
  'moving out to sea',
  'beach closed for an hour',
  'bathers left the water',
  'lost sight of it after a minute',
];

/** A free text about the place of an event: mostly one line, a few with line feeds or doubled spaces. */
export function locationDetail(random: SeededRandom): string {
  const place = random.chance(0.5)
    ? `${random.pick(distances)} ${random.pick(directions)} of ${random.pick(landmarks)}`
    : `${random.pick(beginnings)} ${random.pick(landmarks)}`;
  if (random.chance(0.4)) return place;
  const ending = random.pick(endings);
  if (random.chance(0.018)) return `${place}\n${ending}${random.chance(0.5) ? '\n' : ''}`;
  if (random.chance(0.04)) return `${place}.  ${ending}`;
  if (random.chance(0.005)) return `"${place}" ${ending}`;
  return `${place}, ${ending}`;
}
