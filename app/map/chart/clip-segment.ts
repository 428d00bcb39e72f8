export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/**
 * The part of a segment within a rectangle from 0, 0 to `width`, `height`; null where there is none (Liang and Barsky).
 */
export function clipSegment({ x1, y1, x2, y2 }: Segment, width: number, height: number): Segment | null {
  let start = 0;
  let end = 1;
  const [dx, dy] = [x2 - x1, y2 - y1];
  // For each side: how fast the segment moves outwards, and how far inside it starts.
  const sides = [
    [-dx, x1],
    [dx, width - x1],
    [-dy, y1],
    [dy, height - y1],
  ] as const;
  for (const [outward, inside] of sides) {
    if (outward === 0) {
      if (inside < 0) return null;
      continue;
    }
    const crossing = inside / outward;
    if (outward < 0) start = Math.max(start, crossing);
    else end = Math.min(end, crossing);
  }
  if (start > end) return null;
  return { x1: x1 + start * dx, y1: y1 + start * dy, x2: x1 + end * dx, y2: y1 + end * dy };
}
