import type { MapMark } from '../../engine/engine.ts';
import { type Frame, pointIn } from '../chart/frame.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';
import type { Target } from '../marks/hit-test.ts';
import { type GroupMark, keptOffCounts } from '../marks/keep-apart.ts';
import { countLabel, groupScale, halfFigureHeight, labelDrop, shapeReach, locationScale } from '../marks/mark-sizes.ts';
import type { MarkSprites } from '../marks/sprites.ts';
import { type Box, boxAround, type LabelPlacement } from '../names/label-placement.ts';
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

const selectedIsLarger = 1.4;
const besideMarkInPixels = 3;

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
        : locationScale(mark.records, frame.zoom) * (isSelected ? selectedIsLarger : 1);
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
  return [...keptOffCounts(groups.map(asGroup)), ...locations];
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
      const boxes = countBoxes(x, y, radius + besideMarkInPixels, letterer.widthOf(context, label, 'figures'));
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
