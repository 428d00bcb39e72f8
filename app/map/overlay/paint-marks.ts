import type { MapMark } from '../../engine/engine.ts';
import type { Mark } from '../../vocabulary/kinds.ts';
import { formatCount } from '../../vocabulary/numbers.ts';
import { type Frame, pointIn, type ScreenPoint } from '../chart/frame.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';
import type { Target } from './hit-test.ts';
import type { MarkSprites } from './sprites.ts';
import { type Box, boxAround, type LabelPlacement } from './label-placement.ts';
import { halfLineInPixels, type Letterer } from './lettering.ts';
import { isSamePosition, type Selected } from './overlay-content.ts';

interface PlacedMark {
  readonly mark: MapMark;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly label: string;
  readonly isSelected: boolean;
}

const selectedScale = 1.4;
const markGapInPixels = 3;

/**
 * Position and size of each mark: groups before single locations, those with the most records first, so that smaller
 * ones are drawn on top, and the selected one last.
 */
export function placeMarks(
  context: DrawingContext,
  frame: Frame,
  marks: readonly MapMark[],
  selected: Selected | null,
  letterer: Letterer,
): PlacedMark[] {
  const placed = marks.map((mark): PlacedMark => {
    const { x, y } = pointIn(frame, mark.position);
    const label = mark.records > 1 ? countLabel(mark.records) : '';
    const isSelected =
      mark.locations === 1 && selected?.kind === 'point' && isSamePosition(selected.position, mark.position);
    const scale =
      mark.locations > 1
        ? groupScale(mark.mark, mark.records, letterer.widthOf(context, label, 'figures'))
        : locationScale(mark.records, frame.zoom) * (isSelected ? selectedScale : 1);
    return { mark, x, y, scale, label, isSelected };
  });
  const byRecords = (a: PlacedMark, b: PlacedMark): number => b.mark.records - a.mark.records;
  const groups = placed.filter(({ mark }) => mark.locations > 1).sort(byRecords);
  const asGroup = (group: PlacedMark): PlacedMark & GroupMark => ({
    ...group,
    reach: shapeReach * group.scale,
    countHalfWidth: letterer.widthOf(context, group.label, 'figures') / 2,
    countHalfHeight: halfFigureHeight + 1,
    countDrop: labelDrop[group.mark.mark] * group.scale,
  });
  const locations = placed.filter(({ mark }) => mark.locations === 1);
  locations.sort((a, b) => Number(a.isSelected) - Number(b.isSelected) || byRecords(a, b));
  return [...moveOffCounts(groups.map(asGroup)), ...locations];
}

export const boxOfMark = (mark: PlacedMark): Box => boxAround(mark, shapeReach * mark.scale, shapeReach * mark.scale);

/**
 * Draws the marks. The count of a group is inside, that of a location with several records next to it, if there is
 * space.
 */
export function paintMarks(
  context: DrawingContext,
  placed: readonly PlacedMark[],
  sprites: MarkSprites,
  letterer: Letterer,
  placement: LabelPlacement,
): Target[] {
  for (const mark of placed) placement.take(boxOfMark(mark));
  const counts: (() => void)[] = [];
  const targets = placed.map(({ mark, x, y, scale, label, isSelected }): Target => {
    sprites.draw(context, mark.mark, x, y, scale, isSelected);
    const radius = shapeReach * scale;
    const target: Target = { x, y, radius, of: { kind: 'mark', mark } };
    if (mark.locations > 1) {
      letterer.onMark(context, label, x, y + labelDrop[mark.mark] * scale + 0.5);
    } else if (label !== '') {
      const boxes = countBoxes(x, y, radius + markGapInPixels, letterer.widthOf(context, label, 'figures'));
      const box = placement.takeFirst(boxes) ?? (isSelected ? boxes[0] : undefined);
      if (box) {
        counts.push(() => {
          letterer.onGround(context, label, box.left, y + 0.5, 'figures');
        });
        return { ...target, box };
      }
    }
    return target;
  });
  for (const write of counts) write();
  return targets;
}

/** Boxes next to a mark: to its right, or else to its left. */
function countBoxes(x: number, y: number, away: number, width: number): Box[] {
  return [x + away, x - away - width].map((left) => ({
    left,
    top: y - halfLineInPixels,
    right: left + width,
    bottom: y + halfLineInPixels,
  }));
}

/** Shapes are drawn in a box from -10 to 10; each extends about this far. */
const shapeReach = 8;
const smallestGroup = 1.5;
const largestGroup = 3.4;
/** Groups with more records are not drawn larger. */
const recordsOfLargestGroup = 6000;
/** Half the height of figures of 13 pixels. */
const halfFigureHeight = 5;

/** "3,466", and from ten thousand "12k". */
export function countLabel(records: number): string {
  return records < 10_000 ? formatCount(records) : `${formatCount(Math.floor(records / 1000))}k`;
}

/**
 * The scale of a group's shape: it grows with the square root of the number of records, and its count always fits in it.
 */
export function groupScale(mark: Mark, records: number, labelWidth: number): number {
  const share = Math.sqrt(Math.min(records / recordsOfLargestGroup, 1));
  return Math.max(smallestGroup + (largestGroup - smallestGroup) * share, scaleToHold(mark, labelWidth));
}

/** Vertical offset of the count in a shape, in its units: a triangle has its space at the bottom. */
export const labelDrop: Readonly<Record<Mark, number>> = { sighting: 0, detection: 0, handled: 2.2, other: 0 };

function scaleToHold(mark: Mark, labelWidth: number): number {
  const half = labelWidth / 2;
  switch (mark) {
    case 'sighting':
      return (Math.hypot(half, halfFigureHeight) + 1.5) / 7.5;
    case 'detection':
      return (half + 3) / 6.5;
    case 'handled':
      // The sides of the triangle run in by 8 for each 14.5 up, from 8 at its base.
      return (((half + 1.5) * 14.5) / 8 + halfFigureHeight) / (8 + labelDrop.handled);
    case 'other':
      return (half + halfFigureHeight + 1) / 8.5;
  }
}

/** The scale of the shape of a single location. */
export function locationScale(records: number, zoom: number): number {
  const atZoom = zoom < 8 ? 0.75 : zoom < 11 ? 0.85 : 1;
  return atZoom * (1 + 0.25 * Math.min(Math.sqrt(records / 1000), 1));
}

/**
 * The mark of a group on the screen, all in pixels: its middle, how far it reaches from there, and its count within.
 */
export interface GroupMark extends ScreenPoint {
  readonly reach: number;
  readonly countHalfWidth: number;
  readonly countHalfHeight: number;
  /** Offset of the middle of the count below that of the mark. */
  readonly countDrop: number;
}

/**
 * Moves group marks off the counts of earlier marks that they cover: the shortest way up, down, left or right. A group
 * is drawn at the average of its records, so a shift of a few pixels is harmless; it is at most half of the mark's
 * reach, so that the mark, whatever its shape, still covers the average.
 *
 * A mark that cannot be moved clear of all counts stays where it is.
 */
export function moveOffCounts<Mark extends GroupMark>(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) kept.push(moveOff(mark, kept));
  return kept;
}

function moveOff<Mark extends GroupMark>(mark: Mark, before: readonly Mark[]): Mark {
  const covered = before.filter((other) => isOnCount(mark, other));
  if (covered.length === 0) return mark;
  const ways = covered.flatMap((other) => clearPositions(mark, other));
  const clear = ways
    .filter(({ x, y }) => Math.hypot(x - mark.x, y - mark.y) <= mark.reach / 2)
    .sort((a, b) => Math.hypot(a.x - mark.x, a.y - mark.y) - Math.hypot(b.x - mark.x, b.y - mark.y))
    .find((way) => !before.some((other) => isOnCount({ ...mark, ...way }, other)));
  return clear ? { ...mark, ...clear } : mark;
}

/** Tolerance for rounding. */
const tolerance = 1e-6;

function isOnCount(mark: GroupMark, { x, y, countHalfWidth, countHalfHeight, countDrop }: GroupMark): boolean {
  return (
    Math.abs(mark.x - x) < mark.reach + countHalfWidth - tolerance &&
    Math.abs(mark.y - (y + countDrop)) < mark.reach + countHalfHeight - tolerance
  );
}

/** The positions just clear of another mark's count, on each of its four sides. */
function clearPositions(
  mark: GroupMark,
  { x, y, countHalfWidth, countHalfHeight, countDrop }: GroupMark,
): ScreenPoint[] {
  const aside = mark.reach + countHalfWidth;
  const away = mark.reach + countHalfHeight;
  return [
    { x: mark.x, y: y + countDrop + away },
    { x: mark.x, y: y + countDrop - away },
    { x: x + aside, y: mark.y },
    { x: x - aside, y: mark.y },
  ];
}
