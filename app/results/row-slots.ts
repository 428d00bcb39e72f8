/**
 * Gives each row of a list the element it stands in. A row that stays keeps its own; new rows take over those of rows
 * that are gone, in their order: to change the texts of an element costs a third of making one, and while a radius is
 * dragged all rows may be others with every frame.
 */
export class RowSlots {
  /** By the names of the rows there are, in their order. */
  #slots: ReadonlyMap<string, number> = new Map<string, number>();
  #made = 0;
  #held: string | undefined;

  /**
   * The row that has the focus or is pressed: its element becomes no other row's. A press that began on one row must not
   * open another, nor the focus stand on something that nobody chose.
   */
  hold(name: string): void {
    this.#held = name;
  }

  /** The slots of rows by their names, which are all different. The same names get the same slots again. */
  assign(names: readonly string[]): ReadonlyMap<string, number> {
    const staying = new Set(names);
    const free = [...this.#slots]
      .filter(([name]) => !staying.has(name) && name !== this.#held)
      .map(([, slot]) => slot)
      .reverse();
    this.#slots = new Map(names.map((name) => [name, this.#slots.get(name) ?? free.pop() ?? this.#made++]));
    return this.#slots;
  }
}
