import type {
  DatasetDescription,
  DatasetRecord,
  DegreeBox,
  FieldDescription,
} from '../../core/datasets/dataset-description.ts';
import type { RecordedTimes, TimeRule } from '../../core/datasets/recorded-time.ts';
import { readRecordTimes } from '../../core/feeds/newest-records.ts';
import type { RecordTable, RecordVisitor } from '../write/record-table.ts';
import { copyFinder, FieldObserver, summarise, valueFinder } from './field-statistics.ts';
import { issueKinds } from './issues.ts';
import { warningChecksOf } from './record-warnings.ts';

/** Something unexpected in the values of a field that users of the data should know. */
export interface FieldQuirk {
  readonly meaning: string;
  records: number;
  /** Identifiers of the first such records. */
  readonly examples: number[];
}

/** Statistics of a table, for its data dictionary. It must visit every record before `finish` is called. */
export class RecordStatistics implements RecordVisitor {
  readonly table: RecordTable;
  readonly #fields;
  readonly #quirks: QuirkCounter;
  readonly #copies;

  /** `region` as in `warningChecksOf`. */
  constructor(table: RecordTable, region: DegreeBox) {
    this.table = table;
    this.#fields = table.dataset.fields.map((field: FieldDescription) => ({
      field,
      observer: new FieldObserver(field),
      shared: (field.uniqueAmong ?? []).map((group) => ({ group, finder: valueFinder(table, field.name, group) })),
    }));
    this.#quirks = new QuirkCounter(table.dataset, region);
    this.#copies = copyFinder(table);
  }

  visit(record: DatasetRecord, index: number): void {
    const identifier = this.table.identifier(index);
    for (const { field, observer, shared } of this.#fields) {
      observer.add(record[field.name] ?? null);
      for (const { finder } of shared) finder.add(record, index);
    }
    this.#quirks.add(record, identifier);
    this.#copies.add(record, index);
  }

  finish() {
    return {
      /** Records that are equal to a record with a smaller identifier in every other field. */
      exactCopies: summarise(this.#copies.finish().flatMap(([, ...copies]) => copies)),
      fields: this.#fields.map(({ field, observer, shared }) => ({
        field,
        observed: observer.finish(),
        shared: shared.flatMap(({ group, finder }) => {
          const found = finder.finish();
          return found.length === 0 ? [] : [{ group, values: found.length, ...summarise(found.flat()) }];
        }),
        quirks: this.#quirks.ofField(field.name),
      })),
    };
  }
}

const maxExamples = 5;

/** Describes what is unusual about a text. Builds do not warn about it, since it is what the publisher supplied. */
function describeOddity(text: string): string | undefined {
  if (text === '') return 'An empty text, which is not null';
  if (text === 'NULL') return 'The text NULL, which is not null';
  return text.trim() === text ? undefined : 'A text with leading or trailing spaces';
}

/** Counts unusual texts and the build's warnings by field. The warnings come from the same checks as in the build. */
class QuirkCounter {
  readonly #checks: ReturnType<typeof warningChecksOf>;
  readonly #texts: readonly string[];
  /** By field and meaning. */
  readonly #byField = new Map<string, Map<string, FieldQuirk>>();

  constructor(dataset: DatasetDescription, region: DegreeBox) {
    this.#checks = warningChecksOf(dataset, region);
    this.#texts = dataset.fields.filter(({ type }) => type === 'text').map(({ name }) => name);
  }

  add(record: DatasetRecord, identifier: number): void {
    for (const check of this.#checks) {
      const warning = check(record);
      if (!warning) continue;
      const { code, field, explanation } = warning;
      this.#note(field, `${issueKinds[code].title}: ${explanation}`, identifier);
    }
    for (const field of this.#texts) {
      const value = record[field];
      const oddity = typeof value === 'string' ? describeOddity(value) : undefined;
      if (oddity !== undefined) this.#note(field, oddity, identifier);
    }
  }

  ofField(field: string): readonly FieldQuirk[] {
    return [...(this.#byField.get(field)?.values() ?? [])];
  }

  #note(field: string, meaning: string, identifier: number): void {
    const byMeaning = this.#byField.get(field) ?? new Map<string, FieldQuirk>();
    this.#byField.set(field, byMeaning);
    const quirk = byMeaning.get(meaning) ?? { meaning, records: 0, examples: [] };
    byMeaning.set(meaning, quirk);
    quirk.records++;
    if (quirk.examples.length < maxExamples) quirk.examples.push(identifier);
  }
}

/** When each record of a table became known, by index, in seconds since 1970-01-01T00:00:00Z. */
export class KnownTimes implements RecordVisitor {
  readonly seconds: Float64Array;
  readonly #times: RecordedTimes;

  constructor(table: RecordTable, rule: TimeRule) {
    this.#times = table.timesBy(rule);
    this.seconds = new Float64Array(table.size);
  }

  visit(record: DatasetRecord, index: number): void {
    this.seconds[index] = readRecordTimes(record, this.#times).knownAt;
  }
}
