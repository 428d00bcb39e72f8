import type { DatasetDescription } from '../../../core/datasets/dataset-description.ts';
import { describeCopies, formatCountedValue, type DataDictionary, type DictionaryField } from '../data-dictionary.ts';

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function reference(section: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): JsonObject {
  return { $ref: `#/components/${section}/${name}` };
}

/** The names of a dataset's schemas. */
export function schemaNamesOf({ name }: DatasetDescription): { readonly record: string; readonly page: string } {
  const record = name === 'RawData' ? 'RawDataRecord' : name.replace(/s$/, '');
  return { record, page: `${name}Page` };
}

/** The schemas of all bodies, by name. `examples` has a record of each dataset, by dataset name. */
export function schemasOf(
  datasets: readonly DatasetDescription[],
  dictionaries: readonly DataDictionary[],
  examples: ReadonlyMap<string, Json>,
): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {};
  for (const dataset of datasets) {
    const { record, page } = schemaNamesOf(dataset);
    const dictionary = dictionaries.find((each) => each.dataset === dataset.name);
    if (!dictionary) throw new Error(`no dictionary of ${dataset.name}`);
    schemas[record] = recordSchema(dictionary, examples.get(dataset.name));
    schemas[page] = pageSchema(reference('schemas', record));
  }
  return { ...schemas, PageMetaData: pageMetaData, Problem: problem };
}

function recordSchema(dictionary: DataDictionary, example: Json | undefined): JsonObject {
  const { meaning, fields, times } = dictionary;
  const sentences = [meaning, 'Every key is present, in this order.', describeCopies(dictionary), times ?? ''];
  return {
    type: 'object',
    description: sentences.filter((sentence) => sentence !== '').join(' '),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.map(({ name }) => name),
    additionalProperties: false,
    ...(example !== undefined && { examples: [example] }),
  };
}

/** Dates and times are not in the format `date-time`, which has an offset. */
const dateTimePattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$';

/** Longer lists would swamp the description of a field; the data dictionary has them. */
const maxDistinctValues = 25;

/** Null is a type of the field only where the built data has nulls. */
function fieldSchema(field: DictionaryField): JsonObject {
  const { type, nullRecords, minimum, maximum } = field;
  const isNumber = type === 'integer' || type === 'number';
  const jsonType = isNumber ? type : 'string';
  return {
    type: nullRecords === 0 ? jsonType : [jsonType, 'null'],
    description: describe(field),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(type === 'dateTime' && { pattern: dateTimePattern }),
  };
}

function describe(field: DictionaryField): string {
  const { meaning, unit, knownValues, nullRule, nullRecords, values, isCodeList, quirks } = field;
  const known = knownValues?.map((value) => JSON.stringify(value)).join(', ');
  const isListed = field.type === 'text' && values !== undefined && values.length <= maxDistinctValues;
  const counted = values?.map(formatCountedValue).join(', ');
  return [
    meaning,
    ...(unit === undefined ? [] : [`In ${unit}.`]),
    ...(known === undefined ? [] : [`Known values: ${known}.`]),
    nullRecords === 0 ? nullRule : `${nullRule} Null in ${inRecords(nullRecords)}.`,
    ...(isListed && counted !== undefined
      ? [`${isCodeList ? 'Codes' : 'Values'}, each with its number of records: ${counted}.`]
      : []),
    ...quirks.map((quirk) => `${quirk.meaning.replace(/[.]$/, '')}: ${inRecords(quirk.records)}.`),
  ].join(' ');
}

function inRecords(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}

function pageSchema(record: JsonObject): JsonObject {
  return {
    type: 'object',
    description: 'One page of a list or of a search.',
    properties: {
      MetaData: reference('schemas', 'PageMetaData'),
      PagedItems: { type: 'array', description: 'The records of the page.', items: record },
    },
    required: ['MetaData', 'PagedItems'],
    additionalProperties: false,
  };
}

const count = (description: string, minimum: number): JsonObject => ({ type: 'integer', minimum, description });
const link = (description: string): JsonObject => ({ type: ['string', 'null'], format: 'uri', description });

const pageMetaData: JsonObject = {
  type: 'object',
  properties: {
    TotalItems: count('Records in the whole result.', 0),
    CurrentPage: count('The page retrieved.', 1),
    TotalPages: count('Pages of this size; 0 for an empty result.', 0),
    NextPageLink: link('Absolute address of the next page; null on the last.'),
    PrevPageLink: link('Absolute address of the page before; null on the first.'),
  },
  required: ['TotalItems', 'CurrentPage', 'TotalPages', 'NextPageLink', 'PrevPageLink'],
  additionalProperties: false,
};

const problem: JsonObject = {
  type: 'object',
  description: 'Every error has this body. Show the messages; do not parse them, as their wording may change.',
  properties: {
    DeveloperMessage: {
      type: 'string',
      description: 'What is wrong with the request, for the developer of the client.',
    },
    ClientMessage: { type: 'string', description: 'The message to show to a person.' },
    StackTrace: { type: 'null' },
    ErrorNumber: { const: '0' },
    ErrorLink: { type: 'null' },
  },
  required: ['DeveloperMessage', 'ClientMessage', 'StackTrace', 'ErrorNumber', 'ErrorLink'],
  additionalProperties: false,
};
