import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import type { SiteRules } from '../../core/datasets/site.ts';
import { sampleCoastalFeatures, type SampleOptions, sampleRawData } from '../sample/sample-inputs.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { IssueLog } from '../validate/issues.ts';
import type { AppliedMapping, ReadRecords } from '../validate/validate-version.ts';
import { readLocalAreas } from '../site/local-areas.ts';
import type { SiteFile } from '../site/site-file.ts';
import type { EarlierRecords } from '../write/earlier-records.ts';
import { beginPhase } from '../write/phases.ts';
import type { RecordTable } from '../write/record-table.ts';
import { RecordTableBuilder } from '../write/record-table-builder.ts';
import { type ProgressReporter, readDataset } from './read-dataset.ts';
import { displayLocation } from './source.ts';

/** The records of a build: a publisher's two files or URLs, generated sample data, or tables in memory. */
export type BuildInputs =
  | {
      readonly kind: 'files';
      readonly coastalFeatures: string;
      readonly rawData: string;
      /** By name of the dataset. */
      readonly mappings?: Readonly<Record<string, Mapping>>;
    }
  | { readonly kind: 'sample'; readonly options: SampleOptions }
  | { readonly kind: 'tables'; readonly tables: readonly RecordTable[]; readonly sample: boolean };

export interface ReadOptions {
  readonly inputs: BuildInputs;
  /** How the records are read: a mapping writes instants as the time rule reads them. */
  readonly rules: SiteRules;
  /** 100 permits datasets without records. */
  readonly maxRemovedPercent?: number | undefined;
}

interface ReadInput extends ReadOptions {
  readonly siteFile: SiteFile;
  /** The records of the last build, if they are known, by name of the dataset. */
  readonly earlierRecords?: ReadonlyMap<string, EarlierRecords> | undefined;
  readonly progress: ProgressReporter;
}

/** Reads and validates all records of the inputs, one by one, and sorts them. */
export async function readInputs({
  inputs,
  rules,
  siteFile,
  maxRemovedPercent,
  earlierRecords,
  progress,
}: ReadInput): Promise<ReadRecords> {
  const issues = new IssueLog();
  if (inputs.kind === 'tables') {
    return { tables: inputs.tables, sample: inputs.sample, issues, locations: {}, mappings: [] };
  }
  const { region } = siteFile;
  // Commands have checked the file before.
  const withArea = readLocalAreas(siteFile, (fault) => {
    throw new Error(fault);
  });
  const tables: RecordTable[] = [];
  const locations: Record<string, string> = {};
  const mappings: AppliedMapping[] = [];
  for (const dataset of [coastalFeatures, rawData]) {
    beginPhase('read and check the records');
    const builder = new RecordTableBuilder(dataset, earlierRecords?.get(dataset.name));
    const transform = dataset === coastalFeatures ? withArea : undefined;
    const onRecord = (record: DatasetRecord): void => {
      builder.add(transform ? transform(record) : record);
    };
    if (inputs.kind === 'sample') {
      const sampleRecords = dataset === rawData ? sampleRawData : sampleCoastalFeatures;
      for (const record of sampleRecords(inputs.options)) onRecord(record);
    } else {
      const location = dataset === rawData ? inputs.rawData : inputs.coastalFeatures;
      locations[dataset.name] = displayLocation(location);
      progress.start(dataset.name);
      const [allowEmpty, onProgress] = [maxRemovedPercent === 100, progress.update];
      const mapping = inputs.mappings?.[dataset.name];
      const files = { dataset, location, mapping, timeRule: rules.times, region: region.box };
      const reuse = transform ? {} : { builder };
      const counts = await readDataset({ ...files, ...reuse, issues, allowEmpty, onRecord, onProgress });
      if (mapping && counts) mappings.push({ dataset: dataset.name, mapping: mapping.name, counts });
      progress.finish();
    }
    beginPhase('sort the records');
    // Both are read even if the first is refused, so that one run reports every fault.
    if (!issues.refused) tables.push(builder.finish());
  }
  return { tables, sample: inputs.kind === 'sample', issues, locations, mappings };
}
