import { pointIn, type Frame, type ScreenPoint } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import type { Target } from './hit-test.ts';
import { boxAround, type Box, type LabelPlacement } from './label-placement.ts';
import { halfLineInPixels, type Letterer, type Lettering } from './lettering.ts';
import type { StyledPlace } from './overlay-content.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';

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
