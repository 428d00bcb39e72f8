import type { DegreeBox, FieldDescription } from '../../core/datasets/dataset-description.ts';
import type { TimeRule } from '../../core/datasets/recorded-time.ts';
import type { RecordTable } from '../write/record-table.ts';
import { exactCopiesOf, FieldObserver, type ObservedField, sharedIdentifiers, summarise } from './field-statistics.ts';
import { issueKinds } from './issues.ts';
import { fieldChecks, isInRegion, type RecordWarning, regionCheck } from './record-warnings.ts';

/** Something unexpected in the values of a field that users of the data should know. */
export interface FieldQuirk {
  readonly meaning: string;
  records: number;
  /** Identifiers of the first such records. */
  readonly examples: number[];
}

/** Statistics of a table, for its data dictionary. `region` as in `warningChecksOf`. */
export function statisticsOf(table: RecordTable, region: DegreeBox) {
  const outside = positionQuirksOf(table, region);
  return {
    /** Records that are equal to a record with a smaller identifier in every other field. */
    exactCopies: summarise(exactCopiesOf(table)),
    fields: table.dataset.fields
      .map((field: FieldDescription) => ({
        field,
        ...(field.type === 'text' ? textStatisticsOf(table, field) : numberStatisticsOf(table, field)),
        shared: (field.uniqueAmong ?? []).flatMap((group) => {
          const found = sharedIdentifiers(table, field.name, group);
          return found.length === 0 ? [] : [{ group, values: found.length, ...summarise(found.flat()) }];
        }),
      }))
      .map(({ quirks, ...field }) => ({ ...field, quirks: [...quirks, ...(outside.get(field.field.name) ?? [])] })),
  };
}

interface FieldStatistics {
  readonly observed: ObservedField;
  readonly quirks: readonly FieldQuirk[];
}

/** Looks at each distinct text once. */
function textStatisticsOf(table: RecordTable, field: FieldDescription): FieldStatistics {
  const { values, codes } = table.distinct(field.name);
  const counts = new Uint32Array(values.length);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  const observer = new FieldObserver(field);
  const checks = fieldChecks(field);
  const byMeaning = new Map<string, Set<number>>();
  for (const [code, value] of values.entries()) {
    observer.add(value, counts[code] ?? 0);
    const warnings = checks.flatMap((check) => check({ [field.name]: value }) ?? []).map(describeWarning);
    const oddity = typeof value === 'string' ? describeOddity(value) : undefined;
    for (const meaning of [...warnings, ...(oddity === undefined ? [] : [oddity])]) {
      const found = byMeaning.get(meaning);
      if (found) found.add(code);
      else byMeaning.set(meaning, new Set([code]));
    }
  }
  const quirks = Array.from(byMeaning, ([meaning, found]) => {
    const examples: number[] = [];
    for (let index = 0; index < codes.length && examples.length < maxExamples; index++) {
      if (found.has(codes[index] ?? -1)) examples.push(table.identifier(index));
    }
    const records = [...found].reduce((sum, code) => sum + (counts[code] ?? 0), 0);
    return { meaning, records, examples };
  });
  return { observed: observer.finish(), quirks };
}

function numberStatisticsOf(table: RecordTable, field: FieldDescription): FieldStatistics {
  const observer = new FieldObserver(field);
  for (let index = 0; index < table.size; index++) observer.add(table.number(field.name, index), 1);
  return { observed: observer.finish(), quirks: [] };
}

/** The positions outside the region, by the field of the coordinate. */
function positionQuirksOf(table: RecordTable, region: DegreeBox): ReadonlyMap<string, readonly FieldQuirk[]> {
  const quirks = new Map<string, FieldQuirk>();
  for (const [position, fields] of table.dataset.positions.entries()) {
    const check = regionCheck(fields, region);
    for (let index = 0; index < table.size; index++) {
      const [longitude, latitude] = [table.longitude(index, position), table.latitude(index, position)];
      if (isInRegion(longitude, latitude, region)) continue;
      const warning = check({ [fields.longitudeField]: longitude, [fields.latitudeField]: latitude });
      if (!warning) continue;
      const quirk = quirks.get(warning.field) ?? { meaning: describeWarning(warning), records: 0, examples: [] };
      quirks.set(warning.field, quirk);
      quirk.records++;
      if (quirk.examples.length < maxExamples) quirk.examples.push(table.identifier(index));
    }
  }
  return new Map(Array.from(quirks, ([field, quirk]) => [field, [quirk]]));
}

const describeWarning = ({ code, explanation }: RecordWarning): string => `${issueKinds[code].title}: ${explanation}`;

const maxExamples = 5;

/** Describes what is unusual about a text. Builds do not warn about it, since it is what the publisher supplied. */
function describeOddity(text: string): string | undefined {
  if (text === '') return 'An empty text, which is not null';
  if (text === 'NULL') return 'The text NULL, which is not null';
  return text.trim() === text ? undefined : 'A text with leading or trailing spaces';
}

/** When each record of a table became known, by index, in seconds since 1970-01-01T00:00:00Z: see `readRecordTimes`. */
export function knownTimesOf(table: RecordTable, rule: TimeRule): Float64Array {
  const times = table.timesBy(rule);
  const owners = table.distinct('OwnerValue');
  const names = owners.values.map((value) => (value === null ? null : String(value)));
  const basisOf = times.basisReader(names);
  const reportedBasisOf = times.withoutDates.basisReader(names);
  return Float64Array.from(owners.codes, (owner, index) => {
    const sighted = table.key(index);
    const sightedAt = times.instantOfSeconds(sighted, basisOf(sighted, owner));
    const reported = table.number('ReportDateTime', index);
    if (reported === null) return sightedAt;
    return Math.max(sightedAt, times.instantOfSeconds(reported, reportedBasisOf(reported, owner)));
  });
}
