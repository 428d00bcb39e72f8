import type { Mark } from '../../vocabulary/kinds.ts';
import { formatCount } from '../../vocabulary/numbers.ts';

/** Shapes are drawn in a box from -10 to 10; this is how far each reaches, about. */
export const shapeReach = 8;
const smallestGroup = 1.5;
const largestGroup = 3.4;
/** From so many records on a group grows no more. */
const recordsOfLargestGroup = 6000;
/** Half the height of figures of 13 pixels. */
export const halfFigureHeight = 5;

/** "3,466", and from ten thousand "12k". */
export function countLabel(records: number): string {
  return records < 10_000 ? formatCount(records) : `${formatCount(Math.floor(records / 1000))}k`;
}

/**
 * How large the shape of a group is drawn: by the square root of its records, and never so small that its count would
 * not fit in it.
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

/** How large the shape of a single location is drawn. */
export function locationScale(records: number, zoom: number): number {
  const atZoom = zoom < 8 ? 0.75 : zoom < 11 ? 0.85 : 1;
  return atZoom * (1 + 0.25 * Math.min(Math.sqrt(records / 1000), 1));
}
