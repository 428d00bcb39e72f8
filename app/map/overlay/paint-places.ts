import { pointIn, type Frame, type ScreenPoint } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import type { Target } from '../marks/hit-test.ts';
import { boxAround, type Box, type LabelRoom } from '../names/label-room.ts';
import { halfLineInPixels, type Letterer, type Lettering } from './lettering.ts';
import type { StyledPlace } from './overlay-content.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';

const dotRadius = 2.5;
const besideDot = 7;
const sameNameInPixels = 90;
/** The figures of the chart's frame stand here. */
const frameInPixels = 24;
/** Names further out than this from the drawing take no room from those within. */
const marginInPixels = 20;

/** Sets the names of places and their dots, as far as they find room, from the highest in rank to the lowest. */
export function paintPlaces(
  context: DrawingContext,
  frame: Frame,
  places: readonly StyledPlace[],
  palette: Palette,
  letterer: Letterer,
  room: LabelRoom,
): Target[] {
  const targets: Target[] = [];
  const dots: ScreenPoint[] = [];
  const named = new Map<string, ScreenPoint[]>();
  for (const { place, nameFromZoom, dotFromZoom, isSea, isTown, isPrincipal } of places) {
    // In the order of rank, so all that follow show from still further in.
    if (nameFromZoom > frame.zoom) break;
    const { x, y } = pointIn(frame, place.inshore);
    // A town and its locality of the same name are one to the eye.
    const isNamed = named.get(place.name)?.some((other) => Math.hypot(other.x - x, other.y - y) < sameNameInPixels);
    if (isNamed) continue;
    if (x < -marginInPixels || y < -marginInPixels) continue;
    if (x > frame.width + marginInPixels || y > frame.height + marginInPixels) continue;
    const lettering: Lettering = isPrincipal ? 'principal' : isSea ? 'sea' : 'land';
    const name = letterer.nameFor(context, place.name, lettering);
    const width = letterer.widthOf(context, name, lettering);
    const isDotFree = room.isFree(boxAround({ x, y }, dotRadius, dotRadius));
    const isNamedAnyhow = isPrincipal || (isTown && !isDotFree);
    const beside = [...labelBoxes(x, y, width), ...(isNamedAnyhow ? boxesFurtherOff(x, y, width) : [])];
    const boxes = beside.filter((each) => !isOverFigures(each, frame));
    const whole = boxes.filter((each) => !isCutOff(each, frame));
    // A point beyond the view may show a part of its name; one within shows all of it or none.
    const box = room.takeFirst(whole) ?? (isInView(x, frame) ? undefined : room.takeFirst(boxes));
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

/** Where a mark covers the point of a town, the town is still to be named: beside the mark. So is a principal one. */
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

/** Whether a name would lie on the degrees at the top or on the left. */
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

/** Beside a point, to its right or left, or else a little above or below. */
export function labelBoxes(x: number, y: number, width: number): (Box & { readonly drop: number })[] {
  const boxAt = (left: number, drop: number): Box & { readonly drop: number } => ({
    left,
    top: y + drop - halfLineInPixels,
    right: left + width,
    bottom: y + drop + halfLineInPixels,
    drop,
  });
  const [right, left, middle] = [x + besideDot, x - besideDot - width, x - width / 2];
  return [boxAt(right, 0), boxAt(left, 0), boxAt(middle, -14), boxAt(middle, 14), boxAt(right, -9), boxAt(right, 9)];
}
