import type { CoastDescription, CoastFile, Ring } from '../../../core/coastline/codec.ts';
import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import type { Camera } from '../camera.ts';

/** A ring in Mercator coordinates from 0 to 1, with its bounding box. */
export interface ChartRing {
  readonly points: Float64Array;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function chartRing(ring: Ring): ChartRing {
  const points = ring.map((value, index) => (index % 2 === 0 ? mercatorX(value) : mercatorY(value)));
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < points.length; index += 2) {
    const [x, y] = [Number(points[index]), Number(points[index + 1])];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { points, left, top, right, bottom };
}

/** A stored coast with its rings as the chart draws them: the outlines of land and lakes. */
export type ChartCoast = CoastDescription & CoastFile & { readonly chartRings: readonly ChartRing[] };

/** The target of a traced ring, such as a Path2D. */
interface PathSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

/**
 * A sink that writes to two others. `coarse`, for a broad line, receives no steps shorter than `minStep`.
 */
export function fineAndCoarseSink(fine: PathSink, coarse: PathSink, minStep: number): PathSink {
  let [lastX, lastY] = [0, 0];
  const setLast = (x: number, y: number): void => {
    lastX = x;
    lastY = y;
  };
  return {
    moveTo: (x, y) => {
      fine.moveTo(x, y);
      coarse.moveTo(x, y);
      setLast(x, y);
    },
    lineTo: (x, y) => {
      fine.lineTo(x, y);
      if (Math.abs(x - lastX) < minStep && Math.abs(y - lastY) < minStep) return;
      coarse.lineTo(x, y);
      setLast(x, y);
    },
    closePath: () => {
      fine.closePath();
      coarse.closePath();
    },
  };
}

/** Traces a ring at a camera, and its copies in the worlds to the west and to the east. */
export function traceInWorlds(ring: ChartRing, camera: Camera, margin: number, path: PathSink): void {
  for (const turn of [-1, 0, 1]) {
    traceRing(ring, { ...camera, left: camera.left + turn * camera.worldSize }, margin, path);
  }
}

/**
 * Traces a ring at a camera. Parts that are more than `margin` beyond one side of the camera become straight lines
 * there, and steps shorter than half a pixel are skipped. Neither changes anything visible.
 */
export function traceRing(ring: ChartRing, camera: Camera, margin: number, path: PathSink): void {
  const { worldSize, left, top } = camera;
  const [west, north] = [-margin, -margin];
  const [east, south] = [camera.width + margin, camera.height + margin];
  if (
    ring.right * worldSize - left < west ||
    ring.left * worldSize - left > east ||
    ring.bottom * worldSize - top < north ||
    ring.top * worldSize - top > south
  ) {
    return;
  }
  const { points } = ring;
  /** The sides of the camera that a point is beyond, as bits (Cohen-Sutherland). */
  const sidesOf = (x: number, y: number): number =>
    (x < west ? 1 : 0) | (x > east ? 2 : 0) | (y < north ? 4 : 0) | (y > south ? 8 : 0);
  let isStarted = false;
  let [drawnX, drawnY] = [0, 0];
  /** The sides that the last drawn point and all points since then are beyond; 0 for none. */
  let shared = 0;
  let [lastX, lastY, lastSides] = [0, 0, 0];
  const draw = (x: number, y: number, sides: number): void => {
    if (isStarted) path.lineTo(x, y);
    else path.moveTo(x, y);
    isStarted = true;
    drawnX = x;
    drawnY = y;
    shared = sides;
  };
  for (let index = 0; index < points.length; index += 2) {
    const x = Number(points[index]) * worldSize - left;
    const y = Number(points[index + 1]) * worldSize - top;
    const sides = sidesOf(x, y);
    // If this point is on none of the shared sides, the line must pass through the last skipped point.
    if (isStarted && shared !== 0 && (shared & sides) === 0) draw(lastX, lastY, lastSides);
    const isBeyond = isStarted && (shared & sides) !== 0;
    const isNear = isStarted && (sides | shared) === 0 && Math.abs(x - drawnX) < 0.5 && Math.abs(y - drawnY) < 0.5;
    if (isBeyond) shared &= sides;
    else if (!isNear) draw(x, y, sides);
    [lastX, lastY, lastSides] = [x, y, sides];
  }
  if (isStarted) path.closePath();
}

interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/**
 * The part of a segment within a rectangle from 0, 0 to `width`, `height`; null if there is none (Liang-Barsky).
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
