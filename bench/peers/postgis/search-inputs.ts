import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readDataset } from '../../../build-data/read/read-dataset.ts';
import {
  defaultSampleOptions,
  sampleCoastalFeatures,
  sampleRawData,
} from '../../../build-data/sample/sample-inputs.ts';
import { seededRandom } from '../../../build-data/sample/seeded-random.ts';
import { IssueLog } from '../../../build-data/validate/issues.ts';
import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { publishedFiles } from '../../inputs.ts';
import type { RecordPosition } from './load-records.ts';
import { randomPosition } from './random-positions.ts';

export type DatasetName = 'CoastalFeatures' | 'RawData';
export const datasetNames: readonly DatasetName[] = ['CoastalFeatures', 'RawData'];

/** Files to build from, and what the records in them say of their places. */
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

/** The published records where they are at hand, else our sample. */
export async function recordsAtHand(folder: string): Promise<SearchInputs> {
  const files = publishedFiles();
  if (files)
    return readPoints('the published data', { CoastalFeatures: files.coastalFeatures, RawData: files.rawData });
  const features = sampleCoastalFeatures(defaultSampleOptions);
  return writeInputs(folder, 'sample data', features, [...sampleRawData(defaultSampleOptions)]);
}

/** Our sample moved to random places of the whole globe, many of them near its poles and the antimeridian. */
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
