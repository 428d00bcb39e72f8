// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { scrolledPixels } from './use-wheel-zoom.ts';

it('a wheel is measured in pixels, whether the browser reports pixels, lines or pages', () => {
  const scrolled = (deltaMode: number): number =>
    scrolledPixels(new WheelEvent('wheel', { deltaY: -3, deltaMode }), 800);
  expect(scrolled(WheelEvent.DOM_DELTA_PIXEL)).toBe(-3);
  expect(scrolled(WheelEvent.DOM_DELTA_LINE)).toBe(-60);
  expect(scrolled(WheelEvent.DOM_DELTA_PAGE)).toBe(-2400);
});
