import type {
  DatasetDescription,
  DatasetRecord,
  DegreeBox,
  FieldType,
} from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import type { RecordMapper } from '../mapping/map-record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { ReportIssue } from '../validate/issues.ts';
import { createRecordValidator, type RecordValidator } from '../validate/record-validator.ts';
import type { UnchangedBlocks } from './unchanged-blocks.ts';

export interface RecordSink {
  readonly dataset: DatasetDescription;
  /** The columns or members that are read: the fields of the dataset, or those that the mapping names. */
  readonly columns: readonly { readonly name: string; readonly type: FieldType }[];
  readonly mapping: Mapping | undefined;
  readonly report: ReportIssue;
  readonly take: (...record: Parameters<RecordValidator>) => void;
  /** Counts records that do not pass through `take`. */
  readonly countOnly: (records: number) => void;
  /** Undefined if the records of the last build are not used. */
  readonly blocks: UnchangedBlocks | undefined;
  readonly count: () => number;
}

interface SinkOptions {
  readonly report: ReportIssue;
  readonly onRecord: (record: DatasetRecord) => void;
  readonly region: DegreeBox;
  readonly mapper?: RecordMapper | undefined;
  readonly blocks?: UnchangedBlocks | undefined;
  /** As in `createRecordValidator`. */
  readonly firstPositions?: Map<number, number>;
}

export function createRecordSink(dataset: DatasetDescription, options: SinkOptions): RecordSink {
  const { report, onRecord, region, mapper, blocks, firstPositions } = options;
  const validated = mapper ? withoutUnmapped(dataset, mapper.mapping) : dataset;
  const validate = createRecordValidator(validated, report, region, firstPositions);
  let count = 0;
  return {
    dataset,
    columns: mapper ? mapper.mapping.columns.map((name) => ({ name, type: 'text' })) : dataset.fields,
    mapping: mapper?.mapping,
    report,
    blocks,
    take: (record, position, textInFile) => {
      count++;
      const mapped = mapper ? mapper.map(record, position) : record;
      // The texts of the file are those of other fields.
      const valid = mapped && validate(mapped, position, mapper ? undefined : textInFile);
      if (valid !== undefined) onRecord(valid);
    },
    countOnly: (records) => {
      count += records;
    },
    count: () => count,
  };
}

/** The dataset without the warnings about fields that a mapping leaves out: they have no value in any record. */
const withoutUnmapped = (dataset: DatasetDescription, mapping: Mapping): DatasetDescription => ({
  ...dataset,
  fields: dataset.fields.map((field) =>
    field.nulls === 'tolerated' && !(field.name in mapping.fields) ? { ...field, nulls: 'documented' } : field,
  ),
});

/** The longest record accepted, in bytes of CSV or characters of JSON. The longest published one has under 2,000. */
export const maxRecordLength = 1024 * 1024;

/** The names of a dataset's fields, in the order of its description. */
export const fieldNamesOf = (dataset: DatasetDescription): readonly string[] =>
  dataset.fields.map((field) => field.name);

/** The dataset, if any, that has more of the given column or field names than the expected dataset. */
export function otherDatasetOf(names: readonly string[], expected: DatasetDescription): DatasetDescription | undefined {
  const found = new Set(names);
  const fit = (dataset: DatasetDescription): number => fieldNamesOf(dataset).filter((name) => found.has(name)).length;
  return datasets.find((dataset) => dataset.name !== expected.name && fit(dataset) > fit(expected));
}

export interface NameComparison {
  readonly missing: readonly string[];
  /** Unknown names that are probably misspellings of missing ones. */
  readonly misnamed: readonly { readonly found: string; readonly expected: string }[];
  readonly unknown: readonly string[];
}

/** Determines which expected names are missing, which are only misspelt, and which names are unknown. */
export function compareNames(found: readonly string[], expected: readonly string[]): NameComparison {
  const missing = new Set(expected.filter((name) => !found.includes(name)));
  const misnamed: { found: string; expected: string }[] = [];
  const unknown: string[] = [];
  for (const name of found) {
    if (expected.includes(name)) continue;
    const closest = closestName(name, [...missing]);
    if (closest === undefined) {
      unknown.push(name);
    } else {
      misnamed.push({ found: name, expected: closest });
      missing.delete(closest);
    }
  }
  return { missing: [...missing], misnamed, unknown };
}

/** The candidate that a name probably misspells: they differ only in case, spaces, punctuation or a few characters. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  const plain = plainForm(name);
  const sameLetters = candidates.find((candidate) => plainForm(candidate) === plain);
  if (sameLetters !== undefined) return sameLetters;
  let closest: string | undefined;
  let smallest = Infinity;
  for (const candidate of candidates) {
    const plainCandidate = plainForm(candidate);
    const allowed = Math.min(3, Math.floor(plainCandidate.length / 4));
    if (Math.abs(plainCandidate.length - plain.length) > allowed) continue;
    const distance = editDistance(plain, plainCandidate);
    if (distance <= allowed && distance < smallest) {
      closest = candidate;
      smallest = distance;
    }
  }
  return closest;
}

const plainForm = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The Levenshtein distance: the number of insertions, deletions and replacements that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let above = Array.from(to, (_, index) => index + 1);
  let left = to.length;
  for (const [index, character] of Array.from(from).entries()) {
    let diagonal = index;
    left = index + 1;
    above = above.map((distance, column) => {
      const replaced = diagonal + (character === to[column] ? 0 : 1);
      diagonal = distance;
      return (left = Math.min(replaced, distance + 1, left + 1));
    });
  }
  return left;
}
