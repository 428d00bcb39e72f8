import type { FieldDescription } from '../../datasets/dataset-description.ts';
import type { RecordedTimes } from '../../datasets/recorded-time.ts';
import type { Collection } from '../../engine/collections.ts';
import { groupingsOf, maximumGroupings } from '../../engine/count-groups.ts';
import { coordinateSystems, crs84 } from './crs.ts';

/** The description of a parameter, from which parsing, messages and the OpenAPI document are derived. */
export interface OgcParameter {
  readonly name: string;
  /** The allowed values, in words that complete the sentence "it must be …". */
  readonly allowed: string;
  readonly meaning: string;
  /** In OpenAPI 3.0. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export const formats = ['json', 'html', 'csv'] as const;
export type Format = (typeof formats)[number];

export const defaultLimit = 10;
export const maximumLimit = 10_000;

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const crsSchema = { ...text, format: 'uri', enum: coordinateSystems, default: crs84 } as const;
const crsAllowed = coordinateSystems.join(' or ');

const describe = (times: RecordedTimes) =>
  ({
    bbox: {
      allowed:
        'west, south, east and north in degrees, or six numbers with heights, from -180 to 180 and from -90 to 90, in the ' +
        'axis order of bbox-crs',
      meaning:
        'Only features in this box, edges included. West may exceed east: then the box crosses the antimeridian. Heights ' +
        'are ignored.',
      schema: {
        type: 'array',
        oneOf: [
          { minItems: 4, maxItems: 4 },
          { minItems: 6, maxItems: 6 },
        ],
        items: { type: 'number' },
      },
    },
    'bbox-crs': { allowed: crsAllowed, meaning: 'The reference system of bbox.', schema: crsSchema },
    datetime: {
      allowed:
        `a date such as 2020-01-31, a time with its offset such as ${times.timestampOf('2020-01-31T09:00:00', 'local')}, ` +
        'or two of these with a slash in between, one of which may be empty or ".."',
      meaning:
        'Only features of this time or period, ends included. A date is a day in the local time of the site. Features without a ' +
        'time are always included.',
      schema: text,
    },
    limit: {
      allowed: 'an integer of 1 or more',
      meaning: 'The largest number of features in the response. A value above the maximum counts as the maximum.',
      schema: { type: 'integer', minimum: 1, maximum: maximumLimit, default: defaultLimit },
    },
    offset: {
      allowed: 'an integer of 0 or more',
      meaning: 'The number of features to leave out. Follow the link `next` instead of computing it.',
      schema: { type: 'integer', minimum: 0, default: 0 },
    },
    'data-version': {
      allowed: 'a data version, as in the header X-Data-Version',
      meaning: 'Part of the link `next`: the response is a 409 when the data has changed since the first page.',
      schema: text,
    },
    crs: { allowed: crsAllowed, meaning: 'The reference system of the response.', schema: crsSchema },
    properties: {
      allowed: 'names of properties, separated by commas',
      meaning: 'The properties in the response. Default: all.',
      schema: texts,
    },
    sortby: {
      allowed:
        'names of properties or, with near, distance, separated by commas, each with an optional + or - before it',
      meaning:
        'The order of the features: + or no sign is ascending, - is descending. Default: the order of the dataset, or the ' +
        'nearest first.',
      schema: texts,
    },
    filter: { allowed: 'a filter', meaning: 'Only features for which this CQL2 filter is true.', schema: text },
    'filter-lang': {
      allowed: 'cql2-text or cql2-json',
      meaning: 'The language of the filter.',
      schema: { ...text, enum: ['cql2-text', 'cql2-json'], default: 'cql2-text' },
    },
    'filter-crs': {
      allowed: crsAllowed,
      meaning: 'The reference system of geometries in the filter.',
      schema: crsSchema,
    },
    near: {
      allowed: 'a longitude from -180 to 180 and a latitude from -90 to 90, separated by a comma',
      meaning: 'The centre of a circle. Each feature then has its `distance` from it in metres, along the geodesic.',
      schema: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' } },
    },
    within: {
      allowed: 'a number of metres above 0, and needs near',
      meaning: 'The radius of the circle in metres. Default: no limit.',
      schema: { type: 'number', minimum: 0, exclusiveMinimum: true },
    },
  }) as const satisfies Readonly<Record<string, Omit<OgcParameter, 'name'>>>;

export type SharedParameterName = keyof ReturnType<typeof describe>;

/** The descriptions of parameters that several resources share. `times` are for their examples. */
export function shared(times: RecordedTimes, ...names: readonly SharedParameterName[]): readonly OgcParameter[] {
  const described = describe(times);
  return names.map((name) => ({ name, ...described[name] }));
}

export function sharedParameters(times: RecordedTimes): readonly OgcParameter[] {
  return shared(times, ...(Object.keys(describe(times)) as SharedParameterName[]));
}

/** The names of those that select features. */
export const selectionParameters = [
  ...(['bbox', 'bbox-crs', 'datetime', 'filter', 'filter-lang', 'filter-crs', 'near', 'within'] as const),
];

export function formatParameter(allowedFormats: readonly Format[]): OgcParameter {
  return {
    name: 'f',
    allowed: allowedFormats.join(' or '),
    meaning: 'The format of the response. Default: html if the Accept header prefers it, otherwise json.',
    schema: { ...text, enum: allowedFormats },
  };
}

export function groupingParameter(collection: Collection): OgcParameter {
  const names = groupingsOf(collection);
  return {
    name: 'groupby',
    allowed: `different names from ${names.join(', ')}: at most ${maximumGroupings}, separated by commas`,
    meaning:
      'The values to count the features by, with local times. Default: none, so that all matching features are one group.',
    schema: {
      ...{ type: 'array', minItems: 1, maxItems: maximumGroupings, uniqueItems: true },
      items: { ...text, enum: names },
    },
  };
}

/** The parameter that selects the features with a value of a field. */
export function propertyParameter(field: FieldDescription): OgcParameter {
  const { type, ...schema } = fieldSchema(field);
  const isNumber = type === 'integer' || type === 'number';
  const value = isNumber ? (type === 'integer' ? 'an integer' : 'a number') : 'a text';
  return {
    name: field.name,
    allowed: field.type === 'dateTime' ? 'a date, a time with its offset, or a time as published' : value,
    meaning: `Only features with this value. ${field.meaning}`,
    schema: { type, ...schema },
  };
}

/** The values of a field, in what OpenAPI 3.0 and JSON Schema have in common. */
export function fieldSchema({ type, minimum, maximum }: FieldDescription): Readonly<Record<string, unknown>> {
  if (type === 'dateTime') return { type: 'string', format: 'date-time' };
  if (type === 'text') return { type: 'string' };
  return { type, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** What the times of fields mean. */
export const timeNote = ({ rule }: RecordedTimes): string =>
  `The value has no offset. ${rule.inWords} Filters apply this rule when they compare the value with a date or a timestamp; a text is compared with the value as published.`;
