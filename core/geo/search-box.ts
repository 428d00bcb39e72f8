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
 * A lower bound in metres of the geodesic from a point to anything in a box: rho * sigma, sigma being the least angle
 * between the ellipsoid's normals, as above. Zero inside.
 */
export function distanceToBoxAtLeast(position: Position, box: SearchBox): number {
  const angle = leastAngleToBox(position.longitude, position.latitude, box);
  return Math.max(0, angle - roundingMarginInDegrees * radiansPerDegree) * smallestCurvatureRadiusInMetres;
}

/**
 * An upper bound in metres of the geodesic from a point to everything in a box: R * sigma, R being the largest radius of
 * curvature and sigma the greatest angle between the ellipsoid's normals. It holds because there is a path of that
 * length at most: the one whose normals follow a great circle of the unit sphere, along which ds <= R dsigma.
 *
 * What is farthest from a point on that sphere is nearest to its antipode, and the two angles add up to pi. The angles
 * are worked out to 1e-15 near zero and near pi alike, and the antipode's longitude to 3e-14 degrees, so that the same
 * margin as everywhere here covers a sum near zero as well: 0.1 mm.
 */
export function distanceToBoxAtMost(position: Position, box: SearchBox): number {
  const antipodeLongitude = position.longitude > 0 ? position.longitude - 180 : position.longitude + 180;
  const angle = Math.PI - leastAngleToBox(antipodeLongitude, -position.latitude, box);
  return (angle + roundingMarginInDegrees * radiansPerDegree) * largestCurvatureRadiusInMetres;
}

/**
 * The least angle in radians, on the unit sphere, between a point and anything in a box; zero inside. The nearest
 * point of a box lies on the point's own meridian when that crosses the box; otherwise on one of the two bounding
 * meridians, since along a parallel the angle grows with the difference of longitude. On such a meridian it is the foot
 * of the perpendicular, if that lies within the edge, or an end of the edge.
 */
function leastAngleToBox(longitude: number, latitude: number, box: SearchBox): number {
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
  const smallest = Math.min(
    angleBetween(phi, south * radiansPerDegree, lambda),
    angleBetween(phi, north * radiansPerDegree, lambda),
  );
  // In the plane of the meridian, towards the equator at its longitude; not positive when the foot is on its far side.
  const alongMeridian = Math.cos(phi) * Math.cos(lambda);
  if (alongMeridian <= 0) return smallest;
  const footInDegrees = Math.atan2(Math.sin(phi), alongMeridian) / radiansPerDegree;
  if (footInDegrees <= south || footInDegrees >= north) return smallest;
  const offMeridian = Math.abs(Math.cos(phi) * Math.sin(lambda));
  return Math.min(smallest, Math.atan2(offMeridian, Math.hypot(Math.sin(phi), alongMeridian)));
}

/**
 * The haversine formula, in radians, with the haversine of the angle to the antipode for 1 - haversine: well
 * conditioned for every angle, where the arc sine alone loses half of the digits near pi.
 */
function angleBetween(phi1: number, phi2: number, lambda: number): number {
  const product = Math.cos(phi1) * Math.cos(phi2);
  const haversine = Math.sin((phi2 - phi1) / 2) ** 2 + product * Math.sin(lambda / 2) ** 2;
  const haversineToAntipode = Math.sin((phi2 + phi1) / 2) ** 2 + product * Math.cos(lambda / 2) ** 2;
  return 2 * Math.atan2(Math.sqrt(haversine), Math.sqrt(haversineToAntipode));
}
