import { expect, it, vi } from 'vitest';

import type { PlaceName } from '../../engine/engine.ts';
import { type Frame, positionAt, type ScreenPoint } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';
import { type Box, LabelPlacement, overlap } from './label-placement.ts';
import { Letterer } from './lettering.ts';
import { OverlayDrawer, prepareSelectedPlace } from './paint-overlay.ts';
import { recordingContext, type Written } from './testing/recording-context.ts';

const request = {
  frame: { zoom: 3, worldSize: 2048, left: 0, top: 0, width: 300, height: 200, beyond: { x: 50, y: 30 } },
  size: { width: 300, height: 200, ratio: 1 },
  palette: {} as Palette,
  selected: null,
  marks: [],
  covered: [],
};
/** Draws nothing. */
const context = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true }) as DrawingContext;

it('ranks places when they change, not with every picture', () => {
  const places: PlaceName[] = [];
  const rank = vi.spyOn(places, 'map');
  const drawer = new OverlayDrawer();
  drawer.draw(context, { ...request, places });
  drawer.draw(context, { ...request, places });
  drawer.draw(context, request);
  expect(rank).toHaveBeenCalledTimes(1);
  const others: PlaceName[] = [];
  const rankOthers = vi.spyOn(others, 'map');
  drawer.draw(context, { ...request, places: others });
  expect(rankOthers).toHaveBeenCalledTimes(1);
});

/** A view of 400 by 300 px with 100 and 75 px drawn beyond it on each side. */
const frame: Frame = {
  zoom: 12,
  worldSize: 1_048_576,
  left: 861_000,
  top: 622_000,
  width: 600,
  height: 450,
  beyond: { x: 100, y: 75 },
};
const size = { width: 600, height: 450, ratio: 1 };
const palette = {} as Palette;

function placeAt(name: string, point: ScreenPoint, id: number): PlaceName {
  const inshore = positionAt(frame, point);
  return { id, name, featureType: 'Locality', town: 'Perth', inshore, offshore: inshore };
}

const boxOf = ({ text, x, y }: Written): Box => ({ left: x, top: y - 8, right: x + text.length * 8, bottom: y + 8 });

function namesWith(places: readonly PlaceName[], covered: readonly Box[]): readonly Written[] {
  const { context, written } = recordingContext();
  new OverlayDrawer().draw(context, { frame, size, palette, selected: null, covered, marks: [], places });
  return written;
}

function selectedWith(place: PlaceName, covered: readonly Box[], marks: readonly Box[]): Written | undefined {
  const { context, written } = recordingContext();
  const placement = new LabelPlacement();
  for (const box of covered) placement.take(box);
  prepareSelectedPlace(context, frame, place, palette, new Letterer(palette), placement, marks)();
  return written.find(({ text }) => text === place.name);
}

const fremantle = placeAt('Fremantle', { x: 300, y: 220 }, 1);

it('sets a name where the buttons of the map leave space for it', () => {
  const [free] = namesWith([fremantle], []);
  expect(free?.x).toBeGreaterThan(300);
  const button: Box = { left: 340, top: 200, right: 384, bottom: 244 };
  const [name] = namesWith([fremantle], [button]);
  expect(name?.text).toBe('Fremantle');
  expect(name && overlap(boxOf(name), button)).toBe(false);
});

it('leaves a name out that would be cut by the buttons of the map at any position', () => {
  const card: Box = { left: 210, top: 170, right: 390, bottom: 270 };
  expect(namesWith([fremantle], [card])).toEqual([]);
});

it('sets a principal town further off before it leaves it out', () => {
  const card: Box = { left: 210, top: 200, right: 390, bottom: 240 };
  const others = namesWith([fremantle], [card]);
  const [esperance] = namesWith([placeAt('Esperance', { x: 300, y: 220 }, 2)], [card]);
  expect(others).toEqual([]);
  expect(esperance?.text).toBe('Esperance');
  expect(esperance && overlap(boxOf(esperance), card)).toBe(false);
});

it('places the name of the selection clear of marks and buttons, or at least clear of the buttons', () => {
  const right: Box = { left: 320, top: 212, right: 380, bottom: 228 };
  const left: Box = { left: 220, top: 212, right: 280, bottom: 228 };
  const clear = selectedWith(fremantle, [right], [left]);
  expect(clear && [right, left].some((box) => overlap(box, boxOf(clear)))).toBe(false);

  const everywhere: Box = { left: 100, top: 100, right: 500, bottom: 400 };
  const offButtons = selectedWith(fremantle, [right], [everywhere]);
  expect(offButtons && overlap(right, boxOf(offButtons))).toBe(false);
});

it('names the selection even without any space', () => {
  const everywhere: Box = { left: 0, top: 0, right: 600, bottom: 450 };
  expect(selectedWith(fremantle, [everywhere], [])?.text).toBe('Fremantle');
});
