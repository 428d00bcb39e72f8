import type { ComparisonOperator, Expression, Instant, Operation, Scalar } from '../../cql2/expression.ts';
import { parseFilterJson } from '../../cql2/parse-json.ts';
import { parseFilterText } from '../../cql2/parse-text.ts';
import type { FieldDescription } from '../../datasets/dataset-description.ts';
import type { RecordedTimes } from '../../datasets/recorded-time.ts';
import { type Collection, geometryName } from '../../engine/collections.ts';
import { type Grouping, groupingsOf, maximumGroupings } from '../../engine/count-groups.ts';
import type { FeatureQuery, SortKey } from '../../engine/feature-query.ts';
import { parsePlainNumber } from '../../query/plain-number.ts';
import { type Crs, crs84, epsg4326, withLongitudeFirst } from './crs.ts';
import { defaultLimit, maximumLimit } from './parameters.ts';
import {
  type OgcParameterReader,
  parseBox,
  parseCrs,
  parseInstant,
  parseInteger,
  parsePeriod,
  parsePosition,
  parseText,
} from './read-parameters.ts';

/** Which features are selected, and how a page of them is shown. */
export interface PageRequest extends FeatureQuery {
  readonly crs: Crs;
  /** The names of the properties in the response; undefined for all. */
  readonly properties: readonly string[] | undefined;
  /** The version that the page belongs to; undefined for the current one. */
  readonly dataVersion: string | undefined;
}

/** Reads the parameters that select features. `times` are for the days of a period. Throws FilterError. */
export function readSelection(
  reader: OgcParameterReader,
  collection: Collection,
  times: RecordedTimes,
): Pick<FeatureQuery, 'filter' | 'near'> {
  const centre = reader.read('near', parsePosition);
  const radius = reader.read('within', (text) => {
    const metres = parsePlainNumber(text);
    return metres !== undefined && metres > 0 ? metres : undefined;
  });
  if (radius !== undefined && !reader.has('near')) reader.refuse('within');
  const conditions = readConditions(reader, collection, times);
  const [first, second] = conditions;
  return {
    filter: second === undefined ? first : { op: 'and', args: conditions },
    near: centre && { centre, withinInMetres: radius ?? Infinity },
  };
}

function readConditions(
  reader: OgcParameterReader,
  { dataset }: Collection,
  times: RecordedTimes,
): readonly Expression[] {
  const bboxCrs = reader.read('bbox-crs', parseCrs) ?? crs84;
  const box = reader.read('bbox', (text) => parseBox(text, bboxCrs));
  const period = reader.read('datetime', (text) => parsePeriod(text, times));
  const { comparison, field: timeField } = dataset.sortKey;
  const conditions: (Expression | undefined)[] = [
    box && { op: 's_intersects', args: [{ property: geometryName }, box] },
    // A dataset without times has no feature that a period excludes.
    period && comparison === 'text' ? { op: 't_intersects', args: [{ property: timeField }, period] } : undefined,
    ...dataset.fields.map((field) => reader.read(field.name, (text) => equalsValue(field, text))),
    readFilter(reader),
  ];
  return conditions.filter((condition) => condition !== undefined);
}

function equalsValue(
  { name, type }: FieldDescription,
  text: string,
): Operation<ComparisonOperator, readonly [Scalar, Scalar]> | undefined {
  const value = type === 'text' ? text : type === 'dateTime' ? parseTime(text) : parsePlainNumber(text);
  if (value === undefined || (type === 'integer' && !Number.isInteger(value))) return undefined;
  return { op: '=', args: [{ property: name }, value] };
}

const publishedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** An instant, or a time without an offset, as it is published. */
function parseTime(text: string): Instant | string | undefined {
  return parseInstant(text) ?? (publishedTime.test(text) ? text : undefined);
}

function readFilter(reader: OgcParameterReader): Expression | undefined {
  const parse = reader.read('filter-lang', (language) =>
    language === 'cql2-text' ? parseFilterText : language === 'cql2-json' ? parseFilterJson : undefined,
  );
  // A filter in an unknown language is not read.
  if (reader.has('filter-lang') && !parse) return undefined;
  const crs = reader.read('filter-crs', parseCrs);
  const filter = reader.read('filter', parse ?? parseFilterText);
  return filter !== undefined && crs === epsg4326 ? withLongitudeFirst(filter) : filter;
}

/** Reads the parameters of a page of features. Throws FilterError. */
export function readPage(
  reader: OgcParameterReader,
  collection: Collection,
  times: RecordedTimes,
  hostMaximum = maximumLimit,
): PageRequest {
  const names = collection.dataset.fields.map(({ name }) => name);
  const limit = reader.read('limit', (text) => parseInteger(text, 1)) ?? defaultLimit;
  const sortable = reader.has('near') ? [...names, 'distance'] : names;
  return {
    ...readSelection(reader, collection, times),
    order: reader.read('sortby', (text) => parseOrder(text, sortable)) ?? [],
    start: reader.read('offset', (text) => parseInteger(text, 0)) ?? 0,
    count: Math.min(limit, maximumLimit, hostMaximum),
    crs: reader.read('crs', parseCrs) ?? crs84,
    properties: reader.read('properties', (text) => parseNames(text, names)),
    dataVersion: reader.read('data-version', parseText),
  };
}

/** Reads what features are counted by. */
export function readGroupings(reader: OgcParameterReader, collection: Collection): readonly Grouping[] {
  const parse = (text: string): readonly Grouping[] | undefined => {
    const names = parseNames(text, groupingsOf(collection));
    return names && names.length <= maximumGroupings ? names : undefined;
  };
  return reader.read('groupby', parse) ?? [];
}

/** Different names, all known, separated by commas. */
function parseNames<Name extends string>(text: string, known: readonly Name[]): readonly Name[] | undefined {
  const texts = text.split(',');
  const names = known.filter((name) => texts.includes(name));
  // In the order of the request.
  return names.length === texts.length ? names.sort((a, b) => texts.indexOf(a) - texts.indexOf(b)) : undefined;
}

/** In a URL, a plus sign that is not encoded is a space. */
function parseOrder(text: string, known: readonly string[]): readonly SortKey[] | undefined {
  const keys = text.split(',');
  if (!parseNames(keys.map((key) => key.replace(/^[-+ ]/, '')).join(), known)) return undefined;
  return keys.map((key) => ({
    property: key.replace(/^[-+ ]/, ''),
    direction: key.startsWith('-') ? 'desc' : 'asc',
  }));
}
