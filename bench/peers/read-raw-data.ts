import { readDataset } from '../../build-data/read/read-dataset.ts';
import { sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { IssueLog } from '../../build-data/validate/issue-log.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { rawData, type RawDataRecord } from '../../core/datasets/raw-data.ts';
import { publishedFiles } from '../paths.ts';
import { publishedSize } from '../read-records.ts';
import type { Positions } from './peer.ts';

export interface BenchRecords {
  readonly title: string;
  readonly records: readonly RawDataRecord[];
  readonly positions: Positions;
}

/** RawData at some size: the published records where they are at hand and of this size, else a sample. */
export async function readRawData(size: number): Promise<BenchRecords> {
  const published = size === publishedSize ? await readPublished() : undefined;
  const records = published ?? [...sampleRawData({ seed: 1, rawDataRecords: size })];
  return {
    title: `${records.length.toLocaleString('en')} records, ${published === undefined ? 'sample' : 'published'}`,
    records,
    positions: {
      longitudes: Float64Array.from(records, ({ LocationX }) => LocationX),
      latitudes: Float64Array.from(records, ({ LocationY }) => LocationY),
    },
  };
}

async function readPublished(): Promise<RawDataRecord[] | undefined> {
  const location = publishedFiles()?.rawData;
  if (location === undefined) return undefined;
  const issues = new IssueLog();
  const records: RawDataRecord[] = [];
  const onRecord = (record: DatasetRecord): void => {
    // Its fields have been validated against the description that the type follows from.
    records.push(record as RawDataRecord);
  };
  await readDataset({ dataset: rawData, location, issues, onRecord });
  if (issues.refused) throw new Error('The published records were refused.');
  return records;
}
