import type { MapMark } from '../../engine/engine.ts';
import { clusterRadiusInPixels, shortCount } from '../../vocabulary/cluster-size.ts';
import { formatCount } from '../../vocabulary/numbers.ts';
import { type Camera, pointIn } from '../camera.ts';
import {
  type Anchor,
  anchorAt,
  type Anchors,
  type Box,
  boxAround,
  halfLineInPixels,
  type LabelPlacement,
  type Lettering,
  type TextMeasure,
} from './label-placement.ts';
import { isSamePosition, type Selected } from './place-names.ts';

export interface SceneMark {
  readonly mapMark: MapMark;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly isSelected: boolean;
}

/** A count in the ring of a cluster or next to a mark. */
export interface CountLabel {
  readonly text: string;
  readonly mark: SceneMark;
  readonly box: Box;
  readonly lettering: Lettering;
}

/** Shapes are drawn in a box from -10 to 10; each extends about this far from its middle. */
export const shapeReach = 8;
const selectedScale = 1.4;
const gapInPixels = 3;

/** The marks in the order of drawing: those with the most records first, and the selected one last. */
export function marksOf(camera: Camera, marks: readonly MapMark[], selected: Selected | null): SceneMark[] {
  const placed = marks.map((mark): SceneMark => {
    const { x, y } = pointIn(camera, mark.position);
    if (mark.locations > 1) {
      return { mapMark: mark, x, y, radius: clusterRadiusInPixels(mark.observations), isSelected: false };
    }
    const isSelected = selected?.kind === 'point' && isSamePosition(selected.position, mark.position);
    const scale = locationScale(mark.observations, camera.zoom) * (isSelected ? selectedScale : 1);
    return { mapMark: mark, x, y, radius: shapeReach * scale, isSelected };
  });
  return placed.sort(
    (a, b) => Number(a.isSelected) - Number(b.isSelected) || b.mapMark.observations - a.mapMark.observations,
  );
}

export const anchorOf = (mark: SceneMark): Anchor => anchorAt(mark, mark.radius, true);

/**
 * Places the counts. That of a ring is inside it or, if something covers its middle, at the first free position around
 * it; if there is none, it is inside. Other marks have a count where there is space, and the selected one always.
 */
export function countLabelsOf(
  marks: readonly SceneMark[],
  placement: LabelPlacement,
  anchors: Anchors,
  measure: TextMeasure,
): CountLabel[] {
  const isRing = ({ mapMark }: SceneMark): boolean => mapMark.locations > 1;
  const inside = marks.filter(isRing).map((mark): CountLabel => {
    const text = shortCount(mark.mapMark.observations);
    const box = boxAround(mark, measure.widthOf(text, 'clusterCount') / 2, figureHalfHeight);
    return { text, mark, box, lettering: 'clusterCount' };
  });
  const covered = new Set(inside.filter(({ box }) => !placement.isFree(box)));
  for (const count of inside) if (!covered.has(count)) placement.reserve(count.box);
  const rings = inside.map(
    (count) => (covered.has(count) && labelNextTo(count.mark, count.text, placement, anchors, measure)) || count,
  );
  const others = marks.flatMap((mark) => {
    if (isRing(mark) || mark.mapMark.observations === 1) return [];
    return labelNextTo(mark, formatCount(mark.mapMark.observations), placement, anchors, measure) ?? [];
  });
  return [...rings, ...others];
}

/** Places the numbers of the stops of a journey, which replace the counts, next to their marks. */
export function stopLabelsOf(
  stops: ReadonlyMap<SceneMark, string>,
  placement: LabelPlacement,
  anchors: Anchors,
  measure: TextMeasure,
): CountLabel[] {
  return [...stops].flatMap(([mark, text]) => labelNextTo(mark, text, placement, anchors, measure, true) ?? []);
}

/** Places a number next to a mark; without space, only if it is required or if the mark is the selected one. */
function labelNextTo(
  mark: SceneMark,
  text: string,
  placement: LabelPlacement,
  anchors: Anchors,
  measure: TextMeasure,
  isRequired = mark.isSelected,
): CountLabel | undefined {
  const boxes = boxesNextTo(mark, measure.widthOf(text, 'figures'));
  const own = anchorOf(mark);
  const free = placement.reserveFirst(boxes.filter((each) => anchors.nearerTo(each, own).length === 0));
  const box = free ?? (isRequired ? boxes[0] : undefined);
  if (!box) return undefined;
  if (!free) placement.reserve(box);
  return { text, mark, box, lettering: 'figures' };
}

/**
 * The candidates for a number: to the right of its mark, or else to the left. That of a ring or of the selected
 * mark can also be above or below or in between.
 */
function boxesNextTo({ x, y, radius, mapMark, isSelected }: SceneMark, width: number): Box[] {
  const away = radius + gapInPixels;
  const sideBoxes = [away + width / 2, -away - width / 2].map((across) =>
    boxAround({ x: x + across, y }, width / 2, halfLineInPixels),
  );
  if (mapMark.locations === 1 && !isSelected) return sideBoxes;
  const around = extraGaps.flatMap((further) =>
    directions.map(([across, down]) => {
      const middle = {
        x: x + across * (away + further) + (Math.sign(across) * width) / 2,
        y: y + down * (away + further) + Math.sign(down) * figureHalfHeight,
      };
      return boxAround(middle, width / 2, figureHalfHeight);
    }),
  );
  return [...sideBoxes, ...around];
}

/** Figures are lower than a line of text. */
const figureHalfHeight = 6;
/** The directions from a ring to its count, first those along the axes, and the additional distances. */
const directions = (
  [
    [0, 1],
    [1, 0],
    [0.71, 0.71],
    [0.92, 0.38],
    [0.38, 0.92],
  ] as const
).flatMap(([across, down]) => [across, -across].flatMap((a) => [-down, down].map((d) => [a, d] as const)));
const extraGaps = Array.from({ length: 13 }, (_, step) => step * 4);

/** The scale of the shape of a single location. */
function locationScale(records: number, zoom: number): number {
  const atZoom = zoom < 8 ? 0.75 : zoom < 11 ? 0.85 : 1;
  return atZoom * (1 + 0.25 * Math.min(Math.sqrt(records / 1000), 1));
}
