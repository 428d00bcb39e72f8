import type { DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures } from '../core/datasets/coastal-features.ts';
import { rawData } from '../core/datasets/raw-data.ts';
import { readDataset } from '../build-data/read/read-dataset.ts';
import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from '../build-data/sample/sample-inputs.ts';
import { IssueLog } from '../build-data/validate/issue-log.ts';
import { RecordTableBuilder, type RecordTable } from '../build-data/write/record-table.ts';
import { publishedFiles } from './paths.ts';

/** How many records the published dataset has: at this size it is measured itself, where it is at hand. */
export const publishedSize = 17_330;

export interface BenchTables {
  readonly title: string;
  readonly features: RecordTable;
  readonly records: RecordTable;
}

/** Both datasets at some size of RawData: the published ones where they are at hand and of this size, else a sample. */
export async function readTables(size: number): Promise<BenchTables> {
  const published = size === publishedSize ? publishedFiles() : undefined;
  const features = new RecordTableBuilder(coastalFeatures);
  const records = new RecordTableBuilder(rawData);
  if (published) {
    await readInto(features, coastalFeatures, published.coastalFeatures);
    await readInto(records, rawData, published.rawData);
  } else {
    const options = { ...defaultSampleOptions, rawDataRecords: size };
    for (const record of sampleCoastalFeatures(options)) features.add(record);
    for (const record of sampleRawData(options)) records.add(record);
  }
  const title = `${size.toLocaleString('en')} records, ${published ? 'published' : 'sample'}`;
  return { title, features: features.finish(), records: records.finish() };
}

async function readInto(
  builder: RecordTableBuilder,
  dataset: Parameters<typeof readDataset>[0]['dataset'],
  location: string,
): Promise<void> {
  const issues = new IssueLog();
  const onRecord = (record: DatasetRecord): void => {
    builder.add(record);
  };
  await readDataset({ dataset, location, issues, onRecord, onProgress: () => undefined });
  if (issues.refused) throw new Error(`${location} was refused`);
}
