import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { heightOfStop, sheetStops, stopAfterDrag } from './BottomSheet.tsx';

const size = { headInPixels: 120, availableInPixels: 700 };

describe('the stops of the bottom sheet', () => {
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

  it('let a flick move the sheet to the next stop in the direction of the flick', () => {
    expect(stopAfterDrag(140, 1, size)).toBe('half');
    expect(stopAfterDrag(400, 1, size)).toBe('full');
    expect(stopAfterDrag(690, -1, size)).toBe('half');
    expect(stopAfterDrag(340, -1, size)).toBe('peek');
  });

  it('let a strong flick carry the sheet past the next stop', () => {
    expect(stopAfterDrag(140, 2.5, size)).toBe('full');
    expect(stopAfterDrag(680, -2.5, size)).toBe('peek');
  });
});
