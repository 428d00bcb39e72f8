import {
  equatorialRadiusInMetres,
  largestCurvatureRadiusInMetres,
  polarRadiusInMetres,
  type Position,
  smallestCurvatureRadiusInMetres,
} from './wgs84.ts';

/*
 * The geodesic s between two points of the ellipsoid and the straight chord c through the earth bound each other.
 *
 * Let a and b be the equatorial and the polar radius, rho the smallest radius of curvature, r1 and r2 the distances of
 * the two points from the earth's centre, both from b to a, and theta the angle between their directions from the
 * centre. By the law of cosines, c^2 = (r1 - r2)^2 + 4 r1 r2 sin^2(theta / 2), which for given r1 and r2 grows with
 * theta from 0 to pi.
 *
 * (1) c <= s: no path is shorter than the straight one.
 *
 * (2) b * theta <= s: the ellipsoid lies outside the open ball of radius b. Projecting the geodesic onto that ball,
 * straight towards the centre, does not lengthen it, and gives a path on the sphere of radius b between points theta
 * apart.
 *
 * (3) s <= K * theta with K = 6,378,173.22 m: follow the surface along the great circle of directions from one point to
 * the other. Let R be the distance of the surface from the centre. The geodesic is no longer than this path, the
 * integral of sqrt(R^2 + R'^2) over theta. With psi measured from where the great circle meets the equator, and i its
 * inclination, 1 / R^2 = 1 / a^2 + (1 / b^2 - 1 / a^2) sin^2 i sin^2 psi; its derivative gives
 * R' = -R^3 / 2 * (1 / b^2 - 1 / a^2) sin^2 i sin 2 psi. As R <= a, |R'| <= a (a^2 - b^2) / (2 b^2) = 21,492.72 m, and
 * K = sqrt(a^2 + 21,492.72^2) suffices.
 *
 * (4) s <= 2 rho asin(c / 2 rho) for c <= 2 rho: the curvature of a geodesic is that of its normal section, at most
 * 1 / rho. By Schur's comparison theorem its chord is at least as long as that of an arc of the same length on a circle
 * of radius rho: c >= 2 rho sin(s / 2 rho), whose right side grows with s as long as s <= pi rho. And s > pi rho is
 * impossible: by (3) theta would exceed pi rho / K = 3.1205, more than a right angle, where c grows with r1 and r2, so
 * that c >= 2 b sin(3.1205 / 2) > 12,712,797 m, which is more than 2 rho = 12,670,879 m.
 */

/** K in (3). */
const mostMetresPerRadian = Math.hypot(
  equatorialRadiusInMetres,
  (equatorialRadiusInMetres * (equatorialRadiusInMetres ** 2 - polarRadiusInMetres ** 2)) /
    (2 * polarRadiusInMetres ** 2),
);
const curvatureDiameterInMetres = 2 * smallestCurvatureRadiusInMetres;

/**
 * The margin that keeps the bounds true despite rounding. A chord computed from two rounded positions is off by at most
 * 40 nanometres, the library's geodesic by about 15, and the formulas below and the distance to a box by a few units in
 * the last place of 2^24 m, 4 nanometres each. In all bounds above, s grows at least b / a as fast as c, because
 * dc / dtheta is at most the lesser of r1 and r2: turning the point at r1 by dtheta moves it by r1 dtheta, and the
 * chord grows by no more than that. A micrometre of chord therefore covers the errors many times over.
 */
const roundingMarginInMetres = 1e-6;

/**
 * A chord in metres: every point of the ellipsoid that is at most this far from the search centre, straight through the
 * earth, is within `radiusInMetres` of the search centre along the surface. The chord is negative if this holds for no
 * point. The search centre is on the ellipsoid, `centreRadiusInMetres` from the earth's centre. The radius is from 0 to
 * Infinity.
 */
export function chordSurelyWithin(radiusInMetres: number, centreRadiusInMetres: number): number {
  const angle = radiusInMetres / mostMetresPerRadian;
  if (angle >= Math.PI) return Infinity; // By (3), no point of the ellipsoid is further away.
  // The bound by (4). A chord of at most 2 rho implies s <= pi rho, so a radius above pi rho does not increase the
  // bound.
  const halfAngle = Math.min(radiusInMetres / curvatureDiameterInMetres, Math.PI / 2);
  const byCurvature = curvatureDiameterInMetres * Math.sin(halfAngle);
  // By (3), s > r implies theta > angle, hence a chord longer than one at that angle. The shortest chord at that angle,
  // for r2 from b to a, is at the foot of the perpendicular from the centre, as c^2 is a parabola in r2 with its vertex
  // there.
  const foot = centreRadiusInMetres * Math.cos(angle);
  const nearestRadius = Math.max(polarRadiusInMetres, Math.min(equatorialRadiusInMetres, foot));
  const byDirection = chordAtAngle(centreRadiusInMetres, nearestRadius, angle);
  return Math.max(byCurvature, byDirection) - roundingMarginInMetres;
}

/**
 * A chord in metres, possibly Infinity: every point of the ellipsoid that is further than this from the search centre,
 * straight through the earth, is further than `radiusInMetres` from the search centre along the surface. The search
 * centre is on the ellipsoid, `centreRadiusInMetres` from the earth's centre. The radius is from 0 to Infinity.
 */
export function chordSurelyBeyond(radiusInMetres: number, centreRadiusInMetres: number): number {
  const angle = radiusInMetres / polarRadiusInMetres;
  if (angle >= Math.PI) return Infinity; // (2) gives no bound, and the bound by (1) is longer than any chord.
  // By (2), s <= r implies theta <= angle, hence a chord no longer than one at that angle. The longest chord at that
  // angle has r2 = b or r2 = a, as c^2 is convex in r2.
  const byDirection = Math.max(
    chordAtAngle(centreRadiusInMetres, polarRadiusInMetres, angle),
    chordAtAngle(centreRadiusInMetres, equatorialRadiusInMetres, angle),
  );
  return Math.min(radiusInMetres, byDirection) + roundingMarginInMetres;
}

/** The law of cosines in a form that keeps small angles precise. */
function chordAtAngle(radius1InMetres: number, radius2InMetres: number, angle: number): number {
  const difference = radius1InMetres - radius2InMetres;
  const sine = Math.sin(angle / 2);
  return Math.sqrt(difference * difference + 4 * radius1InMetres * radius2InMetres * sine * sine);
}

/** A box in degrees that does not cross the antimeridian. */
export interface SearchBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const radiansPerDegree = Math.PI / 180;
/** 1e-9 degrees are 0.1 mm: far more than the rounding errors of the arithmetic below, and negligible for a search. */
const roundingMarginInDegrees = 1e-9;

/**
 * One or two boxes that together contain every point within `radiusInMetres` of the centre; two when the antimeridian
 * is crossed.
 *
 * Proof: let sigma be the angle between the ellipsoid's normals at two points, which is their angular distance on the
 * unit sphere of geodetic coordinates. Along a path on the ellipsoid, the normal turns by at most ds / rho, where rho
 * is the smallest radius of curvature. Hence rho * sigma <= s, and every point with s <= r lies in the cap of angular
 * radius delta = r / rho. A cap that contains no pole spans the latitudes +-delta and the longitudes
 * +-asin(sin delta / cos latitude) around its centre, to the two meridians that touch it (law of sines in the right
 * triangle of the pole, the centre and the point of contact). A cap that contains a pole spans every longitude. So does
 * every cap of delta >= 90 degrees, which always contains a pole.
 */
export function boxesAround(centre: Position, radiusInMetres: number): readonly SearchBox[] {
  const deltaInDegrees = radiusInMetres / smallestCurvatureRadiusInMetres / radiansPerDegree + roundingMarginInDegrees;
  const south = Math.max(-90, centre.latitude - deltaInDegrees);
  const north = Math.min(90, centre.latitude + deltaInDegrees);
  if (south === -90 || north === 90) return [{ west: -180, south, east: 180, north }];

  const sine = Math.sin(deltaInDegrees * radiansPerDegree) / Math.cos(centre.latitude * radiansPerDegree);
  // Rounding can raise the sine above 1 for a cap that almost touches a pole.
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
 * A lower bound, in metres, of the geodesic from a position to any point in a box: rho * sigma, where sigma is the
 * least angle between the ellipsoid's normals, as above. Zero inside the box.
 */
export function distanceToBoxAtLeast(position: Position, box: SearchBox): number {
  const angle = leastAngleToBox(position.longitude, position.latitude, box);
  return Math.max(0, angle - roundingMarginInDegrees * radiansPerDegree) * smallestCurvatureRadiusInMetres;
}

/**
 * An upper bound, in metres, of the geodesic from a position to every point in a box: R * sigma, where R is the largest
 * radius of curvature and sigma the greatest angle between the ellipsoid's normals. It holds because there is a path of
 * at most that length: the path whose normals follow a great circle of the unit sphere, along which ds <= R dsigma.
 *
 * On that sphere, the point of the box that is farthest from the position is the nearest to its antipode, and the two
 * angles add up to pi. The angles are accurate to 1e-15, both near zero and near pi, and the antipode's longitude to
 * 3e-14 degrees, so the rounding margin of 0.1 mm is also sufficient for a greatest angle near zero.
 */
export function distanceToBoxAtMost(position: Position, box: SearchBox): number {
  const antipodeLongitude = position.longitude > 0 ? position.longitude - 180 : position.longitude + 180;
  const angle = Math.PI - leastAngleToBox(antipodeLongitude, -position.latitude, box);
  return (angle + roundingMarginInDegrees * radiansPerDegree) * largestCurvatureRadiusInMetres;
}

/**
 * The least angle in radians, on the unit sphere, between a position and any point in a box; zero inside the box. The
 * nearest point of a box lies on the meridian of the position, if that crosses the box; otherwise on one of the two
 * bounding meridians, because along a parallel the angle grows with the difference of longitude. On a bounding
 * meridian, the nearest point is the foot of the perpendicular, if that lies within the edge, or an end of the edge.
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
  // The component in the direction in which the meridian crosses the equator. If it is not positive, the foot of the
  // perpendicular is on the opposite meridian.
  const alongMeridian = Math.cos(phi) * Math.cos(lambda);
  if (alongMeridian <= 0) return smallest;
  const footInDegrees = Math.atan2(Math.sin(phi), alongMeridian) / radiansPerDegree;
  if (footInDegrees <= south || footInDegrees >= north) return smallest;
  const offMeridian = Math.abs(Math.cos(phi) * Math.sin(lambda));
  return Math.min(smallest, Math.atan2(offMeridian, Math.hypot(Math.sin(phi), alongMeridian)));
}

/**
 * The angle in radians between two points on the unit sphere, by the haversine formula. 1 - haversine is computed as
 * the haversine of the angle to the antipode, which is precise for every angle. The arc sine alone would lose half of
 * the digits near pi.
 */
function angleBetween(phi1: number, phi2: number, lambda: number): number {
  const product = Math.cos(phi1) * Math.cos(phi2);
  const haversine = Math.sin((phi2 - phi1) / 2) ** 2 + product * Math.sin(lambda / 2) ** 2;
  const haversineToAntipode = Math.sin((phi2 + phi1) / 2) ** 2 + product * Math.cos(lambda / 2) ** 2;
  return 2 * Math.atan2(Math.sqrt(haversine), Math.sqrt(haversineToAntipode));
}
