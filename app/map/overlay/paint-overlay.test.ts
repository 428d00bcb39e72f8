import { expect, it, vi } from 'vitest';

import type { PlaceName } from '../../engine/engine.ts';
import type { Palette } from '../chart/palette.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';
import { OverlayDrawer } from './paint-overlay.ts';

const frame = { zoom: 3, worldSize: 2048, left: 0, top: 0, width: 300, height: 200, beyond: { x: 50, y: 30 } };
const order = {
  frame,
  size: { width: 300, height: 200, ratio: 1 },
  palette: {} as Palette,
  selected: null,
  marks: [],
  covered: [],
};
/** Draws nothing. */
const context = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true }) as DrawingContext;

it('puts names in order when others come, not with every picture', () => {
  const places: PlaceName[] = [];
  const rank = vi.spyOn(places, 'map');
  const drawer = new OverlayDrawer();
  drawer.draw(context, { ...order, places });
  drawer.draw(context, { ...order, places });
  drawer.draw(context, order);
  expect(rank).toHaveBeenCalledTimes(1);
  const others: PlaceName[] = [];
  const rankOthers = vi.spyOn(others, 'map');
  drawer.draw(context, { ...order, places: others });
  expect(rankOthers).toHaveBeenCalledTimes(1);
});
