import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDataset } from '../../../build-data/read/read-dataset.ts';
import {
  defaultSampleOptions,
  sampleCoastalFeatures,
  sampleRawData,
} from '../../../build-data/sample/sample-inputs.ts';
import { type SeededRandom, seededRandom } from '../../../build-data/sample/seeded-random.ts';
import { IssueLog } from '../../../build-data/validate/issues.ts';
import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import { publishedFiles } from '../../inputs.ts';

/** A position anywhere (half of them), or near the antimeridian or a pole (a quarter each), sometimes exactly there. */
export function randomPosition(random: SeededRandom): Position {
  return random.pick([onGlobe, onGlobe, nearAntimeridian, nearPole])(random);
}

/** A position uniformly distributed over the globe. */
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

/** The same position, or one from a tenth of a metre to some hundred kilometres away. */
export function nearPosition(random: SeededRandom, { longitude, latitude }: Position): Position {
  const northward = random.pick([-1, 1]) * smallAngle(random);
  const eastward = random.pick([-1, 1]) * smallAngle(random);
  return {
    longitude: wrapLongitude(longitude + eastward),
    latitude: Math.max(-90, Math.min(90, latitude + northward)),
  };
}

/** The antipode of a position: the shortest path between them is ambiguous. */
export function antipode({ longitude, latitude }: Position): Position {
  return { longitude: wrapLongitude(longitude + 180), latitude: -latitude };
}

/** An angle from a millionth of a degree to some degrees, all magnitudes equally likely; sometimes zero. */
function smallAngle(random: SeededRandom): number {
  return random.chance(0.1) ? 0 : 10 ** (random.unit() * 6.5 - 6);
}

function wrapLongitude(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

/** A position of a record. A record with two positions has two of these. */
export interface RecordPosition {
  readonly recordNumber: number;
  readonly longitude: number;
  readonly latitude: number;
}

export type DatasetName = 'CoastalFeatures' | 'RawData';
export const datasetNames: readonly DatasetName[] = ['CoastalFeatures', 'RawData'];

/** Input files for a build, and the positions of their records. */
export interface SearchInputs {
  readonly title: string;
  readonly files: Readonly<Record<DatasetName, string>>;
  /** In the order of the files; the record number is the record's identifier. */
  readonly points: Readonly<Record<DatasetName, readonly RecordPosition[]>>;
}

const descriptions: Readonly<Record<DatasetName, DatasetDescription>> = {
  CoastalFeatures: coastalFeatures,
  RawData: rawData,
};

/** The published records if they are available, otherwise the sample. */
export async function availableRecords(folder: string): Promise<SearchInputs> {
  const files = publishedFiles();
  if (files)
    return readPoints('the published data', { CoastalFeatures: files.coastalFeatures, RawData: files.rawData });
  const features = sampleCoastalFeatures(defaultSampleOptions);
  return writeInputs(folder, 'sample data', features, [...sampleRawData(defaultSampleOptions)]);
}

/** The sample with random positions all over the globe, many of them near the poles and the antimeridian. */
export async function recordsAllOver(folder: string): Promise<SearchInputs> {
  const random = seededRandom(1, 'records all over the globe');
  const targets = Array.from({ length: 4000 }, () => randomPosition(random));
  const move = (record: DatasetRecord, { positions }: DatasetDescription): DatasetRecord => {
    const moved = positions.map(({ longitudeField, latitudeField }) => {
      const { longitude, latitude } = random.pick(targets);
      return { [longitudeField]: longitude, [latitudeField]: latitude };
    });
    return Object.assign({}, record, ...moved) as DatasetRecord;
  };
  return writeInputs(
    folder,
    'sample data all over the globe',
    sampleCoastalFeatures(defaultSampleOptions).map((record) => move(record, coastalFeatures)),
    Array.from(sampleRawData(defaultSampleOptions), (record) => move(record, rawData)),
  );
}

function writeInputs(
  folder: string,
  title: string,
  features: readonly DatasetRecord[],
  records: readonly DatasetRecord[],
): Promise<SearchInputs> {
  const files = { CoastalFeatures: join(folder, 'coastal-features.json'), RawData: join(folder, 'raw-data.json') };
  writeFileSync(files.CoastalFeatures, JSON.stringify(features));
  writeFileSync(files.RawData, JSON.stringify(records));
  return readPoints(title, files);
}

async function readPoints(title: string, files: SearchInputs['files']): Promise<SearchInputs> {
  const points: Record<DatasetName, RecordPosition[]> = { CoastalFeatures: [], RawData: [] };
  for (const name of datasetNames) {
    const dataset = descriptions[name];
    await readDataset({
      dataset,
      location: files[name],
      issues: new IssueLog(),
      onRecord: (record) => {
        for (const { longitudeField, latitudeField } of dataset.positions) {
          points[name].push({
            recordNumber: Number(record[dataset.identifierField]),
            longitude: Number(record[longitudeField]),
            latitude: Number(record[latitudeField]),
          });
        }
      },
    });
  }
  return { title, files, points };
}

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
/** Differences in metres between a range and the distance of a record. Smaller differences are within rounding. */
const smallDifferences = [0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1];

/** The part of `PostgisSearcher` that finds the hardest queries. */
interface DistanceSource {
  oneNearest(dataset: DatasetName, centre: Position): Promise<ReadonlyMap<number, number>>;
  distances(
    dataset: DatasetName,
    centre: Position,
    identifiers: readonly number[],
  ): Promise<ReadonlyMap<number, number>>;
  distanceBetween(from: Position, to: Position): Promise<number>;
}

/** Makes queries of all kinds, the same in every run. PostGIS helps to find the hardest: edges of radii, and ties. */
export async function randomQueries(
  { points }: SearchInputs,
  count: number,
  postgisDistances: DistanceSource,
): Promise<SearchQuery[]> {
  const random = seededRandom(seed, 'queries');
  const queries: SearchQuery[] = [];
  for (let index = 0; index < count; index++) {
    const dataset = random.pick(datasetNames);
    const style = random.pick(['InRadius', 'InRadius', 'Nearest'] as const);
    let centre = randomCentre(random, points[dataset]);
    if (style === 'Nearest' && random.chance(0.5)) {
      const elsewhere = random.chance(0.5) ? nearPosition(random, centre) : randomCentre(random, points[dataset]);
      centre = await positionBetween(random, postgisDistances, dataset, [centre, elsewhere]);
    }
    let rangeInMetres: number | undefined;
    if (style === 'InRadius' || random.chance(0.3)) {
      const edge = await postgisDistances.distanceBetween(centre, random.pick(points[dataset]));
      rangeInMetres = random.chance(0.5) ? anyRange(random) : rangeNear(random, edge);
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
    () => nearPosition(random, antipode(record)),
  ];
  return random.pick(choices)();
}

/** All magnitudes are equally likely. */
function anyRange(random: SeededRandom): number {
  return shortestRangeInMetres * (longestRangeInMetres / shortestRangeInMetres) ** random.unit();
}

/** A range that ends at this distance, just before it or just beyond it. */
function rangeNear(random: SeededRandom, distanceInMetres: number): number {
  return Math.max(shortestRangeInMetres, distanceInMetres + random.pick([-1, 1]) * random.pick(smallDifferences));
}

const minHalvings = 5;
/** Enough bisections to bring any two positions within a nanometre of each other. */
const maxHalvings = 55;

/**
 * A position between two others, near the point where another record becomes the nearest: there, the smallest error in
 * a distance leads to the wrong record. The distance from this point is random.
 */
async function positionBetween(
  random: SeededRandom,
  postgisDistances: DistanceSource,
  dataset: DatasetName,
  [from, to]: readonly [Position, Position],
): Promise<Position> {
  const [first] = (await postgisDistances.oneNearest(dataset, from)).keys();
  if (first === undefined) return from;
  const isNearestTo = async (position: Position): Promise<boolean> => {
    const distance = (await postgisDistances.distances(dataset, position, [first])).get(first);
    const [least] = (await postgisDistances.oneNearest(dataset, position)).values();
    return distance === least;
  };
  let [near, far] = [from, to];
  const halvings = random.integer(minHalvings, maxHalvings);
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
