import type { Frame } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import type { Target } from '../marks/hit-test.ts';
import { MarkSprites } from '../marks/sprites.ts';
import { LabelRoom } from '../names/label-room.ts';
import { Letterer } from './lettering.ts';
import { isSamePosition, type OverlayContent } from './overlay-content.ts';
import { boxOfMark, paintMarks, placeMarks } from './paint-marks.ts';
import { paintPlaces } from './paint-places.ts';
import { paintSelectedPoint, prepareSelectedPlace } from './paint-selected.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';

/**
 * Draws all that stands on the chart, and tells what of it can be pressed. Keep one for each palette, and for how many pixels
 * of the screen come to one of the page.
 */
export function overlayPainter(
  palette: Palette,
  pixelRatio: number,
): (context: DrawingContext, frame: Frame, content: OverlayContent) => readonly Target[] {
  const sprites = new MarkSprites(palette, pixelRatio);
  const letterer = new Letterer(palette);

  return (context, frame, { marks, places, selected, covered }) => {
    const room = new LabelRoom();
    for (const box of covered) room.take(box);
    const placed = placeMarks(context, frame, marks, selected, letterer);
    const paintPlace =
      selected?.kind === 'place'
        ? prepareSelectedPlace(context, frame, selected.place, palette, letterer, room, placed.map(boxOfMark))
        : undefined;
    // Marks take room before names do, and are drawn after them.
    const others = selected?.kind === 'place' ? places.filter(({ place }) => place.id !== selected.place.id) : places;
    const markTargets = paintMarks(context, placed, sprites, letterer, room);
    const placeTargets = paintPlaces(context, frame, others, palette, letterer, room);
    paintPlace?.();
    const isShown =
      selected?.kind === 'point' &&
      marks.some(({ spots, position }) => spots === 1 && isSamePosition(position, selected.position));
    if (selected?.kind === 'point' && !isShown) paintSelectedPoint(context, frame, selected, palette, sprites);
    return [...placeTargets, ...markTargets];
  };
}
