import { readFileSync, statSync } from 'node:fs';
import { DateTime } from 'luxon';
import * as z from 'zod';

import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { checkJson, listFaults } from '../site/schema-faults.ts';
import { isZone } from '../site/time-offsets.ts';
import { darwinCoreOccurrences } from './darwin-core.ts';

/*
 * A column mapping describes how the rows of a publisher's own file become records. It is JSON; docs/mapping.md explains
 * it for publishers.
 */

/** As a `format`: dates and times of ISO 8601, with or without a time and an offset. Of an interval, the start is read. */
export const iso8601 = 'ISO 8601';

const columnName = z.string().min(1, 'name a column');
const texts = z.array(z.string()).min(1);
const conditions = z.record(columnName, texts);

const ruleSchema = z
  .strictObject({
    when: conditions.optional(),
    constant: z.union([z.string(), z.number()], 'is neither text nor a number').optional(),
    column: columnName.optional(),
    template: z.string().optional(),
    key: z.array(columnName).min(1).optional(),
    values: z.record(z.string(), z.string().nullable()).optional(),
    otherValues: z.enum(['keep', 'unreadable']).optional(),
    factor: z.number().optional(),
    unit: z.string().optional(),
    format: z.string().optional(),
    zone: z.string().optional(),
    unreadable: z.enum(['refuse', 'skipRow', 'noValue']).optional(),
  })
  .check((context) => {
    const message = faultOfRule(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
  });

/** How a field gets its value. */
export type Rule = z.infer<typeof ruleSchema>;

const schema = z.strictObject({
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  encoding: z.enum(['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']).optional(),
  quotes: z.boolean().optional(),
  decimalComma: z.boolean().optional(),
  coordinateSystem: z.enum(['EPSG:4326', 'EPSG:3857', 'EPSG:7844']).optional(),
  jsonColumns: z.array(columnName).optional(),
  optionalColumns: z.array(columnName).optional(),
  lowerCaseColumns: z.array(columnName).optional(),
  skipRows: z.array(z.strictObject({ when: conditions.optional(), column: columnName, values: texts })).optional(),
  fields: z.record(
    z.string(),
    z.preprocess((rules) => (Array.isArray(rules) ? rules : [rules]), z.array(ruleSchema).min(1)),
  ),
});

/** `fields` has the rules by field of the dataset. The first that applies to a row and gives a value is used. */
export interface Mapping extends z.infer<typeof schema> {
  /** The name of a built-in mapping, or the path of its file. */
  readonly name: string;
  /** Texts of columns that are missing or empty in a row. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The columns that it reads, each once. The members of `jsonColumns` are not columns of the file. */
  readonly columns: readonly string[];
}

/** A mapping that cannot be used. The message names every fault. */
export class MappingError extends Error {}

/** By name and dataset. */
const builtInMappings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'darwin-core': { RawData: darwinCoreOccurrences },
  'darwin-core-csv': { RawData: { ...darwinCoreOccurrences, delimiter: ',', quotes: true } },
};

/** Reads a mapping to a dataset by its name or from a file. Throws MappingError. */
export function readMapping(name: string, dataset: DatasetDescription): Mapping {
  return parseMapping(name, builtInMappings[name]?.[dataset.name] ?? readJson(name, dataset), dataset);
}

function readJson(path: string, { name }: DatasetDescription): unknown {
  let text: string;
  try {
    // Opening a pipe would wait for a writer.
    if (!statSync(path).isFile()) throw new RangeError('not a file');
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch {
    const names = Object.entries(builtInMappings).filter(([, byDataset]) => name in byDataset);
    const known = names.map(([builtIn]) => builtIn).join(', ') || 'none';
    throw new MappingError(`${path} is neither a file that can be read nor a built-in mapping for ${name} (${known})`);
  }
  try {
    return JSON.parse(text, (name, value: unknown) => {
      if (name === '__proto__') throw new RangeError('__proto__ cannot be the name of a column or a value');
      return value;
    });
  } catch (error) {
    throw new MappingError(`${path} is not JSON: ${String(error)}`);
  }
}

/** Throws MappingError. */
export function parseMapping(name: string, json: unknown, dataset: DatasetDescription): Mapping {
  const checked = checkJson(schema, json, 'docs/mapping.md');
  const refuse = (faults: readonly string[]): never => {
    throw new MappingError(listFaults(`The mapping ${name} for ${dataset.name}`, faults));
  };
  // A single rule is read as an array of one.
  if ('faults' in checked) return refuse(checked.faults.map((fault) => fault.replace(/^(fields\.[^.:]+)\.0\b/, '$1')));
  const faults = faultsOfFields(checked.data.fields, dataset);
  if (faults.length > 0) refuse(faults);
  const { skipRows = [], jsonColumns = [], optionalColumns = [], fields } = checked.data;
  const named = [...skipRows.flatMap(columnsOfRule), ...Object.values(fields).flat().flatMap(columnsOfRule)];
  const columns = named.filter((column) => !jsonColumns.some((json) => column.startsWith(`${json}.`)));
  const unused = optionalColumns.find((column) => ![...columns, ...jsonColumns].includes(column));
  if (unused !== undefined) refuse([`optionalColumns: has ${unused}, which no rule names`]);
  return { ...checked.data, name, columns: [...new Set([...columns, ...jsonColumns])] };
}

/** The columns that a template names, as in `{date} {time}`. */
export const placeholder = /\{([^{}]+)\}/g;

function columnsOfRule({ when = {}, column, template = '', key = [] }: Omit<Rule, 'values'>): string[] {
  const named = Array.from(template.matchAll(placeholder), ([, name = '']) => name);
  return [...Object.keys(when), ...(column === undefined ? [] : [column]), ...named, ...key];
}

function faultsOfFields(fields: z.infer<typeof schema>['fields'], dataset: DatasetDescription): string[] {
  const faults = dataset.fields
    .filter(({ name, nulls, lengthOf }) => nulls === 'never' && lengthOf === undefined && !(name in fields))
    .map(({ name }) => `fields.${name}: there is no rule, but every record needs this field`);
  for (const [name, rules] of Object.entries(fields)) {
    const field = dataset.fields.find((each) => each.name === name);
    if (!field) faults.push(`fields.${name}: ${dataset.name} has no such field`);
    const isTime = field?.type === 'dateTime';
    for (const { constant, format, factor, unit } of field ? rules : []) {
      const isNumber = field?.type === 'integer' || field?.type === 'number';
      if (constant !== undefined && (typeof constant === 'number') !== isNumber) {
        faults.push(`fields.${name}.constant: this field is ${isNumber ? 'a number' : 'text'}`);
      }
      if (isTime && constant === undefined && format === undefined) faults.push(`fields.${name}: needs a format`);
      if (!isTime && format !== undefined) faults.push(`fields.${name}.format: this field is not a date and time`);
      if (isTime && factor !== undefined) faults.push(`fields.${name}.factor: this field is not a number`);
      if (field?.type !== 'text' && unit !== undefined) faults.push(`fields.${name}.unit: this field is not text`);
    }
  }
  return faults;
}

function faultOfRule(rule: Readonly<Rule>): string | undefined {
  const { constant, column, template, key, values, otherValues, factor, unit, format, zone } = rule;
  const sources = [constant, column, template, key].filter((source) => source !== undefined);
  if (sources.length !== 1) return 'needs exactly one of constant, column, template and key';
  if (template !== undefined && columnsOfRule({ template }).length === 0) return 'the template names no {column}';
  if (otherValues !== undefined && !values) return 'otherValues needs values';
  if ((constant ?? key) !== undefined && (values ?? factor ?? unit ?? format) !== undefined) {
    return 'values, factor, unit and format do not apply to a constant or a key';
  }
  if (factor === 0) return 'the factor must not be 0';
  if (zone !== undefined && format === undefined) return 'a zone needs a format';
  if (zone !== undefined && !isZone(zone)) {
    return `the zone ${JSON.stringify(zone)} is neither UTC, an offset such as +08:00 nor a name such as Europe/Dublin`;
  }
  return format === undefined || format === iso8601 ? undefined : faultOfFormat(format);
}

function faultOfFormat(format: string): string | undefined {
  const letters = format.replace(/'[^']*'/g, '');
  if (/[DY]/.test(letters)) {
    const lower = format.replace(/'[^']*'|[DY]+/g, (part) => (part.startsWith("'") ? part : part.toLowerCase()));
    return `day and year are written in lower case: ${lower}`;
  }
  if (/(?<!y)y{1,3}(?!y)/.test(letters)) return 'a year of two digits has no century: the format needs yyyy';
  const tokens: readonly string[] = letters.match(/([a-zA-Z])\1*/g) ?? [];
  const repeated = tokens.find((token, index) => tokens.indexOf(token) < index);
  if (repeated !== undefined) return `the format has ${repeated} twice`;
  if (/h/.test(letters) && !letters.includes('a')) return 'hours from 1 to 12 need AM or PM, a: or write HH';
  if (/[kWnocqG]/.test(letters)) return 'weeks, days of the year and quarters are not read: write yyyy, MM and dd';
  if (/z/i.test(letters)) return `an offset is read only with the format ${iso8601}`;
  const [time, options] = [DateTime.utc(2021, 11, 23, 10, 45, 50), { locale: 'en', zone: 'utc' }];
  const read = DateTime.fromFormat(time.toFormat(format, options), format, options);
  const isRead = read.isValid && read.toISODate() === time.toISODate();
  return isRead
    ? undefined
    : `the format ${JSON.stringify(format)} does not read a complete date; for example dd/MM/yyyy HH:mm`;
}
