import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RowSlots } from './row-slots.ts';

const slotsOf = (slots: RowSlots, ...names: string[]): number[] => [...slots.assign(names).values()];

describe('the slots of rows', () => {
  it('stay with rows that stay, and pass in order from those that are gone to new ones', () => {
    const slots = new RowSlots();
    expect(slotsOf(slots, 'a', 'b', 'c')).toEqual([0, 1, 2]);
    expect(slotsOf(slots, 'x', 'b', 'y')).toEqual([0, 1, 2]);
    expect(slotsOf(slots, 'b', 'y', 'z')).toEqual([1, 2, 0]);
    expect(slotsOf(slots)).toEqual([]);
    expect(slotsOf(slots, 'a')).toEqual([3]);
  });

  it('of a row that is held become nobody else’s', () => {
    const slots = new RowSlots();
    slots.assign(['a', 'b', 'c']);
    slots.hold('b');
    expect(slotsOf(slots, 'x', 'y', 'z')).toEqual([0, 2, 3]);
  });

  it('are distinct, kept, no more than needed and never the held one’s, whatever lists follow each other', () => {
    const names = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 });
    const steps = fc.array(fc.record({ names, held: fc.option(fc.constantFrom(...'abcdefghij')) }), { maxLength: 12 });
    fc.assert(
      fc.property(steps, (lists) => {
        const slots = new RowSlots();
        let before: ReadonlyMap<string, number> = new Map<string, number>();
        let everMade = new Set<number>();
        let lastHeld: string | null = null;
        for (const list of lists) {
          lastHeld = list.held ?? lastHeld;
          if (list.held !== null) slots.hold(list.held);
          const now = slots.assign(list.names);
          expect(new Set(now.values()).size).toBe(list.names.length);
          expect([...now.keys()]).toEqual(list.names);
          for (const [name, slot] of before) if (now.has(name)) expect(now.get(name)).toBe(slot);
          const gone = [...before].filter(([name]) => !now.has(name));
          const heldSlot = gone.find(([name]) => name === lastHeld)?.[1];
          if (heldSlot !== undefined) expect([...now.values()]).not.toContain(heldSlot);
          const arrived = list.names.filter((name) => !before.has(name)).length;
          const free = gone.length - (heldSlot === undefined ? 0 : 1);
          const made = [...now.values()].filter((slot) => !everMade.has(slot)).length;
          expect(made).toBe(Math.max(0, arrived - free));
          everMade = new Set([...everMade, ...now.values()]);
          before = now;
        }
      }),
    );
  });
});
