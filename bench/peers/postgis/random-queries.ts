import { seededRandom, type SeededRandom } from '../../../build-data/sample/seeded-random.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { PostgisResults } from './postgis-results.ts';
import {
  antipodeOf,
  type DatasetName,
  datasetNames,
  nearAntimeridian,
  nearPole,
  nearPosition,
  onGlobe,
  type SearchInputs,
} from './search-inputs.ts';

export interface SearchQuery extends Position {
  readonly dataset: DatasetName;
  readonly style: 'InRadius' | 'Nearest';
  /** Nearest without a range considers every record. */
  readonly rangeInMetres: number | undefined;
}

const seed = 1;
const shortestRangeInMetres = 0.001;
/** More than half the circumference of the earth. */
const longestRangeInMetres = 20_100_000;
/** The difference between a range and the distance of a record, in metres. Smaller ones are within rounding. */
const hairs = [0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1];

/** Queries of all kinds, the same ones in every run. PostGIS helps to find the hardest: edges at records, and ties. */
export async function randomQueries(
  { points }: SearchInputs,
  count: number,
  theirs: PostgisResults,
): Promise<SearchQuery[]> {
  const random = seededRandom(seed, 'queries');
  const queries: SearchQuery[] = [];
  for (let index = 0; index < count; index++) {
    const dataset = random.pick(datasetNames);
    const style = random.pick(['InRadius', 'InRadius', 'Nearest'] as const);
    let centre = randomCentre(random, points[dataset]);
    if (style === 'Nearest' && random.chance(0.5)) {
      const elsewhere = random.chance(0.5) ? nearPosition(random, centre) : randomCentre(random, points[dataset]);
      centre = await positionBetween(random, theirs, dataset, [centre, elsewhere]);
    }
    let rangeInMetres: number | undefined;
    if (style === 'InRadius' || random.chance(0.3)) {
      const edge = await theirs.distanceBetween(centre, random.pick(points[dataset]));
      rangeInMetres = random.chance(0.5) ? anyRange(random) : rangeUpTo(random, edge);
    }
    queries.push({ dataset, style, ...centre, rangeInMetres });
  }
  return queries;
}

/** Half of the centres are near records; the others are where searches are hardest. */
function randomCentre(random: SeededRandom, records: readonly Position[]): Position {
  const { longitude, latitude } = random.pick(records);
  const record = { longitude, latitude };
  const choices: readonly (() => Position)[] = [
    () => nearPosition(random, record),
    () => nearPosition(random, record),
    () => nearPosition(random, record),
    () => record,
    () => onGlobe(random),
    () => nearAntimeridian(random),
    () => nearPole(random),
    () => nearPosition(random, antipodeOf(record)),
  ];
  return random.pick(choices)();
}

/** All magnitudes are equally likely. */
function anyRange(random: SeededRandom): number {
  return shortestRangeInMetres * (longestRangeInMetres / shortestRangeInMetres) ** random.unit();
}

/** A range that ends at a record at this distance, just before it or just beyond it. */
function rangeUpTo(random: SeededRandom, distanceInMetres: number): number {
  return Math.max(shortestRangeInMetres, distanceInMetres + random.pick([-1, 1]) * random.pick(hairs));
}

const fewestHalvings = 5;
/** Enough bisections to bring any two positions within a nanometre of each other. */
const mostHalvings = 55;

/**
 * A position between two others, near the point where another record becomes the nearest: there the smallest error in a
 * distance gives the wrong record. How near is random.
 */
async function positionBetween(
  random: SeededRandom,
  theirs: PostgisResults,
  dataset: DatasetName,
  [from, to]: readonly [Position, Position],
): Promise<Position> {
  const [first] = (await theirs.oneNearest(dataset, from)).keys();
  if (first === undefined) return from;
  const isNearestTo = async (place: Position): Promise<boolean> => {
    const distance = (await theirs.distances(dataset, place, [first])).get(first);
    const [least] = (await theirs.oneNearest(dataset, place)).values();
    return distance === least;
  };
  let [near, far] = [from, to];
  const halvings = random.integer(fewestHalvings, mostHalvings);
  for (let halving = 0; halving < halvings; halving++) {
    const middle = {
      longitude: (near.longitude + far.longitude) / 2,
      latitude: (near.latitude + far.latitude) / 2,
    };
    if (await isNearestTo(middle)) near = middle;
    else far = middle;
  }
  return random.pick([near, far]);
}
