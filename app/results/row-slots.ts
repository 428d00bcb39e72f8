/** A row as a list shows it. `key` tells which it is, wherever it stands. */
interface Keyed {
  readonly key: string;
}

/** `slot` tells in which of the list's elements. */
export type Placed<Row extends Keyed> = Row & { readonly slot: number };

/**
 * In which element each row of a list is shown. A row stays in its element for as long as it is there, and one that comes
 * takes the element of one that goes: to change its texts is a fraction of the work of making another.
 */
export class RowSlots<Row extends Keyed> {
  #placed: readonly Placed<Row>[] = [];
  #made = 0;

  /**
   * The rows with their slots. The element of the row of the key `held`, which has the focus, is given to no other: the
   * focus would move to what nobody chose.
   */
  place(rows: readonly Row[], held: string | null): readonly Placed<Row>[] {
    const before = new Map(this.#placed.map(({ key, slot }) => [key, slot]));
    const staying = new Set(rows.map(({ key }) => key));
    const free = this.#placed.filter(({ key }) => !staying.has(key) && key !== held).map(({ slot }) => slot);
    let taken = 0;
    this.#placed = rows.map((row) => ({ ...row, slot: before.get(row.key) ?? free[taken++] ?? this.#made++ }));
    return this.#placed;
  }

  /** What was placed last: while a list is empty for a moment, as a radius is dragged through nothing, it keeps these. */
  get last(): readonly Placed<Row>[] {
    return this.#placed;
  }
}
