import { chordSurelyBeyond, chordSurelyWithin } from './distance-bounds.ts';
import {
  boxLength,
  greatestSquaredDistance,
  leastSquaredDistance,
  nodeSize,
  type PointIndex,
  squaredChord,
} from './point-index.ts';
import { type Position, writeCentredCoordinates } from './wgs84.ts';

/** A place in space, in metres from the earth's centre: along three axes, and in all. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
}

function placeOf({ longitude, latitude }: Position): Place {
  const coordinates = new Float64Array(3);
  writeCentredCoordinates(longitude, latitude, coordinates, 0);
  const [x, y, z] = coordinates;
  return { x, y, z, radius: Math.sqrt(x * x + y * y + z * z) };
}

/**
 * Visits the points of an index in ascending order of their slots, except those below nodes for which `enters` returns
 * false. `enters` gets the offset of a node's box, and its slots from `startSlot` to `endSlot` (exclusive).
 */
function visitPoints(
  index: PointIndex,
  enters: (box: number, startSlot: number, endSlot: number) => boolean,
  visit: (slot: number) => void,
): void {
  const { size } = index;
  const { levelStarts } = index.nodes;
  const visitNode = (level: number, node: number): void => {
    const slots = nodeSize ** (level + 1);
    const start = node * slots;
    const end = Math.min(size, start + slots);
    if (!enters((levelStarts[level] + node) * boxLength, start, end)) return;
    if (level === 0) {
      for (let slot = start; slot < end; slot++) visit(slot);
      return;
    }
    const endChild = Math.min((node + 1) * nodeSize, levelStarts[level] - levelStarts[level - 1]);
    for (let child = node * nodeSize; child < endChild; child++) visitNode(level - 1, child);
  };
  if (size > 0) visitNode(levelStarts.length - 2, 0);
}

/**
 * Calls `visit` for every run of slots, from `startSlot` to `endSlot` (exclusive), whose points are within
 * `radiusInMetres` of the centre along the geodesic, edge included. Runs are in ascending order, and no two are
 * adjacent. There is no run for a negative radius or NaN; Infinity includes all points. `visit` may start another
 * search.
 *
 * The search measures chords straight through the earth. Two chords bound the radius (see distance-bounds.ts): a node
 * whose box is entirely nearer than the shorter chord is included as a whole, a node whose box is entirely further than
 * the longer chord is skipped, and only points between the two chords need a geodesic. No longitudes are involved, so
 * the poles, the antimeridian and large radii are not special cases.
 */
export function forEachRunWithin(
  index: PointIndex,
  centre: Position,
  radiusInMetres: number,
  visit: (startSlot: number, endSlot: number) => void,
): void {
  if (!(radiusInMetres >= 0)) return;
  const { boxes } = index.nodes;
  const { x, y, z, radius } = placeOf(centre);
  const within = chordSurelyWithin(radiusInMetres, radius);
  const surelyWithin = within < 0 ? -1 : within * within;
  const surelyBeyond = squaredChordSurelyBeyond(radiusInMetres, radius);
  let runStart = 0;
  let runEnd = 0;
  const add = (startSlot: number, endSlot: number): void => {
    if (startSlot !== runEnd) {
      if (runEnd > runStart) visit(runStart, runEnd);
      runStart = startSlot;
    }
    runEnd = endSlot;
  };
  visitPoints(
    index,
    (box, startSlot, endSlot) => {
      if (leastSquaredDistance(boxes, box, x, y, z) > surelyBeyond) return false;
      if (greatestSquaredDistance(boxes, box, x, y, z) > surelyWithin) return true;
      add(startSlot, endSlot);
      return false;
    },
    (slot) => {
      const squared = squaredChord(index.coordinates, slot * 3, x, y, z);
      if (squared > surelyBeyond || (squared > surelyWithin && index.distanceFrom(centre, slot) > radiusInMetres))
        return;
      add(slot, slot + 1);
    },
  );
  if (runEnd > runStart) visit(runStart, runEnd);
}

/** The nearest points of an index: all at exactly the least distance. */
export interface NearestPoints {
  /** Along the geodesic. */
  readonly distanceInMetres: number;
  /** In ascending order. Several points can be equally near, for example when they have the same coordinates. */
  readonly points: readonly number[];
}

/**
 * The points at the least geodesic distance from the centre, among those no further than `atMostInMetres`; undefined
 * when there are none, and for a limit that is negative or NaN.
 *
 * The point with the shortest chord is nearly always the nearest. Its geodesic distance determines a chord beyond which
 * no point can be as near (see distance-bounds.ts). A second traversal measures all points up to that chord, most of
 * which have the same coordinates, and shortens the chord when it finds a nearer point.
 */
export function nearestPoints(index: PointIndex, centre: Position, atMostInMetres: number): NearestPoints | undefined {
  if (!(atMostInMetres >= 0)) return undefined;
  const place = placeOf(centre);
  const { x, y, z, radius } = place;
  const first = slotOfLeastChord(index, place, squaredChordSurelyBeyond(atMostInMetres, radius));
  if (first < 0) return undefined;

  const { boxes } = index.nodes;
  let least = Math.min(atMostInMetres, index.distanceFrom(centre, first));
  let surelyBeyond = squaredChordSurelyBeyond(least, radius);
  let points: number[] = [];
  visitPoints(
    index,
    (box) => leastSquaredDistance(boxes, box, x, y, z) <= surelyBeyond,
    (slot) => {
      if (squaredChord(index.coordinates, slot * 3, x, y, z) > surelyBeyond) return;
      const distance = index.distanceFrom(centre, slot);
      if (distance > least) return;
      if (distance < least) {
        least = distance;
        surelyBeyond = squaredChordSurelyBeyond(least, radius);
        points = [];
      }
      points.push(slot);
    },
  );
  return points.length === 0 ? undefined : { distanceInMetres: least, points };
}

function squaredChordSurelyBeyond(radiusInMetres: number, centreRadiusInMetres: number): number {
  const chord = chordSurelyBeyond(radiusInMetres, centreRadiusInMetres);
  return chord * chord;
}

/**
 * The slot of the point with the shortest chord to a place in space, among those whose squared chord
 * is less than `squaredLimit`; -1 when there is none. If several points have the shortest chord, it may be any of them.
 *
 * The search is depth-first and visits the sibling with the nearest box first, so the first leaf nearly always rules
 * out most other nodes.
 */
function slotOfLeastChord({ coordinates, size, nodes }: PointIndex, { x, y, z }: Place, squaredLimit: number): number {
  const { boxes, levelStarts } = nodes;
  let least = squaredLimit;
  let found = -1;
  const visitNode = (level: number, node: number): void => {
    const start = node * nodeSize;
    if (level === 0) {
      for (let slot = start; slot < Math.min(size, start + nodeSize); slot++) {
        const squared = squaredChord(coordinates, slot * 3, x, y, z);
        if (squared < least) {
          least = squared;
          found = slot;
        }
      }
      return;
    }
    const firstBox = levelStarts[level - 1] + start;
    const children = Array.from({ length: Math.min(nodeSize, levelStarts[level] - firstBox) }, (_, child) => ({
      node: start + child,
      squared: leastSquaredDistance(boxes, (firstBox + child) * boxLength, x, y, z),
    })).sort((one, other) => one.squared - other.squared);
    for (const child of children) if (child.squared < least) visitNode(level - 1, child.node);
  };
  if (size > 0) visitNode(levelStarts.length - 2, 0);
  return found;
}
