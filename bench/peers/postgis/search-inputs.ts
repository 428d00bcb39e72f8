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

/** A position anywhere, near the antimeridian or near a pole, with equal probability; sometimes exactly on them. */
export function randomPosition(random: SeededRandom): Position {
  return random.pick([onGlobe, onGlobe, nearAntimeridian, nearPole])(random);
}

/** Uniformly distributed over the globe. */
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

/** A position at another one or around it, from a tenth of a metre to some hundred kilometres away. */
export function nearPosition(random: SeededRandom, { longitude, latitude }: Position): Position {
  const northward = random.pick([-1, 1]) * smallAngle(random);
  const eastward = random.pick([-1, 1]) * smallAngle(random);
  return {
    longitude: wrapLongitude(longitude + eastward),
    latitude: Math.max(-90, Math.min(90, latitude + northward)),
  };
}

/** The antipode, where shortest paths are ambiguous. */
export function antipodeOf({ longitude, latitude }: Position): Position {
  return { longitude: wrapLongitude(longitude + 180), latitude: -latitude };
}

/** From a millionth of a degree to some degrees, all magnitudes equally likely; sometimes zero. */
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

/** The published records if they are available, otherwise our sample. */
export async function availableRecords(folder: string): Promise<SearchInputs> {
  const files = publishedFiles();
  if (files)
    return readPoints('the published data', { CoastalFeatures: files.coastalFeatures, RawData: files.rawData });
  const features = sampleCoastalFeatures(defaultSampleOptions);
  return writeInputs(folder, 'sample data', features, [...sampleRawData(defaultSampleOptions)]);
}

/** Our sample moved to random positions all over the globe, many of them near the poles and the antimeridian. */
export async function recordsAllOver(folder: string): Promise<SearchInputs> {
  const random = seededRandom(1, 'records all over the globe');
  const places = Array.from({ length: 4000 }, () => randomPosition(random));
  const move = (record: DatasetRecord, { positions }: DatasetDescription): DatasetRecord => {
    const moved = positions.map(({ longitudeField, latitudeField }) => {
      const { longitude, latitude } = random.pick(places);
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
  events: readonly DatasetRecord[],
): Promise<SearchInputs> {
  const files = { CoastalFeatures: join(folder, 'coastal-features.json'), RawData: join(folder, 'raw-data.json') };
  writeFileSync(files.CoastalFeatures, JSON.stringify(features));
  writeFileSync(files.RawData, JSON.stringify(events));
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
