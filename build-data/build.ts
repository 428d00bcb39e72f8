import { coastalFeatures } from '../core/datasets/coastal-features.ts';
import type { DatasetDescription, DatasetRecord } from '../core/datasets/dataset-description.ts';
import { rawData } from '../core/datasets/raw-data.ts';
import type { Manifest } from '../core/storage/manifest.ts';
import { reviewComparison, strictestComparison, type VersionComparison } from './documents/compare-versions.ts';
import { requireOutput, restorePrevious } from './publish/staged-tree.ts';
import { escapedLocation, readDataset } from './read/read-dataset.ts';
import type { ProgressReporter } from './report/progress.ts';
import { sampleCoastalFeatures, sampleRawData, type SampleOptions } from './sample/sample-inputs.ts';
import type { FindingCode } from './validate/issue-kinds.ts';
import { Findings, type Report } from './validate/issue-log.ts';
import { RecordTableBuilder, type RecordTable } from './write/record-table.ts';
import { writeSite, type SiteOptions, type WrittenSite } from './write/write-site.ts';

/** Where a build takes its records from: a publisher's two files or addresses, or our own sample. */
export type BuildInputs =
  | { readonly kind: 'files'; readonly coastalFeatures: string; readonly rawData: string }
  | { readonly kind: 'sample'; readonly options: SampleOptions };

/** Percent of the records of a dataset that a build may remove without an explicit option. */
export const defaultMaxRemovedPercent = 10;

export interface BuildOptions extends Omit<SiteOptions, 'sample' | 'onCompared'> {
  readonly inputs: BuildInputs;
  readonly progress: ProgressReporter;
  /** 0 to 100; 100 also permits datasets without records. `defaultMaxRemovedPercent` by default. */
  readonly maxRemovedPercent?: number | undefined;
  /** Warnings that refuse the data like a fault. */
  readonly failOnWarnings?: ReadonlySet<FindingCode> | undefined;
}

export type BuildResult = BuildRefusal | BuiltSite;

/** Nothing was changed. */
export interface BuildRefusal {
  readonly kind: 'refused';
  readonly reason: 'faults' | 'removals' | 'warnings';
  readonly findings: Findings;
  /** Those of `failOnWarnings` that were found. */
  readonly failedWarnings: readonly FindingCode[];
  /** Undefined when the input was refused before it could be compared. */
  readonly comparison: VersionComparison | undefined;
  /** Records read, by dataset name; undefined when the input was refused. */
  readonly records: Readonly<Record<string, number>> | undefined;
}

export interface BuiltSite {
  readonly kind: 'built';
  readonly findings: Findings;
  readonly manifest: Manifest;
  readonly site: WrittenSite;
  readonly comparison: VersionComparison;
}

/** Ends `writeSite` before it publishes anything. */
class Refused extends Error {
  readonly refusal: BuildRefusal;

  constructor(refusal: BuildRefusal) {
    super('The build was refused.');
    this.refusal = refusal;
  }
}

/**
 * Builds the static tree from its inputs. Bad input is a result, not an exception; throws OutputError when the output
 * cannot be written.
 */
export async function buildData(options: BuildOptions): Promise<BuildResult> {
  await requireOutput(options.outputDirectory, options.asLink);
  await restorePrevious(options.outputDirectory, options);
  const findings = new Findings();
  options.phases?.start('read');
  const tables = await readTables(options, findings);
  if (findings.refused) {
    return {
      kind: 'refused',
      reason: 'faults',
      findings,
      failedWarnings: [],
      comparison: undefined,
      records: undefined,
    };
  }
  let comparison: VersionComparison | undefined;
  try {
    const site = await writeSite(tables, {
      ...options,
      sample: options.inputs.kind === 'sample',
      onCompared: ([first, ...others]) => {
        if (first === undefined) return;
        comparison = requireAcceptable(tables, [first, ...others], options, findings);
      },
    });
    if (comparison === undefined) throw new Error('The build was not compared with the previous one.');
    return { kind: 'built', findings, manifest: site.manifest, site, comparison };
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

/** Returns the comparison to report: with the build from which most records are missing. Throws Refused. */
function requireAcceptable(
  tables: readonly RecordTable[],
  comparisons: readonly [VersionComparison, ...VersionComparison[]],
  options: BuildOptions,
  findings: Findings,
): VersionComparison {
  let [comparison] = comparisons;
  const { inputs, maxRemovedPercent = defaultMaxRemovedPercent, failOnWarnings } = options;
  // Sample data is invented: losing it does no harm.
  if (inputs.kind === 'files') {
    for (const { dataset, size } of tables) {
      const location = escapedLocation(dataset === rawData ? inputs.rawData : inputs.coastalFeatures);
      const reviewed = {
        name: dataset.name,
        records: size,
        report: ((code, details) => {
          findings.add(code, dataset.name, location, details);
        }) satisfies Report,
      };
      const strictest = strictestComparison(comparisons, reviewed);
      if (strictest !== comparisons[0]) comparison = strictest;
      reviewComparison(strictest, reviewed, maxRemovedPercent);
    }
  }
  const failedWarnings = findings.warningCodes.filter((code) => failOnWarnings?.has(code) === true);
  const reason = findings.refused ? 'removals' : failedWarnings.length > 0 ? 'warnings' : undefined;
  if (reason === undefined) return comparison;
  const records = Object.fromEntries(tables.map(({ dataset, size }) => [dataset.name, size]));
  throw new Refused({ kind: 'refused', reason, findings, failedWarnings, comparison, records });
}

async function readTables(options: BuildOptions, findings: Findings): Promise<readonly RecordTable[]> {
  const { inputs, progress, maxRemovedPercent = defaultMaxRemovedPercent } = options;
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
      allowEmpty: maxRemovedPercent === 100,
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
