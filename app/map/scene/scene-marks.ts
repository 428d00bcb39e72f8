import type { MapMark } from '../../engine/engine.ts';
import { clusterRadiusInPixels, hasCountInside, shortCount } from '../../vocabulary/cluster-size.ts';
import { formatCount } from '../../vocabulary/numbers.ts';
import { type Camera, pointIn } from '../camera.ts';
import { type Box, boxAround, halfLineInPixels, type LabelPlacement, type TextMeasure } from './label-placement.ts';
import { isSamePosition, type Selected } from './place-names.ts';

export interface SceneMark {
  readonly mapMark: MapMark;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly isSelected: boolean;
  /**
   * The count in the middle of a cluster's ring; '' if the count is covered or does not fit, and for a single location.
   */
  readonly countInside: string;
}

/** A count next to a mark. */
export interface CountLabel {
  readonly text: string;
  readonly mark: SceneMark;
  readonly box: Box;
}

/** Shapes are drawn in a box from -10 to 10; each extends about this far from its middle. */
export const shapeReach = 8;
const selectedScale = 1.4;
const gapInPixels = 3;

/** The marks in the order of drawing: those with the most records first, and the selected one last. */
export function marksOf(
  camera: Camera,
  marks: readonly MapMark[],
  selected: Selected | null,
  covered: readonly Box[],
): SceneMark[] {
  const placed = marks.map((mark): SceneMark => {
    const { x, y } = pointIn(camera, mark.position);
    if (mark.locations > 1) {
      const radius = clusterRadiusInPixels(mark.observations, camera.zoom);
      const isCovered = !hasCountInside(radius) || covered.some((box) => isOverMiddle(box, x, y));
      return {
        mapMark: mark,
        x,
        y,
        radius,
        isSelected: false,
        countInside: isCovered ? '' : shortCount(mark.observations),
      };
    }
    const isSelected = selected?.kind === 'point' && isSamePosition(selected.position, mark.position);
    const scale = locationScale(mark.observations, camera.zoom) * (isSelected ? selectedScale : 1);
    return { mapMark: mark, x, y, radius: shapeReach * scale, isSelected, countInside: '' };
  });
  return placed.sort(
    (a, b) => Number(a.isSelected) - Number(b.isSelected) || b.mapMark.observations - a.mapMark.observations,
  );
}

/** The space of a mark with its halo. */
export const boxOfMark = (mark: SceneMark): Box => boxAround(mark, mark.radius + 2, mark.radius + 2);

/**
 * Places counts next to their marks where there is space. The count of the selected mark is always placed. `stops` are
 * texts that replace the counts, and are always placed.
 */
export function countLabelsOf(
  marks: readonly SceneMark[],
  placement: LabelPlacement,
  measure: TextMeasure,
  stops?: ReadonlyMap<SceneMark, string>,
): CountLabel[] {
  return marks.flatMap((mark) => {
    const hasNoCount = mark.mapMark.observations === 1 || mark.countInside !== '';
    const text = stops ? stops.get(mark) : hasNoCount ? undefined : formatCount(mark.mapMark.observations);
    if (text === undefined) return [];
    const boxes = boxesNextTo(mark, measure.widthOf(text, 'figures'));
    const box = placement.reserveFirst(boxes) ?? (stops || mark.isSelected ? boxes[0] : undefined);
    return box ? [{ text, mark, box }] : [];
  });
}

/**
 * The candidates for a count: to the right of its mark, or else to the left. The count of a ring can also be above or
 * below, or slightly to the side of that, because an empty ring looks like a mistake.
 */
function boxesNextTo({ x, y, radius, mapMark }: SceneMark, width: number): Box[] {
  const away = radius + gapInPixels;
  const beside = [away + width / 2, -away - width / 2].map((across) =>
    boxAround({ x: x + across, y }, width / 2, halfLineInPixels),
  );
  if (mapMark.locations === 1) return beside;
  // Figures are lower than a line of text.
  const { y: halfHeight } = countReach;
  const down = away + halfHeight;
  const aboveAndBelow = [0, -radius, radius].flatMap((across) =>
    [-down, down].map((drop) => boxAround({ x: x + across, y: y + drop }, width / 2, halfHeight)),
  );
  return [...beside, ...aboveAndBelow];
}

/** Half the size of a count inside a ring, in pixels. */
const countReach = { x: 12, y: 6 } as const;

function isOverMiddle(box: Box, x: number, y: number): boolean {
  return (
    box.left < x + countReach.x &&
    box.right > x - countReach.x &&
    box.top < y + countReach.y &&
    box.bottom > y - countReach.y
  );
}

/** The scale of the shape of a single location. */
function locationScale(records: number, zoom: number): number {
  const atZoom = zoom < 8 ? 0.75 : zoom < 11 ? 0.85 : 1;
  return atZoom * (1 + 0.25 * Math.min(Math.sqrt(records / 1000), 1));
}
