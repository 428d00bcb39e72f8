import type { Frame } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import type { Target } from '../marks/hit-test.ts';
import { MarkSprites } from '../marks/sprites.ts';
import { LabelPlacement } from '../names/label-placement.ts';
import { Letterer } from './lettering.ts';
import { isSamePosition, type OverlayContent } from './overlay-content.ts';
import { boxOfMark, paintMarks, placeMarks } from './paint-marks.ts';
import { paintPlaces } from './paint-places.ts';
import { paintSelectedPoint, prepareSelectedPlace } from './paint-selected.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';

/**
 * Draws marks, names and the selection, and returns the press targets. Keep one per palette and device pixel ratio.
 */
export function overlayPainter(
  palette: Palette,
  pixelRatio: number,
): (context: DrawingContext, frame: Frame, content: OverlayContent) => readonly Target[] {
  const sprites = new MarkSprites(palette, pixelRatio);
  const letterer = new Letterer(palette);

  return (context, frame, { marks, places, selected, covered }) => {
    const placement = new LabelPlacement();
    for (const box of covered) placement.take(box);
    const placed = placeMarks(context, frame, marks, selected, letterer);
    const paintPlace =
      selected?.kind === 'place'
        ? prepareSelectedPlace(context, frame, selected.place, palette, letterer, placement, placed.map(boxOfMark))
        : undefined;
    // Marks take their space before names do, and are drawn after them.
    const others = selected?.kind === 'place' ? places.filter(({ place }) => place.id !== selected.place.id) : places;
    const markTargets = paintMarks(context, placed, sprites, letterer, placement);
    const placeTargets = paintPlaces(context, frame, others, palette, letterer, placement);
    paintPlace?.();
    const isShown =
      selected?.kind === 'point' &&
      marks.some(({ locations, position }) => locations === 1 && isSamePosition(position, selected.position));
    if (selected?.kind === 'point' && !isShown) paintSelectedPoint(context, frame, selected, palette, sprites);
    return [...placeTargets, ...markTargets];
  };
}
