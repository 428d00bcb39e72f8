import { coastalFeatures } from '../core/datasets/coastal-features.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { rawData } from '../core/datasets/raw-data.ts';
import type { Manifest } from '../core/storage/manifest.ts';
import { requireOutput } from './publish/begin-tree.ts';
import { readDataset } from './read/read-dataset.ts';
import type { ProgressReporter } from './report/progress.ts';
import { sampleCoastalFeatures, sampleRawData, type SampleOptions } from './sample/sample-inputs.ts';
import { Findings } from './validate/findings.ts';
import { RecordTableBuilder, type RecordTable } from './write/record-table.ts';
import { writeSite, type SiteOptions, type WrittenSite } from './write/write-site.ts';

/** Where a build takes its records from: a publisher's two files or addresses, or our own sample. */
export type BuildInputs =
  | { readonly kind: 'files'; readonly coastalFeatures: string; readonly rawData: string }
  | { readonly kind: 'sample'; readonly options: SampleOptions };

export interface BuildOptions extends Omit<SiteOptions, 'sample'> {
  readonly inputs: BuildInputs;
  readonly progress: ProgressReporter;
}

export type BuildResult =
  /** The input was refused, and nothing was written. */
  | { readonly kind: 'refused'; readonly findings: Findings }
  | {
      readonly kind: 'built';
      readonly findings: Findings;
      readonly manifest: Manifest;
      readonly site: WrittenSite;
    };

/**
 * Builds the static tree from its inputs. Bad input is a result, not an exception; throws OutputError when the output
 * cannot be written.
 */
export async function buildData(options: BuildOptions): Promise<BuildResult> {
  await requireOutput(options.outputDirectory, options.asLink);
  const findings = new Findings();
  const tables = await readTables(options.inputs, findings, options.progress);
  if (findings.refused) return { kind: 'refused', findings };
  const site = await writeSite(tables, { ...options, sample: options.inputs.kind === 'sample' });
  return { kind: 'built', findings, manifest: site.manifest, site };
}

async function readTables(
  inputs: BuildInputs,
  findings: Findings,
  progress: ProgressReporter,
): Promise<readonly RecordTable[]> {
  if (inputs.kind === 'sample') {
    return [
      fillTable(coastalFeatures, sampleCoastalFeatures(inputs.options)),
      fillTable(rawData, sampleRawData(inputs.options)),
    ];
  }
  const tables: RecordTable[] = [];
  // Both are read even if the first is refused: a publisher wants to hear of every fault at once.
  for (const [dataset, location] of [
    [coastalFeatures, inputs.coastalFeatures],
    [rawData, inputs.rawData],
  ] as const) {
    const builder = new RecordTableBuilder(dataset);
    progress.start(dataset.name);
    await readDataset({
      dataset,
      location,
      findings,
      onRecord: (record) => {
        builder.add(record);
      },
      onProgress: (step) => {
        progress.update(step);
      },
    });
    progress.finish();
    if (!findings.refused) tables.push(builder.finish());
  }
  return tables;
}

function fillTable(dataset: DatasetDescription, records: Iterable<DatasetRecord>): RecordTable {
  const builder = new RecordTableBuilder(dataset);
  for (const record of records) builder.add(record);
  return builder.finish();
}
