import { largestCurvatureRadiusInMetres, smallestCurvatureRadiusInMetres, type Position } from './wgs84.ts';

/** A box in degrees that does not cross the antimeridian. */
export interface SearchBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const radiansPerDegree = Math.PI / 180;
/** 1e-9 degrees are 0.1 mm: far more than the rounding of the arithmetic below, far less than matters. */
const roundingMarginInDegrees = 1e-9;

/**
 * One or two boxes that together hold every point within `radiusInMetres` of the centre; two when the antimeridian is
 * crossed.
 *
 * Why nothing is missed: let sigma be the angle between the ellipsoid's normals at two points, which is their angular
 * distance on the unit sphere of geodetic coordinates. Along a path on the ellipsoid the normal turns by at most
 * ds / rho, rho being the smallest radius of curvature; so rho * sigma <= s, and every point with s <= r lies in the
 * cap of angular radius delta = r / rho. A cap that holds no pole spans the latitudes +-delta and the longitudes
 * +-asin(sin delta / cos latitude) around its centre: the two meridians that touch it (law of sines in the right
 * triangle of pole, centre and point of touch). A cap that holds a pole touches every longitude; so does every cap of
 * delta >= 90 degrees, which always holds one.
 */
export function boxesAround(centre: Position, radiusInMetres: number): readonly SearchBox[] {
  const deltaInDegrees = radiusInMetres / smallestCurvatureRadiusInMetres / radiansPerDegree + roundingMarginInDegrees;
  const south = Math.max(-90, centre.latitude - deltaInDegrees);
  const north = Math.min(90, centre.latitude + deltaInDegrees);
  if (south === -90 || north === 90) return [{ west: -180, south, east: 180, north }];

  const sine = Math.sin(deltaInDegrees * radiansPerDegree) / Math.cos(centre.latitude * radiansPerDegree);
  // Rounding can lift the sine above 1 for a cap that all but touches a pole.
  const halfWidth = Math.asin(Math.min(1, sine)) / radiansPerDegree + roundingMarginInDegrees;
  const west = centre.longitude - halfWidth;
  const east = centre.longitude + halfWidth;
  if (east - west >= 360) return [{ west: -180, south, east: 180, north }];
  if (west < -180) {
    return [
      { west: -180, south, east, north },
      { west: west + 360, south, east: 180, north },
    ];
  }
  if (east > 180) {
    return [
      { west, south, east: 180, north },
      { west: -180, south, east: east - 360, north },
    ];
  }
  return [{ west, south, east, north }];
}

/**
 * A lower bound in metres of the geodesic from a point to anything in a box: rho * sigma, where sigma is the angular
 * distance on the unit sphere of geodetic coordinates. Zero inside. The nearest point of a box lies on its own
 * parallel when the point's meridian crosses the box; otherwise on one of the two bounding meridians, since along a
 * parallel the distance grows with the difference of longitude. On such a meridian it is the foot of the
 * perpendicular, if that lies within the edge, or an end of the edge.
 */
export function distanceToBoxAtLeast(position: Position, box: SearchBox): number {
  const angle = angleToBox(position, box);
  return Math.max(0, angle - roundingMarginInDegrees * radiansPerDegree) * smallestCurvatureRadiusInMetres;
}

function angleToBox({ longitude, latitude }: Position, box: SearchBox): number {
  if (longitude >= box.west && longitude <= box.east) {
    return Math.max(0, latitude - box.north, box.south - latitude) * radiansPerDegree;
  }
  return Math.min(
    angleToMeridianEdge(latitude, longitude - box.west, box.south, box.north),
    angleToMeridianEdge(latitude, longitude - box.east, box.south, box.north),
  );
}

function angleToMeridianEdge(latitude: number, longitudeDifference: number, south: number, north: number): number {
  const phi = latitude * radiansPerDegree;
  const lambda = longitudeDifference * radiansPerDegree;
  let smallest = Math.min(
    angleBetween(phi, south * radiansPerDegree, lambda),
    angleBetween(phi, north * radiansPerDegree, lambda),
  );
  const cosLambda = Math.cos(lambda);
  if (cosLambda > 0) {
    const footInDegrees = Math.atan2(Math.sin(phi), Math.cos(phi) * cosLambda) / radiansPerDegree;
    if (footInDegrees > south && footInDegrees < north) {
      smallest = Math.min(smallest, Math.asin(Math.min(1, Math.abs(Math.cos(phi) * Math.sin(lambda)))));
    }
  }
  return smallest;
}

/** Haversine formula, in radians: well conditioned for small angles. */
function angleBetween(phi1: number, phi2: number, lambda: number): number {
  const sinPhi = Math.sin((phi2 - phi1) / 2);
  const sinLambda = Math.sin(lambda / 2);
  const haversine = sinPhi * sinPhi + Math.cos(phi1) * Math.cos(phi2) * sinLambda * sinLambda;
  return 2 * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** What the arithmetic below can be off by near half a turn, where sines tell little, and some more: 0.6 m. */
const roundingMarginInRadians = 1e-7;

/**
 * An upper bound in metres of the geodesic from a point to anything in a box: the largest radius of curvature, that of
 * the poles, times sigma, the angular distance on the unit sphere of geodetic coordinates. For along the path whose
 * normals follow the great circle between the two, a step is at most that radius times the turn of the normal. What of
 * the box is farthest from a point is what is nearest to its antipode, half a turn less.
 */
export function distanceToBoxAtMost(position: Position, box: SearchBox): number {
  const { longitude, latitude } = position;
  const antipode = { longitude: longitude > 0 ? longitude - 180 : longitude + 180, latitude: -latitude };
  const farthest = Math.PI - angleToBox(antipode, box) + roundingMarginInRadians;
  return Math.min(Math.PI, farthest) * largestCurvatureRadiusInMetres;
}
