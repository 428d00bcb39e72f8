import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { heightOfStop, nextStop, sheetStops, stopAfterDrag, stopAfterKey } from './BottomSheet.tsx';

const size = { headInPixels: 120, availableInPixels: 700 };

describe('the stops of the bottom sheet', () => {
  it('are as high as the head, half of the available height and all of it', () => {
    expect(sheetStops.map((stop) => heightOfStop(stop, size))).toEqual([120, 350, 700]);
  });

  it('never decrease in height, whatever the available height', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.integer({ min: 1, max: 1200 }), (headInPixels, availableInPixels) => {
        const [peek = 0, half = 0, full = 0] = sheetStops.map((stop) =>
          heightOfStop(stop, { headInPixels, availableInPixels }),
        );
        expect(peek).toBeLessThanOrEqual(half);
        expect(half).toBeLessThanOrEqual(full);
        expect(full).toBe(availableInPixels);
      }),
    );
  });

  it('attract a slowly released sheet to the nearest stop', () => {
    expect(stopAfterDrag(200, 0, size)).toBe('peek');
    expect(stopAfterDrag(300, 0.1, size)).toBe('half');
    expect(stopAfterDrag(560, -0.1, size)).toBe('full');
  });

  it('let a flick move the sheet to the next stop in the direction of the flick', () => {
    expect(stopAfterDrag(140, 1, size)).toBe('half');
    expect(stopAfterDrag(400, 1, size)).toBe('full');
    expect(stopAfterDrag(690, -1, size)).toBe('half');
    expect(stopAfterDrag(340, -1, size)).toBe('peek');
  });

  it('do not let a flick move the sheet beyond the first or last stop', () => {
    expect(stopAfterDrag(700, 2, size)).toBe('full');
    expect(stopAfterDrag(120, -2, size)).toBe('peek');
  });

  it('let a strong flick carry the sheet past the next stop', () => {
    expect(stopAfterDrag(140, 2.5, size)).toBe('full');
    expect(stopAfterDrag(680, -2.5, size)).toBe('peek');
  });

  it('are one arrow key apart', () => {
    expect(sheetStops.map((stop) => stopAfterKey('ArrowUp', stop))).toEqual(['half', 'full', null]);
    expect(sheetStops.map((stop) => stopAfterKey('ArrowDown', stop))).toEqual([null, 'peek', 'half']);
    expect(stopAfterKey('a', 'half')).toBeNull();
  });

  it('can all be reached with the button alone', () => {
    const seen = new Set<string>();
    let stop: (typeof sheetStops)[number] = 'half';
    for (let press = 0; press < 3; press++) seen.add((stop = nextStop[stop].stop));
    expect([...seen].sort()).toEqual([...sheetStops].sort());
  });
});
