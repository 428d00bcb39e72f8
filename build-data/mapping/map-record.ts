import { createHash } from 'node:crypto';
import proj4 from 'proj4';

import type { DatasetDescription, FieldDescription } from '../../core/datasets/dataset-description.ts';
import { RecordedTimes, secondsToDateTime, type TimeRule } from '../../core/datasets/recorded-time.ts';
import { parsePlainNumber } from '../../core/query/plain-number.ts';
import type { ReportIssue, SourcePosition } from '../validate/issues.ts';
import { dateTimeFault } from '../validate/record-validator.ts';
import type { AppliedMapping } from '../validate/validate-version.ts';
import { type Mapping, placeholder, type Rule } from './mapping.ts';
import { createTimeReader, type FoundTime } from './read-time.ts';

export interface RecordMapper {
  readonly mapping: Mapping;
  /** The record of a row; undefined if the row is skipped, or after a reported fault. */
  readonly map: (row: Row, position: SourcePosition) => Record<string, Value> | undefined;
  readonly counts: AppliedMapping['counts'];
  /** The required columns that no row has had so far. */
  readonly missingColumns: () => readonly string[];
}

type Row = Readonly<Record<string, unknown>>;
/** The text of a column; null if it has none. */
type Texts = (column: string) => string | null;
type Value = string | number | null;
type SkipRule = NonNullable<Mapping['skipRows']>[number];

const meets = (texts: Texts, conditions: readonly (readonly [column: string, allowed: readonly string[]])[]): boolean =>
  conditions.every(([column, allowed]) => allowed.includes(texts(column) ?? ''));

/** A text that a rule cannot read. */
class UnreadableText {
  readonly text: string;
  readonly reason: string;

  constructor(text: string, reason: string) {
    this.text = text;
    this.reason = reason;
  }
}

/** `timeRule` is that by which instants are recorded. */
export function createRecordMapper(
  mapping: Mapping,
  dataset: DatasetDescription,
  timeRule: TimeRule,
  report: ReportIssue,
): RecordMapper {
  const times = new RecordedTimes(timeRule, false);
  const counts = new Map<string, number>();
  const count = (rule: string, added = 1): void => void counts.set(rule, (counts.get(rule) ?? 0) + added);
  const skipped = (text: string, { column, when = {} }: SkipRule): string =>
    [[column, [text]] as const, ...Object.entries(when)]
      .map(([name, allowed]) => `${name} is ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`)
      .join(' and ');
  for (const rule of mapping.skipRows ?? [])
    for (const value of rule.values) count(`rows skipped: ${skipped(value, rule)}`, 0);
  const fields = dataset.fields
    .filter(({ name }) => name in mapping.fields)
    .map((field) => ({
      name: field.name,
      isTime: field.type === 'dateTime',
      rules: (mapping.fields[field.name] ?? []).map((rule) => compileRule(rule, field, mapping, times, count)),
    }))
    // Times last, because the zone in which a time is recorded depends on the owner.
    .sort((a, b) => Number(a.isTime) - Number(b.isTime));
  const textIn = createTextReader(mapping);
  const toWgs84 = createProjection(mapping);
  const missing = new Set(mapping.columns.filter((column) => mapping.optionalColumns?.includes(column) !== true));

  function map(row: Row, position: SourcePosition): Record<string, Value> | undefined {
    const texts: Texts = (column) => textIn(row, column);
    for (const column of missing) if (Object.hasOwn(row, column)) missing.delete(column);
    for (const rule of mapping.skipRows ?? []) {
      const text = texts(rule.column) ?? '';
      if (!rule.values.includes(text) || !meets(texts, Object.entries(rule.when ?? {}))) continue;
      count(`rows skipped: ${skipped(text, rule)}`);
      return undefined;
    }
    const record: Record<string, Value> = Object.fromEntries(dataset.fields.map(({ name }) => [name, null]));
    let isRefused = false;
    for (const { name, rules } of fields) {
      for (const rule of rules) {
        if (!rule.isFor(texts)) continue;
        try {
          record[name] = rule.valueOf(texts, record);
        } catch (error) {
          if (!(error instanceof UnreadableText)) throw error;
          const { text, reason } = error;
          if (rule.unreadable === 'refuse') {
            isRefused = true;
            report('unmappedValue', { position, field: name, value: text, explanation: `${reason} (${mapping.name})` });
            break;
          }
          count(`${rule.unreadable === 'skipRow' ? 'rows skipped' : 'no value'}: ${name}, ${reason}`);
          if (rule.unreadable === 'skipRow') return undefined;
        }
        if (record[name] !== null) break;
      }
    }
    if (isRefused) return undefined;
    for (const { longitudeField, latitudeField } of toWgs84 ? dataset.positions : []) {
      const { [longitudeField]: x, [latitudeField]: y } = record;
      // A missing coordinate stays missing.
      if (!toWgs84 || typeof x !== 'number' || typeof y !== 'number') continue;
      // A tenth of a millimetre.
      const [longitude, latitude] = toWgs84([x, y]).map((degrees) => Number(degrees.toFixed(9)));
      Object.assign(record, { [longitudeField]: longitude, [latitudeField]: latitude });
      count(`coordinateSystem ${String(mapping.coordinateSystem)}`);
    }
    for (const { name, lengthOf } of dataset.fields) {
      if (lengthOf !== undefined && !(name in mapping.fields)) record[name] = String(record[lengthOf] ?? '').length;
    }
    return record;
  }
  return { mapping, map, counts, missingColumns: () => [...missing] };
}

function createTextReader({
  jsonColumns = [],
  lowerCaseColumns = [],
  defaults = {},
}: Mapping): (row: Row, column: string) => string | null {
  let latest: { readonly text: string; readonly members: Row } = { text: '', members: {} };
  const membersOf = (value: unknown): Row => {
    if (typeof value === 'object' && value !== null) return value as Row;
    const text = String(value);
    if (latest.text !== text) latest = { text, members: parseObject(text) };
    return latest.members;
  };
  return (row, column) => {
    const json = jsonColumns.find((each) => column.startsWith(`${each}.`));
    if (json === undefined) {
      const text = textOf(ownValue(row, column))?.trim() || (defaults[column] ?? null);
      return lowerCaseColumns.includes(column) ? (text?.toLowerCase() ?? null) : text;
    }
    // The texts of JSON are exact. Those of CSV often have spaces around them.
    const path = column.slice(json.length + 1).split('.');
    return textOf(path.reduce(ownValue, membersOf(ownValue(row, json))));
  };
}

const ownValue = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name) ? (object as Row)[name] : undefined;

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The members of a JSON object; none of any other text. */
function parseObject(text: string): Row {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Row) : {};
  } catch {
    return {};
  }
}

interface CompiledRule {
  readonly isFor: (texts: Texts) => boolean;
  /** `record` has the fields before this one. Throws UnreadableText. */
  readonly valueOf: (texts: Texts, record: Readonly<Record<string, Value>>) => Value;
  readonly unreadable: NonNullable<Rule['unreadable']>;
}

function compileRule(
  rule: Rule,
  { name: fieldName, type, minimum = -Infinity, maximum = Infinity }: FieldDescription,
  { decimalComma = false, coordinateSystem }: Mapping,
  times: RecordedTimes,
  countRule: (rule: string, added?: number) => void,
): CompiledRule {
  const { constant, column, template, key, values, otherValues, factor, unit, format, zone } = rule;
  const { unreadable = 'refuse' } = rule;
  const conditions = Object.entries(rule.when ?? {});
  const count = (change: string, added?: number): void => {
    countRule(`${fieldName}: ${change}`, added);
  };
  const source =
    (constant !== undefined && `constant ${constant}`) ||
    (key && `key of ${key.join(', ')}`) ||
    (template === undefined ? `column ${String(column)}` : `template ${template}`);
  count(source, 0);
  const readTime = format === undefined ? undefined : createTimeReader(format, zone);
  const isNumber = type === 'integer' || type === 'number' || (factor ?? unit) !== undefined;

  function found(texts: Texts): string | null {
    if (column !== undefined) return texts(column);
    let isEmpty = true;
    const text = String(template).replace(placeholder, (_, name: string) => {
      const part = texts(name);
      if (part !== null) isEmpty = false;
      return part ?? '';
    });
    return isEmpty ? null : text.trim();
  }

  function replaced(text: string | null): string | null {
    const given = text ?? '';
    if (values && Object.hasOwn(values, given)) {
      const value = values[given] ?? null;
      if (value !== text) count('values replaced');
      return value;
    }
    if (text !== null && otherValues === 'unreadable') throw new UnreadableText(text, 'is not one of the values');
    return text;
  }

  function numberOf(text: string): number {
    const plain = decimalComma ? text.replace(',', '.') : text;
    // With a decimal comma, a point may be between thousands.
    const number = decimalComma && text.includes('.') ? undefined : parsePlainNumber(plain);
    if (number === undefined) throw new UnreadableText(text, 'is not a number');
    if (plain !== text) count('decimal comma');
    if (factor === undefined) return number;
    count(`factor ${factor}`);
    // The product of two decimals has more digits than these only because both are binary fractions.
    const product = Number((number * factor).toPrecision(15));
    if (!Number.isFinite(product)) throw new UnreadableText(text, `is too large for the factor ${factor}`);
    return product;
  }

  function timeOf(text: string, time: FoundTime, owner: Value | undefined): string {
    if (time.kind === 'unreadable') throw new UnreadableText(text, time.reason);
    const isInstant = time.kind === 'instant';
    const OwnerValue = typeof owner === 'string' ? owner : null;
    const recorded = isInstant ? times.recordedOf(time.seconds, OwnerValue) : secondsToDateTime(time.seconds);
    const basis = times.basisOf({ OwnerValue, SightingDateTime: recorded });
    if (isInstant && times.instantOf(recorded, basis) !== time.seconds)
      count('time changed: the time rule cannot record this instant');
    if (recorded !== text) count(`format ${String(format)}${isInstant && zone !== undefined ? ` in ${zone}` : ''}`);
    for (const note of time.notes) count(note);
    return recorded;
  }

  function valueOf(texts: Texts, record: Readonly<Record<string, Value>>): Value {
    const value = readValue(texts, record);
    // Otherwise the validation refuses it, with the same words as in data without a mapping.
    if (unreadable !== 'refuse' && isOutOfRange(value)) throw new UnreadableText(String(value), 'is out of range');
    if (value !== null) count(source);
    return value;
  }

  function isOutOfRange(value: Value): boolean {
    // The limits of positions are those of degrees.
    if (typeof value === 'number') return coordinateSystem !== 'EPSG:3857' && (value < minimum || value > maximum);
    return type === 'dateTime' && value !== null && dateTimeFault(value) !== undefined;
  }

  function readValue(texts: Texts, record: Readonly<Record<string, Value>>): Value {
    if (constant !== undefined) return constant;
    if (key) {
      const parts = key.map((each) => texts(each) ?? '');
      if (parts.every((part) => part === '')) return null;
      return isNumber ? numberOfKey(parts) : String(numberOfKey(parts));
    }
    const text = replaced(found(texts));
    if (text === null || (text === '' && (isNumber || readTime))) return null;
    if (readTime) return timeOf(text, readTime(text), record['OwnerValue']);
    if (!isNumber) return text;
    return type === 'text' ? `${numberOf(text)}${unit ?? ''}` : numberOf(text);
  }

  return {
    isFor: (texts) => meets(texts, conditions),
    valueOf,
    unreadable,
  };
}

/**
 * A number that is the same for the same texts in every build: 52 bits of their SHA-256. The probability that two of a
 * million keys have the same number is about 1 in 9,000; equal identifiers are refused.
 */
function numberOfKey(texts: readonly string[]): number {
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest();
  return digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >> 4);
}

/** GDA2020 was the same as WGS 84 within centimetres at its epoch, and drifts by 7 cm a year. */
proj4.defs('EPSG:7844', '+proj=longlat +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs');

function createProjection({ coordinateSystem }: Mapping): ((position: [number, number]) => number[]) | undefined {
  if (coordinateSystem === undefined || coordinateSystem === 'EPSG:4326') return undefined;
  const { forward } = proj4(coordinateSystem, 'EPSG:4326');
  return forward;
}
