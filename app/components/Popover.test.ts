import fc from 'fast-check';
import { expect, it } from 'vitest';

import { popoverPosition } from './Popover.tsx';

const screen = { width: 1440, height: 900 };

it('opens below its anchor, aligned with its left edge', () => {
  expect(popoverPosition({ left: 100, top: 60, bottom: 104 }, screen, 320)).toMatchObject({
    left: 100,
    width: 320,
    side: 'top',
    offset: 108,
  });
});

it('covers its anchor if its content has no space on either side of it, but on the whole screen', () => {
  const phone = { width: 390, height: 844 };
  expect(popoverPosition({ left: 28, top: 440, bottom: 484 }, phone, 320, 560)).toMatchObject({
    side: 'bottom',
    offset: 8,
    maxHeight: 560,
  });
  expect(popoverPosition({ left: 28, top: 700, bottom: 744 }, phone, 320, 560)).toMatchObject({ offset: 148 });
});

it('is as high as its content needs if that is known', () => {
  const phone = { width: 390, height: 844 };
  expect(popoverPosition({ left: 28, top: 700, bottom: 744 }, phone, 320, 600).maxHeight).toBe(600);
  const low = { width: 390, height: 500 };
  expect(popoverPosition({ left: 28, top: 400, bottom: 444 }, low, 320, 600).maxHeight).toBe(484);
});

it('never leaves the screen, and never covers its anchor', () => {
  const pixels = fc.integer({ min: 0, max: 2000 });
  fc.assert(
    fc.property(
      fc.integer({ min: 320, max: 2000 }),
      fc.integer({ min: 300, max: 2000 }),
      pixels,
      pixels,
      fc.integer({ min: 200, max: 800 }),
      (width, height, x, y, wanted) => {
        const top = y % (height - 44);
        const position = popoverPosition({ left: x % width, top, bottom: top + 44 }, { width, height }, wanted);
        expect(position.left).toBeGreaterThanOrEqual(8);
        expect(position.left + position.width).toBeLessThanOrEqual(width - 8);
        expect(position.offset + position.maxHeight).toBeLessThanOrEqual(height - 8);
        expect(position.offset).toBeGreaterThan(position.side === 'top' ? top + 44 : height - top);
      },
    ),
  );
});
