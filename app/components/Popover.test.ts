import fc from 'fast-check';
import { expect, it } from 'vitest';

import { popoverPosition } from './Popover.tsx';

it('covers its anchor if its content has no space on either side of it, but on the whole screen', () => {
  const phone = { width: 390, height: 844 };
  expect(popoverPosition({ left: 28, top: 440, bottom: 484 }, phone, 320, 560)).toMatchObject({
    side: 'bottom',
    offset: 8,
    maxHeight: 560,
  });
  expect(popoverPosition({ left: 28, top: 700, bottom: 744 }, phone, 320, 560)).toMatchObject({ offset: 148 });
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
