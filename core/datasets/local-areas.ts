/*
 * Which local government area a record belongs to. The records do not say, so it is derived from the coastal features.
 */

/** The field of a coastal feature that names its local government area. */
export const localAreaField = 'CoastalFeatureLGAName';

/** A record farther than this from every feature belongs to no area: its position is probably wrong. */
const maxDistanceInDegrees = 0.5;

/** One of the points of a coastal feature, and the name of the feature's area. */
interface AreaPoint {
  readonly longitude: number;
  readonly latitude: number;
  readonly area: string;
}

/** The name of an area as it is compared and shown; '' if there is none. */
export function localAreaName(published: unknown): string {
  return typeof published === 'string' ? published.trim() : '';
}

/**
 * Finds the local government areas at a point: those of the coastal features with the nearest point. Compares
 * distances on a plane with the east-west scale of the latitude, which is accurate enough for this purpose.
 */
export class LocalAreaFinder {
  /** Sorted from south to north. */
  readonly #points: readonly AreaPoint[];
  readonly #areasByPoint = new Map<string, readonly string[]>();

  /** Points without an area are ignored. */
  constructor(points: readonly AreaPoint[]) {
    this.#points = points.filter(({ area }) => area !== '').sort((one, other) => one.latitude - other.latitude);
  }

  /**
   * The areas at a point, in alphabetical order: several if their features are equally near, none if all are far away.
   */
  areasAt(longitude: number, latitude: number): readonly string[] {
    const key = `${longitude} ${latitude}`;
    let areas = this.#areasByPoint.get(key);
    if (areas === undefined) this.#areasByPoint.set(key, (areas = this.#search(longitude, latitude)));
    return areas;
  }

  #search(longitude: number, latitude: number): readonly string[] {
    const scale = Math.cos((latitude * Math.PI) / 180);
    const start = this.#firstFrom(latitude);
    let smallestSquare = maxDistanceInDegrees ** 2;
    let areas = new Set<string>();
    for (const step of [1, -1]) {
      for (let at = step === 1 ? start : start - 1; ; at += step) {
        const point = this.#points[at];
        if (point === undefined) break;
        const north = point.latitude - latitude;
        if (north ** 2 > smallestSquare) break;
        const across = Math.abs(point.longitude - longitude);
        const east = Math.min(across, 360 - across) * scale;
        const square = north ** 2 + east ** 2;
        if (square > smallestSquare) continue;
        if (square < smallestSquare) areas = new Set();
        smallestSquare = square;
        areas.add(point.area);
      }
    }
    return [...areas].sort();
  }

  /** The index of the first point that is not south of a latitude. */
  #firstFrom(latitude: number): number {
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const point = this.#points[middle];
      if (point !== undefined && point.latitude < latitude) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
