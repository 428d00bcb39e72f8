import type { BoundingBox, GeometryCollection, Position, SimpleGeometry } from '../../cql2/expression.ts';

export type Geometry = SimpleGeometry | GeometryCollection | BoundingBox;
export type Point = readonly [longitude: number, latitude: number];
type Placement = 'interior' | 'boundary' | 'outside';

/** Where a point is relative to a geometry (OGC 06-103r4, 6.1). Exact for coordinates that are multiples of 1/2. */
export function placementOf(point: Point, geometry: Geometry): Placement {
  if ('bbox' in geometry) {
    const [west, south, east, north] = [0, 1, 2, 3].map((edge) => {
      return Number(geometry.bbox[geometry.bbox.length === 6 && edge > 1 ? edge + 1 : edge]);
    });
    // Across the antimeridian, a box is two that are open there.
    const boxes = west <= east ? [[west, east]] : [[west, 999], [-999, east]]; // prettier-ignore
    return innermost(boxes.map(([from, to]) => placementInBox(point, from, south, to, north)));
  }
  switch (geometry.type) {
    case 'Point':
      return placementAmong([geometry.coordinates], point);
    case 'MultiPoint':
      return placementAmong(geometry.coordinates, point);
    case 'LineString':
      return placementOnLines([geometry.coordinates], point);
    case 'MultiLineString':
      return placementOnLines(geometry.coordinates, point);
    case 'Polygon':
      return placementInPolygon(geometry.coordinates, point);
    case 'MultiPolygon':
      return innermost(geometry.coordinates.map((each) => placementInPolygon(each, point)));
    case 'GeometryCollection':
      return innermost(geometry.geometries.map((each) => placementOf(point, each)));
  }
}

/** Whether a geometry is within a point: all its positions are there, and it has no length. */
export function isWithinPoint(geometry: Geometry, point: Point): boolean {
  if ('bbox' in geometry) return false;
  if (geometry.type === 'GeometryCollection') return geometry.geometries.every((each) => isWithinPoint(each, point));
  if (geometry.type === 'Point') return isAt(geometry.coordinates, point);
  return geometry.type === 'MultiPoint' && geometry.coordinates.every((each) => isAt(each, point));
}

const innermost = (placements: readonly Placement[]): Placement =>
  (['interior', 'boundary'] as const).find((each) => placements.includes(each)) ?? 'outside';
const isAt = ([x, y]: Position, point: Point): boolean => x === point[0] && y === point[1];
const placementAmong = (positions: readonly Position[], point: Point): Placement =>
  positions.some((each) => isAt(each, point)) ? 'interior' : 'outside';

function placementInBox([x, y]: Point, west: number, south: number, east: number, north: number): Placement {
  if (x < west || x > east || y < south || y > north) return 'outside';
  return x === west || x === east || y === south || y === north ? 'boundary' : 'interior';
}

/** The boundary of lines is where an odd number of them end. */
function placementOnLines(lines: readonly (readonly Position[])[], point: Point): Placement {
  const ends = lines.flatMap((line) => [line[0], line[line.length - 1]]).filter((end) => isAt(end, point));
  if (ends.length % 2 === 1) return 'boundary';
  return lines.some((line) => isOnEdges(line, point)) ? 'interior' : 'outside';
}

/** Without the points inside holes. Of the inside are those from which a ray to the north crosses an odd number of edges. */
function placementInPolygon(rings: readonly (readonly Position[])[], point: Point): Placement {
  const placements = rings.map((ring): Placement => {
    if (isOnEdges(ring, point)) return 'boundary';
    const crossed = edgesOf(ring).filter(([[x1, y1], [x2, y2]]) => {
      const [x, y] = point;
      return x1 > x !== x2 > x && y1 + ((x - x1) / (x2 - x1)) * (y2 - y1) > y;
    });
    return crossed.length % 2 === 1 ? 'interior' : 'outside';
  });
  const [shell, ...holes] = placements;
  if (shell !== 'interior' || holes.every((each) => each === 'outside')) return shell;
  return holes.includes('boundary') ? 'boundary' : 'outside';
}

const edgesOf = (line: readonly Position[]): [Position, Position][] =>
  line.slice(1).map((end, index) => [line[index], end]);

/** A point is on an edge if it is in its box, and the triangle of the three has no area. */
const isOnEdges = (line: readonly Position[], [x, y]: Point): boolean =>
  edgesOf(line).some(([[x1, y1], [x2, y2]]) => {
    const isInBox = x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
    return isInBox && x1 * (y2 - y) + x2 * (y - y1) + x * (y1 - y2) === 0;
  });
