/**
 * In which element each row of a list is shown. A row stays in its element for as long as it is there, and one that comes
 * takes the element of one that goes: to change its texts is a fraction of the work of making another.
 */
export class RowSlots {
  #slots: ReadonlyMap<string, number> = new Map();
  #made = 0;

  /**
   * Slots for the rows of these keys, in their order. The element of the row `held`, which has the focus, is given to no
   * other: the focus would move to what nobody chose.
   */
  assign(keys: readonly string[], held: string | null): readonly number[] {
    const wanted = new Set(keys);
    const free: number[] = [];
    for (const [key, slot] of this.#slots) {
      if (!wanted.has(key) && key !== held) free.push(slot);
    }
    const slots = new Map<string, number>();
    let taken = 0;
    for (const key of keys) slots.set(key, this.#slots.get(key) ?? free[taken++] ?? this.#made++);
    this.#slots = slots;
    return keys.map((key) => slots.get(key) ?? 0);
  }
}
