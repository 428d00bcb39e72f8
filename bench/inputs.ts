import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { readDataset } from '../build-data/read/read-dataset.ts';
import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from '../build-data/sample/sample-inputs.ts';
import { IssueLog } from '../build-data/validate/issues.ts';
import { type RecordTable, RecordTableBuilder } from '../build-data/write/record-table.ts';
import type { DatasetRecord } from '../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../core/datasets/datasets.ts';

export const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The paths of the published files; undefined if they are not available. */
export function publishedFiles(): { readonly coastalFeatures: string; readonly rawData: string } | undefined {
  const directory = process.env['COASTWATCH_REAL_DATA'] ?? fromRoot('../shared/data');
  if (!existsSync(directory)) return undefined;
  return { coastalFeatures: `${directory}/CoastalFeatures.csv`, rawData: `${directory}/RawData.csv` };
}

/** The inputs to measure with: the published files if they are available, otherwise the sample. */
export function benchInputs(): { readonly title: string; readonly commandLine: readonly string[] } {
  const files = publishedFiles();
  if (!files) return { title: 'sample data', commandLine: ['--sample'] };
  return {
    title: 'the published data',
    commandLine: ['--coastal-features', files.coastalFeatures, '--raw-data', files.rawData],
  };
}

/** The command line of `npm run serve`, without options of the host. */
export function serveCommandLine(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { scripts: { serve: string } };
  return scripts.serve.split(' ').slice(1);
}

/** The numbers of records to measure with, as given by `--sizes 17330,100000`, or the three default sizes. */
export function requestedSizes(): readonly number[] {
  const { sizes } = parseArgs({ options: { sizes: { type: 'string', default: '17330,100000,1000000' } } }).values;
  return sizes.split(',').map((text) => {
    const size = Number(text);
    if (!Number.isSafeInteger(size) || size < 1)
      throw new RangeError(`--sizes ${sizes}: "${text}" must be a positive integer`);
    return size;
  });
}

/** The number of published records. For this size, benchmarks use the published records if they are available. */
export const publishedSize = 17_330;

export interface BenchTables {
  readonly title: string;
  readonly features: RecordTable;
  readonly records: RecordTable;
}

/** Reads both datasets with a given size of RawData: published records if available and of this size, or a sample. */
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
  if (issues.refused) throw new Error(`${location} has errors: run the build command to see them`);
}
