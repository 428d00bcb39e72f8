import type { Position, SpatialExpression } from '../cql2/expression.ts';

/** Literals of filters: everything but properties. */
export type Geometry = Exclude<SpatialExpression, { readonly property: string }>;

/** Where a point is: on the boundary of a line is at its ends. */
type Placement = 'inside' | 'boundary' | 'outside';

export const intersectsPoint = (geometry: Geometry, longitude: number, latitude: number): boolean =>
  locatePoint(geometry, longitude, latitude) !== 'outside';

/** Whether the point is within the geometry: a point on its boundary is not. */
export const containsPoint = (geometry: Geometry, longitude: number, latitude: number): boolean =>
  locatePoint(geometry, longitude, latitude) === 'inside';

/** Whether the geometry is within the point: only points at the same position are. */
export function isWithinPoint(geometry: Geometry, longitude: number, latitude: number): boolean {
  if ('bbox' in geometry) return false;
  switch (geometry.type) {
    case 'Point':
      return isSame(geometry.coordinates, [longitude, latitude]);
    case 'MultiPoint':
      return geometry.coordinates.every((each) => isSame(each, [longitude, latitude]));
    case 'GeometryCollection':
      return geometry.geometries.every((each) => isWithinPoint(each, longitude, latitude));
    default:
      return false;
  }
}

/**
 * Where a point is relative to a geometry, in degrees on the plane of longitude and latitude, as OGC Simple Features
 * defines it. Edges of polygons are straight on this plane. In several geometries at once, a point is
 * where it is innermost.
 */
function locatePoint(geometry: Geometry, longitude: number, latitude: number): Placement {
  if ('bbox' in geometry) return locateInBox(geometry.bbox, longitude, latitude);
  const point: Point = [longitude, latitude];
  const innermost = <Item>(items: readonly Item[], place: (item: Item) => Placement): Placement => {
    const placements = items.map(place);
    return placements.find((each) => each === 'inside') ?? placements.find((each) => each === 'boundary') ?? 'outside';
  };
  switch (geometry.type) {
    case 'Point':
      return isSame(geometry.coordinates, point) ? 'inside' : 'outside';
    case 'MultiPoint':
      return geometry.coordinates.some((each) => isSame(each, point)) ? 'inside' : 'outside';
    case 'LineString':
      return locateOnLines([geometry.coordinates], point);
    case 'MultiLineString':
      return locateOnLines(geometry.coordinates, point);
    case 'Polygon':
      return locateInPolygon(geometry.coordinates, point);
    case 'MultiPolygon':
      return innermost(geometry.coordinates, (polygon) => locateInPolygon(polygon, point));
    case 'GeometryCollection':
      return innermost(geometry.geometries, (each) => locatePoint(each, longitude, latitude));
  }
}

type Point = readonly [longitude: number, latitude: number];

const isSame = (position: Position, [longitude, latitude]: Point): boolean =>
  position[0] === longitude && position[1] === latitude;

function locateInBox(bbox: readonly number[], longitude: number, latitude: number): Placement {
  const half = bbox.length / 2;
  const [west, south, east, north] = [bbox[0], bbox[1], bbox[half], bbox[half + 1]];
  const crosses = west > east;
  const isInside = crosses ? longitude > west || longitude < east : longitude > west && longitude < east;
  const isTouched = longitude === west || longitude === east;
  if (!(isInside || isTouched) || latitude < south || latitude > north) return 'outside';
  return isInside && latitude > south && latitude < north ? 'inside' : 'boundary';
}

/** The boundary is where an odd number of lines end. So a line that ends where it starts has none. */
function locateOnLines(lines: readonly (readonly Position[])[], point: Point): Placement {
  const ends = lines.flatMap((line) => [line[0], line[line.length - 1]]).filter((end) => isSame(end, point));
  if (ends.length % 2 === 1) return 'boundary';
  return lines.some((line) => isOnLine(line, point)) ? 'inside' : 'outside';
}

const isOnLine = (line: readonly Position[], point: Point): boolean =>
  line.some((end, index) => index > 0 && isOnSegment(line[index - 1], end, point));

/** The first ring is the shell; the others are holes. */
function locateInPolygon(rings: readonly (readonly Position[])[], point: Point): Placement {
  const [inShell, ...inHoles] = rings.map((ring) => locateInRing(ring, point));
  if (inShell !== 'inside') return inShell;
  if (inHoles.includes('boundary')) return 'boundary';
  return inHoles.includes('inside') ? 'outside' : 'inside';
}

/** Counts the edges that a ray to the east crosses. An edge includes its southern end, but not its northern one. */
function locateInRing(ring: readonly Position[], point: Point): Placement {
  const [longitude, latitude] = point;
  let isInside = false;
  for (let index = 1; index < ring.length; index++) {
    const [start, end] = [ring[index - 1], ring[index]];
    if (isOnSegment(start, end, point)) return 'boundary';
    if (start[1] > latitude === end[1] > latitude) continue;
    const [lower, upper] = start[1] < end[1] ? [start, end] : [end, start];
    if (turn(lower, upper, longitude, latitude) > 0) isInside = !isInside;
  }
  return isInside ? 'inside' : 'outside';
}

/** Above 0 if the point is to the left of the line from one position to another, below 0 if it is to the right. */
function turn([x1, y1]: Position, [x2, y2]: Position, x: number, y: number): number {
  return (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
}

function isOnSegment(start: Position, end: Position, [x, y]: Point): boolean {
  if (turn(start, end, x, y) !== 0) return false;
  const isBetween = (a: number, b: number, c: number): boolean => (a <= b && b <= c) || (c <= b && b <= a);
  return isBetween(start[0], x, end[0]) && isBetween(start[1], y, end[1]);
}
