import { radiansPerDegree, sphereRadiusInMetres } from './sphere.ts';

/** In degrees, edges included; west is never more than east. */
export interface DegreeBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Against rounding: about 0.1 mm. */
const slackInDegrees = 1e-9;

/**
 * Boxes of longitude and latitude that hold every place within a range on the sphere, longitudes in -180 to 180: one,
 * or two where the antimeridian parts it. A circle with a pole in it takes all longitudes.
 */
export function degreeBoxesAround(longitude: number, latitude: number, rangeInMetres: number): readonly DegreeBox[] {
  const angle = rangeInMetres / sphereRadiusInMetres;
  const latitudeReach = angle / radiansPerDegree + slackInDegrees;
  const south = latitude - latitudeReach;
  const north = latitude + latitudeReach;
  if (south <= -90 || north >= 90) return [{ west: -180, south, east: 180, north }];

  // The circle's easternmost point is not on its centre's latitude, but somewhat further towards the pole.
  const sine = Math.sin(angle) / Math.cos(latitude * radiansPerDegree);
  const longitudeReach = Math.asin(Math.min(1, sine)) / radiansPerDegree + slackInDegrees;
  const west = longitude - longitudeReach;
  const east = longitude + longitudeReach;
  if (west < -180) {
    return [
      { west: west + 360, south, east: 180, north },
      { west: -180, south, east, north },
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
