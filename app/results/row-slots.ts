/** A row as a list shows it. `key` tells which it is, wherever it stands. */
interface Keyed {
  readonly key: string;
}

/** `slot` tells in which of the list's elements. */
export type Placed<Row extends Keyed> = Row & { readonly slot: number };

/**
 * In which element each row of a list is shown. A row stays in its element for as long as it is there, and one that comes
 * takes the element of one that goes from the same place, between the same rows that stay: to change its texts is a
 * fraction of the work of making another. From elsewhere it would have to be moved, and all that stays with it.
 */
export class RowSlots<Row extends Keyed> {
  #placed: readonly Placed<Row>[] = [];
  #made = 0;

  /**
   * The rows with their slots. The element of the row of the key `held`, which has the focus, is given to no other: the
   * focus would move to what nobody chose.
   */
  place(rows: readonly Row[], held: string | null): readonly Placed<Row>[] {
    const slots = new Map(this.#placed.map(({ key, slot }) => [key, slot]));
    const staying = new Set(rows.map(({ key }) => key).filter((key) => slots.has(key)));
    /** By the row that stays before them. */
    const free = new Map<string | null, number[]>();
    let before: string | null = null;
    for (const { key, slot } of this.#placed) {
      if (staying.has(key)) before = key;
      else if (key !== held) free.set(before, [...(free.get(before) ?? []), slot]);
    }
    before = null;
    const placed: Placed<Row>[] = [];
    for (const row of rows) {
      const slot = slots.get(row.key);
      if (slot !== undefined) before = row.key;
      placed.push({ ...row, slot: slot ?? free.get(before)?.shift() ?? this.#made++ });
    }
    this.#placed = placed;
    return placed;
  }

  /** What was placed last: while a list is empty for a moment, as a radius is dragged through nothing, it keeps these. */
  get last(): readonly Placed<Row>[] {
    return this.#placed;
  }
}
