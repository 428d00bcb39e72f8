import type { RecordTable } from '../../write/record-table.ts';

const areaField = 'CoastalFeatureLGAName';
/** A record farther than this from every feature stands in no area: its position is likely to be mistaken. */
const farthestInDegrees = 0.5;

interface AreaPoint {
  readonly longitude: number;
  readonly latitude: number;
  readonly area: string;
}

/**
 * Finds the local government area at a point: that of the nearest point of a feature. Distances are compared on a plane
 * whose east-west scale is that of the latitude; what a few metres would decide differently is nobody's to know.
 */
export class AreaFinder {
  /** From south to north. */
  readonly #points: readonly AreaPoint[];
  readonly #known = new Map<string, readonly string[]>();

  constructor(features: RecordTable) {
    const points: AreaPoint[] = [];
    for (let index = 0; index < features.size; index++) {
      const area = (JSON.parse(features.text(index)) as Record<string, unknown>)[areaField];
      if (typeof area !== 'string' || area.trim() === '') continue;
      for (let position = 0; position < features.positionsPerRecord; position++) {
        const [longitude, latitude] = [features.longitude(index, position), features.latitude(index, position)];
        points.push({ longitude, latitude, area: area.trim() });
      }
    }
    this.#points = points.sort((one, other) => one.latitude - other.latitude);
  }

  /** In alphabetical order; several where features of several areas are equally near. */
  areasAt(longitude: number, latitude: number): readonly string[] {
    const key = `${longitude} ${latitude}`;
    let areas = this.#known.get(key);
    if (areas === undefined) this.#known.set(key, (areas = this.#search(longitude, latitude)));
    return areas;
  }

  #search(longitude: number, latitude: number): readonly string[] {
    const scale = Math.cos((latitude * Math.PI) / 180);
    const start = this.#firstFrom(latitude);
    let least = farthestInDegrees ** 2;
    let areas = new Set<string>();
    for (const step of [1, -1]) {
      for (let at = step === 1 ? start : start - 1; ; at += step) {
        const point = this.#points[at];
        const north = (point?.latitude ?? Number.POSITIVE_INFINITY) - latitude;
        if (point === undefined || north ** 2 > least) break;
        const across = Math.abs(point.longitude - longitude);
        const east = Math.min(across, 360 - across) * scale;
        const square = north ** 2 + east ** 2;
        if (square > least) continue;
        if (square < least) areas = new Set();
        least = square;
        areas.add(point.area);
      }
    }
    return [...areas].sort();
  }

  /** The first point that does not lie south of a latitude. */
  #firstFrom(latitude: number): number {
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#points[middle]?.latitude ?? 0) < latitude) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
