import type { MapMark, PlaceName } from '../../engine/engine.ts';
import { type Frame, pointIn, type ScreenPoint, unwrapLongitude } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import type { DrawingContext, PictureSize } from '../chart/picture-canvas.ts';
import type { Target } from './hit-test.ts';
import { type Box, boxAround, LabelPlacement, overlap } from './label-placement.ts';
import { halfLineInPixels, Letterer, type Lettering } from './lettering.ts';
import { isSamePosition, type OverlayContent, rankPlaces, type Selected, type StyledPlace } from './overlay-content.ts';
import { boxOfMark, paintMarks, placeMarks } from './paint-marks.ts';
import { MarkSprites } from './sprites.ts';

/** The input for drawing marks and names, which can be sent to a worker. */
export interface OverlayRequest {
  readonly frame: Frame;
  readonly size: PictureSize;
  readonly palette: Palette;
  readonly selected: Selected | null;
  readonly covered: OverlayContent['covered'];
  /** Omitted if unchanged since the previous request, because they are many. */
  readonly marks?: readonly MapMark[];
  readonly places?: readonly PlaceName[];
}

/** Draws one request after another, and reuses fonts and sprites while they fit. */
export class OverlayDrawer {
  #marks: OverlayContent['marks'] = [];
  #places: OverlayContent['places'] = [];
  /** The unranked places, to detect changes: ranking takes longer than drawing. */
  #unranked: readonly PlaceName[] | undefined;
  #paint: ReturnType<typeof overlayPainter> | undefined;
  #style = '';

  /** Draws marks, names and the selection, and returns the press targets. */
  draw(context: DrawingContext, request: OverlayRequest): readonly Target[] {
    const { frame, size, palette, selected, covered, marks, places } = request;
    if (marks) this.#marks = marks;
    if (places && places !== this.#unranked) {
      this.#places = rankPlaces(places);
      this.#unranked = places;
    }
    const style = JSON.stringify([palette, size.ratio]);
    if (!this.#paint || style !== this.#style) this.#paint = overlayPainter(palette, size.ratio);
    this.#style = style;
    return this.#paint(context, frame, { marks: this.#marks, places: this.#places, selected, covered });
  }
}

/**
 * Draws marks, names and the selection, and returns the press targets. Keep one per palette and device pixel ratio.
 */
function overlayPainter(
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

const selectedScale = 1.4;
const ringInPixels = 9;
/** The name of the selection is always drawn, so it may also use lines further above and below. */
const furtherDrop = 16;

/** Draws a ring around a selected record within a group, since the group does not show which one is selected. */
function paintSelectedPoint(
  context: DrawingContext,
  frame: Frame,
  { position, mark }: Extract<Selected, { kind: 'point' }>,
  palette: Palette,
  sprites: MarkSprites,
): void {
  const { x, y } = pointIn(frame, position);
  if (mark) sprites.draw(context, mark, x, y, selectedScale, true);
  else ring(context, x, y, palette);
}

/**
 * Reserves the space of a selected place's name before everything else, and returns a function that draws it with its
 * two points at the end. The name avoids the marks if possible.
 */
export function prepareSelectedPlace(
  context: DrawingContext,
  frame: Frame,
  place: PlaceName,
  palette: Palette,
  letterer: Letterer,
  placement: LabelPlacement,
  marks: readonly Box[],
): () => void {
  const inshore = pointIn(frame, place.inshore);
  // The line between them takes the short way across the antimeridian.
  const offshore = pointIn(frame, unwrapLongitude(place.inshore, place.offshore));
  const name = letterer.nameFor(context, place.name, 'selected');
  const width = letterer.widthOf(context, name, 'selected');
  const reach = ringInPixels + 2;
  for (const point of [inshore, offshore]) placement.take(boxAround(point, reach, reach));
  const near = labelBoxes(inshore.x, inshore.y, width);
  const further = near.slice(0, 2).flatMap((box) => [-furtherDrop, furtherDrop].map((drop) => ({ ...box, drop })));
  const boxes = [...near, ...further].map((box) => {
    const away = box.left > inshore.x ? 6 : box.right < inshore.x ? -6 : 0;
    const drop = box.drop * 1.4;
    return {
      ...box,
      left: box.left + away,
      right: box.right + away,
      drop,
      top: inshore.y + drop - halfLineInPixels,
      bottom: inshore.y + drop + halfLineInPixels,
    };
  });
  const whole = boxes.filter((each) => !isOverFigures(each, frame) && !isCutOff(each, frame));
  const clear = whole.filter((each) => !marks.some((mark) => overlap(mark, each)));
  const box = placement.takeFirst([...clear, ...whole, ...boxes]) ?? boxes[0];
  const length = Math.hypot(offshore.x - inshore.x, offshore.y - inshore.y);

  return () => {
    if (!isSamePosition(place.inshore, place.offshore)) {
      context.beginPath();
      context.moveTo(inshore.x, inshore.y);
      context.lineTo(offshore.x, offshore.y);
      context.lineWidth = 4;
      context.strokeStyle = palette.paper;
      context.stroke();
      context.lineWidth = 1.5;
      context.setLineDash([6, 4]);
      context.strokeStyle = palette.ink;
      context.stroke();
      context.setLineDash([]);
      dot(context, offshore.x, offshore.y, palette);
    }
    ring(context, inshore.x, inshore.y, palette);
    dot(context, inshore.x, inshore.y, palette);
    if (box) letterer.onGround(context, name, box.left, inshore.y + box.drop + 0.5, 'selected');
    // Labels of the two points, once they are far enough apart.
    if (length < 56) return;
    const side = offshore.x < inshore.x ? -1 : 1;
    const write = (text: string, x: number, y: number, way: number): void => {
      const start = way < 0 ? x - 12 - letterer.widthOf(context, text, 'land') : x + 12;
      letterer.onGround(context, text, start, y, 'land');
    };
    write('offshore', offshore.x, offshore.y, side);
    if (box) {
      const x = Math.max(Math.min(box.left, inshore.x + 12), box.left);
      letterer.onGround(context, 'inshore', x, inshore.y + box.drop + 16, 'land');
    }
  };
}

function ring(context: DrawingContext, x: number, y: number, palette: Palette): void {
  context.beginPath();
  context.arc(x, y, ringInPixels, 0, 2 * Math.PI);
  context.lineWidth = 5;
  context.strokeStyle = palette.paper;
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = palette.ink;
  context.stroke();
}

function dot(context: DrawingContext, x: number, y: number, palette: Palette): void {
  context.beginPath();
  context.arc(x, y, 4, 0, 2 * Math.PI);
  context.lineWidth = 3;
  context.strokeStyle = palette.paper;
  context.stroke();
  context.fillStyle = palette.ink;
  context.fill();
}

const dotRadius = 2.5;
const dotGap = 7;
const sameNameInPixels = 90;
/** Space of the figures of the chart's frame. */
const frameInPixels = 24;
/** Names further outside the drawing than this are ignored. */
const marginInPixels = 20;

/** Draws the names and dots of places, as far as there is space, from the highest rank to the lowest. */
export function paintPlaces(
  context: DrawingContext,
  frame: Frame,
  places: readonly StyledPlace[],
  palette: Palette,
  letterer: Letterer,
  placement: LabelPlacement,
): Target[] {
  const targets: Target[] = [];
  const dots: ScreenPoint[] = [];
  const named = new Map<string, ScreenPoint[]>();
  for (const { place, nameFromZoom, dotFromZoom, isSea, isTown, isPrincipal } of places) {
    // Sorted by rank, so all following names need a larger zoom as well.
    if (nameFromZoom > frame.zoom) break;
    const { x, y } = pointIn(frame, place.inshore);
    // A town and its locality of the same name look like one.
    const isNamed = named.get(place.name)?.some((other) => Math.hypot(other.x - x, other.y - y) < sameNameInPixels);
    if (isNamed) continue;
    if (x < -marginInPixels || y < -marginInPixels) continue;
    if (x > frame.width + marginInPixels || y > frame.height + marginInPixels) continue;
    const lettering: Lettering = isPrincipal ? 'principal' : isSea ? 'sea' : 'land';
    const name = letterer.nameFor(context, place.name, lettering);
    const width = letterer.widthOf(context, name, lettering);
    const isDotFree = placement.isFree(boxAround({ x, y }, dotRadius, dotRadius));
    const isNamedAnyhow = isPrincipal || (isTown && !isDotFree);
    const candidates = [...labelBoxes(x, y, width), ...(isNamedAnyhow ? boxesFurtherOff(x, y, width) : [])];
    const boxes = candidates.filter((each) => !isOverFigures(each, frame));
    const whole = boxes.filter((each) => !isCutOff(each, frame));
    // A point outside the view may show a part of its name; one inside shows all of it or nothing.
    const box = placement.takeFirst(whole) ?? (isInView(x, frame) ? undefined : placement.takeFirst(boxes));
    if (!box && (frame.zoom < dotFromZoom || !isDotFree)) continue;
    if (isDotFree) dots.push({ x, y });
    targets.push({ x, y, radius: dotRadius, box, of: { kind: 'place', place } });
    if (box) named.set(place.name, [...(named.get(place.name) ?? []), { x, y }]);
    if (box) letterer.onGround(context, name, box.left, y + box.drop + 0.5, lettering);
  }
  context.beginPath();
  for (const { x, y } of dots) {
    context.moveTo(x + dotRadius, y);
    context.arc(x, y, dotRadius, 0, 2 * Math.PI);
  }
  context.strokeStyle = palette.paper;
  context.lineWidth = 2;
  context.stroke();
  context.fillStyle = palette.ink;
  context.fill();
  return targets;
}

/** Boxes for the name of a town whose point is covered by a mark: next to the mark. */
function boxesFurtherOff(x: number, y: number, width: number): (Box & { readonly drop: number })[] {
  return [10, 18, 26].flatMap((further) => [
    ...labelBoxes(x + further, y, width).slice(0, 1),
    ...labelBoxes(x - further, y, width).slice(1, 2),
    ...[-further, further].flatMap((drop) =>
      labelBoxes(x, y, width)
        .slice(drop < 0 ? 2 : 3, drop < 0 ? 3 : 4)
        .map((box) => ({ ...box, top: box.top + drop, bottom: box.bottom + drop, drop: box.drop + drop })),
    ),
  ]);
}

function isInView(x: number, { width, beyond }: Frame): boolean {
  return x > beyond.x && x < width - beyond.x;
}

/** Whether a name would cover the degrees at the top or on the left. */
export function isOverFigures({ left, top, right, bottom }: Box, { width, height, beyond }: Frame): boolean {
  const isAcross = right > beyond.x && left < width - beyond.x;
  const isDown = bottom > beyond.y && top < height - beyond.y;
  return isAcross && isDown && (left < beyond.x + frameInPixels || top < beyond.y + frameInPixels);
}

/** Whether the edge of the view cuts a name in two. */
export function isCutOff({ left, right }: Box, { width, beyond }: Frame): boolean {
  const [first, last] = [beyond.x + frameInPixels, width - beyond.x - frameInPixels];
  return (left < first && right > first) || (left < last && right > last);
}

/** Boxes next to a point: to its right or left, or else slightly above or below. */
export function labelBoxes(x: number, y: number, width: number): (Box & { readonly drop: number })[] {
  const boxAt = (left: number, drop: number): Box & { readonly drop: number } => ({
    left,
    top: y + drop - halfLineInPixels,
    right: left + width,
    bottom: y + drop + halfLineInPixels,
    drop,
  });
  const [right, left, middle] = [x + dotGap, x - dotGap - width, x - width / 2];
  return [boxAt(right, 0), boxAt(left, 0), boxAt(middle, -14), boxAt(middle, 14), boxAt(right, -9), boxAt(right, 9)];
}
