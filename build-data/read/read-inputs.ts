import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { sampleCoastalFeatures, type SampleOptions, sampleRawData } from '../sample/sample-inputs.ts';
import { IssueLog } from '../validate/issues.ts';
import type { ReadRecords } from '../validate/validate-version.ts';
import { type RecordTable, RecordTableBuilder } from '../write/record-table.ts';
import { displayLocation, type ProgressReporter, readDataset } from './read-dataset.ts';

/** The records of a build: a publisher's two files or URLs, generated sample data, or tables in memory. */
export type BuildInputs =
  | { readonly kind: 'files'; readonly coastalFeatures: string; readonly rawData: string }
  | { readonly kind: 'sample'; readonly options: SampleOptions }
  | { readonly kind: 'tables'; readonly tables: readonly RecordTable[]; readonly sample: boolean };

export interface ReadOptions {
  readonly inputs: BuildInputs;
  /** 100 permits datasets without records. */
  readonly maxRemovedPercent?: number | undefined;
}

interface ReadInput extends ReadOptions {
  readonly progress: ProgressReporter;
}

/** Reads and validates all records of the inputs, one by one, and sorts them. */
export async function readInputs({ inputs, maxRemovedPercent, progress }: ReadInput): Promise<ReadRecords> {
  const issues = new IssueLog();
  if (inputs.kind === 'tables') return { tables: inputs.tables, sample: inputs.sample, issues, locations: {} };
  if (inputs.kind === 'sample') {
    const tables = [
      await fillTable(coastalFeatures, sampleCoastalFeatures(inputs.options)),
      await fillTable(rawData, sampleRawData(inputs.options)),
    ];
    return { tables, sample: true, issues, locations: {} };
  }
  const tables: RecordTable[] = [];
  const locations: Record<string, string> = {};
  // Both are read even if the first is refused, so that one run reports every fault.
  for (const [dataset, location] of [
    [coastalFeatures, inputs.coastalFeatures],
    [rawData, inputs.rawData],
  ] as const) {
    const builder = new RecordTableBuilder(dataset);
    locations[dataset.name] = displayLocation(location);
    progress.start(dataset.name);
    await readDataset({
      dataset,
      location,
      issues,
      allowEmpty: maxRemovedPercent === 100,
      onRecord: (record) => {
        builder.add(record);
      },
      onProgress: (step) => {
        progress.update(step);
      },
    });
    progress.finish();
    if (!issues.refused) tables.push(await builder.finishAnySize());
  }
  return { tables, sample: false, issues, locations };
}

async function fillTable(dataset: DatasetDescription, records: Iterable<DatasetRecord>): Promise<RecordTable> {
  const builder = new RecordTableBuilder(dataset);
  for (const record of records) builder.add(record);
  return builder.finishAnySize();
}
