import type { SeededRandom } from '../../../build-data/sample/seeded-random.ts';
import type { Position } from '../../../core/geo/wgs84.ts';

/** Any place of the globe, and as often one near the antimeridian or near a pole; now and then on them. */
export function randomPosition(random: SeededRandom): Position {
  return random.pick([onGlobe, onGlobe, nearAntimeridian, nearPole])(random);
}

/** Everywhere equally likely. */
export function onGlobe(random: SeededRandom): Position {
  return {
    longitude: random.unit() * 360 - 180,
    latitude: (Math.asin(random.unit() * 2 - 1) * 180) / Math.PI,
  };
}

export function nearAntimeridian(random: SeededRandom): Position {
  const side = random.pick([-1, 1]);
  return { longitude: side * (180 - smallAngle(random)), latitude: onGlobe(random).latitude };
}

export function nearPole(random: SeededRandom): Position {
  const side = random.pick([-1, 1]);
  return { longitude: onGlobe(random).longitude, latitude: side * (90 - smallAngle(random)) };
}

/** A place at or around another one, from a tenth of a metre to some hundred kilometres off. */
export function nearPosition(random: SeededRandom, { longitude, latitude }: Position): Position {
  const northward = random.pick([-1, 1]) * smallAngle(random);
  const eastward = random.pick([-1, 1]) * smallAngle(random);
  return {
    longitude: wrapLongitude(longitude + eastward),
    latitude: Math.max(-90, Math.min(90, latitude + northward)),
  };
}

/** The place through the middle of the earth, where shortest paths part. */
export function antipodeOf({ longitude, latitude }: Position): Position {
  return { longitude: wrapLongitude(longitude + 180), latitude: -latitude };
}

/** From a millionth of a degree to some degrees, all magnitudes equally likely; now and then none. */
function smallAngle(random: SeededRandom): number {
  return random.chance(0.1) ? 0 : 10 ** (random.unit() * 6.5 - 6);
}

function wrapLongitude(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}
