import { parsePlainNumber } from './plain-number.ts';

export type SortOrder = 'asc' | 'desc';

export interface Page {
  /** From 1. */
  readonly number: number;
  /** Records per page, 1 or more; can exceed the maximum length of an array. */
  readonly size: number;
}

/** The centre of a search, in degrees. */
export interface Centre {
  readonly longitude: number;
  readonly latitude: number;
}

export interface ListQuery {
  readonly kind: 'list';
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
}

export interface RadiusQuery {
  readonly kind: 'inRadius';
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
  readonly centre: Centre;
  readonly rangeInMetres: number;
}

export interface NearestQuery {
  readonly kind: 'nearest';
  readonly sortOrder: SortOrder;
  readonly centre: Centre;
  /** Undefined: the whole dataset is considered. */
  readonly rangeInMetres: number | undefined;
}

export type Query = ListQuery | RadiusQuery | NearestQuery;

/** The description of a parameter, from which parsing, messages and documentation are derived. */
export interface ParameterDescription {
  readonly name: string;
  readonly type: 'integer' | 'number' | 'choice';
  /** The allowed values, in words that complete the sentence "it must be …". */
  readonly allowed: string;
  readonly default?: string;
  /** The parameter is allowed only together with latitude and longitude. */
  readonly needsCentre?: true;
  readonly example?: string;
  readonly meaning: string;
  readonly choices?: readonly string[];
  /** The smallest and the largest allowed number, both inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** An exclusive lower bound. */
  readonly above?: number;
}

export const parameters = [
  {
    name: 'pageNumber',
    type: 'integer',
    minimum: 1,
    allowed: 'an integer of 1 or more',
    example: '1',
    meaning: 'The page to retrieve. Absent: the complete result as a plain array.',
  },
  {
    name: 'pageSize',
    type: 'integer',
    minimum: 1,
    allowed: 'an integer of 1 or more',
    default: '10',
    meaning: 'Records per page, used when pageNumber is set. There is no maximum.',
  },
  {
    name: 'sortOrder',
    type: 'choice',
    choices: ['asc', 'desc'],
    allowed: 'asc or desc',
    default: 'desc',
    meaning: "Direction of the dataset's sort key.",
  },
  {
    name: 'latitude',
    type: 'number',
    minimum: -90,
    maximum: 90,
    allowed: 'a number from -90 to 90, together with longitude',
    meaning: 'Latitude of the centre of a search, in degrees.',
  },
  {
    name: 'longitude',
    type: 'number',
    minimum: -180,
    maximum: 180,
    allowed: 'a number from -180 to 180, together with latitude',
    meaning: 'Longitude of the centre of a search, in degrees.',
  },
  {
    name: 'rangeInM',
    type: 'number',
    above: 0,
    allowed: 'a number above 0, together with latitude and longitude',
    default: '10000',
    needsCentre: true,
    meaning: 'Radius of a search in metres. Nearest without it considers the whole dataset.',
  },
  {
    name: 'searchStyle',
    type: 'choice',
    choices: ['InRadius', 'Nearest'],
    allowed: 'InRadius or Nearest, together with latitude and longitude',
    default: 'InRadius',
    needsCentre: true,
    meaning: 'Every record within the radius, or the nearest record alone.',
  },
] as const satisfies readonly ParameterDescription[];

export type ParameterName = (typeof parameters)[number]['name'];

export interface ParameterError {
  readonly parameter: ParameterName;
  /** The value in the request; undefined if a required parameter is missing. */
  readonly value: string | undefined;
  readonly allowed: string;
}

export const defaultPageSize = 10;
export const defaultRangeInMetres = 10_000;

/** The parameters of a request, as unparsed text. */
export type ParameterTexts = ReadonlyMap<ParameterName, string>;

export type ParsedQuery = { readonly query: Query } | { readonly errors: readonly ParameterError[] };

/**
 * Converts the parameters of a list or search request to a query, or to a list of all their errors.
 *
 * @param maximumPageSize the largest page size that the host accepts; by default there is no maximum
 */
export function parseQuery(texts: ParameterTexts, maximumPageSize = Infinity): ParsedQuery {
  const reader = new ParameterReader(texts);
  const pageNumber = reader.number('pageNumber');
  const pageSize = reader.number('pageSize', maximumPageSize) ?? Math.min(defaultPageSize, maximumPageSize);
  const sortOrder = reader.choice<SortOrder>('sortOrder') ?? 'desc';
  const latitude = reader.number('latitude');
  const longitude = reader.number('longitude');
  const rangeInMetres = reader.number('rangeInM');
  const searchStyle = reader.choice<'InRadius' | 'Nearest'>('searchStyle') ?? 'InRadius';

  const isSearch = texts.has('latitude') || texts.has('longitude');
  if (isSearch || texts.has('rangeInM') || texts.has('searchStyle')) {
    reader.require('latitude');
    reader.require('longitude');
  }
  if (reader.errors.length > 0) return { errors: reader.errors };

  const page = pageNumber === undefined ? undefined : { number: pageNumber, size: pageSize };
  if (latitude === undefined || longitude === undefined) return { query: { kind: 'list', sortOrder, page } };
  const centre = { longitude, latitude };
  if (searchStyle === 'Nearest') return { query: { kind: 'nearest', sortOrder, centre, rangeInMetres } };
  return {
    query: { kind: 'inRadius', sortOrder, page, centre, rangeInMetres: rangeInMetres ?? defaultRangeInMetres },
  };
}

/** The errors in a request for a static path, which takes no parameters. */
export function staticRequestErrors(texts: ParameterTexts): ParameterError[] {
  return parameters.flatMap(({ name }) => {
    const value = texts.get(name);
    return value === undefined
      ? []
      : [{ parameter: name, value, allowed: 'absent, because static paths take no parameters' }];
  });
}

/** Reads parameters one by one and collects their errors. An invalid parameter is read as undefined. */
class ParameterReader {
  readonly errors: ParameterError[] = [];
  readonly #texts: ParameterTexts;

  constructor(texts: ParameterTexts) {
    this.#texts = texts;
  }

  /** `hostMaximum` is an additional limit of this host. */
  number(name: ParameterName, hostMaximum = Infinity): number | undefined {
    const text = this.#texts.get(name);
    if (text === undefined) return undefined;
    const value = parsePlainNumber(text);
    if (value !== undefined && value <= hostMaximum && isAllowed(value, describe(name))) return value;
    this.#addError(name, text, hostMaximum);
    return undefined;
  }

  choice<Choice extends string>(name: ParameterName): Choice | undefined {
    const text = this.#texts.get(name);
    if (text === undefined) return undefined;
    const wanted = text.toLowerCase();
    const choice = describe(name).choices?.find((candidate) => candidate.toLowerCase() === wanted);
    if (choice === undefined) this.#addError(name, text);
    // Callers pass a type with the same choices as the description.
    return choice as Choice | undefined;
  }

  require(name: ParameterName): void {
    if (!this.#texts.has(name)) this.#addError(name, undefined);
  }

  #addError(name: ParameterName, value: string | undefined, hostMaximum = Infinity): void {
    const { allowed } = describe(name);
    const limit = hostMaximum === Infinity ? '' : ` and at most ${hostMaximum} on this host`;
    this.errors.push({ parameter: name, value, allowed: allowed + limit });
  }
}

function describe(name: ParameterName): ParameterDescription {
  const description: ParameterDescription | undefined = parameters.find((parameter) => parameter.name === name);
  if (!description) throw new Error(`no description of parameter ${name}`);
  return description;
}

function isAllowed(
  value: number,
  { type, minimum = -Infinity, maximum = Infinity, above = -Infinity }: ParameterDescription,
): boolean {
  return value >= minimum && value <= maximum && value > above && (type !== 'integer' || Number.isInteger(value));
}

const namesByLowerCase = new Map<string, ParameterName>(parameters.map(({ name }) => [name.toLowerCase(), name]));

/**
 * Reads the parameters from the query part of a URL, with or without its question mark. Names are case-insensitive; if
 * a parameter is repeated, its first value counts; unknown parameters are ignored; a parameter with an empty value, or
 * `pageNumber=null`, counts as absent.
 *
 * A plus sign is literal, as in `latitude=+17.76` or `rangeInM=1e+4`, because no value contains a space. A value with
 * an invalid percent encoding is not decoded.
 */
export function readQueryString(search: string): ParameterTexts {
  const texts = new Map<ParameterName, string>();
  const query = search.startsWith('?') ? search.slice(1) : search;
  if (query === '') return texts;
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = namesByLowerCase.get(decodePercent(equals < 0 ? pair : pair.slice(0, equals)).toLowerCase());
    if (name === undefined || texts.has(name)) continue;
    texts.set(name, equals < 0 ? '' : decodePercent(pair.slice(equals + 1)));
  }
  for (const [name, text] of texts) {
    if (text === '' || (name === 'pageNumber' && text === 'null')) texts.delete(name);
  }
  return texts;
}

/** Decodes percent encodings. A text with an invalid one is returned as it is. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface PageBounds {
  readonly totalPages: number;
  /** The index of the page's first record in the result, from 0. */
  readonly start: number;
  /** The index after the page's last record. */
  readonly end: number;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/** The largest valid page number. It is 1 for an empty result, whose only page is empty. */
export function lastPageNumber(totalItems: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalItems / pageSize));
}

export function pageBounds(totalItems: number, page: Page): PageBounds | undefined {
  if (page.number > lastPageNumber(totalItems, page.size)) return undefined;
  const totalPages = Math.ceil(totalItems / page.size);
  // A size beyond 2^53 would lose digits in the products, but then there is one page only and start is 0.
  const start = (page.number - 1) * page.size;
  return {
    totalPages,
    start,
    end: Math.min(totalItems, start + page.size),
    hasNext: page.number < totalPages,
    hasPrevious: page.number > 1,
  };
}

/**
 * The query string for a page of a result. Its parameters are in the documented order: those of a search, then
 * pageNumber, pageSize and sortOrder.
 */
export function pageQueryString(query: ListQuery | RadiusQuery, pageNumber: number, pageSize: number): string {
  const page = `pageNumber=${encodeNumber(pageNumber)}&pageSize=${encodeNumber(pageSize)}&sortOrder=${query.sortOrder}`;
  if (query.kind === 'list') return page;
  const { centre, rangeInMetres } = query;
  const position = `latitude=${encodeNumber(centre.latitude)}&longitude=${encodeNumber(centre.longitude)}`;
  return `${position}&rangeInM=${encodeNumber(rangeInMetres)}&searchStyle=InRadius&${page}`;
}

/** The only reserved character in the text of a number is the plus sign of an exponent. */
function encodeNumber(value: number): string {
  return String(value).replace('+', '%2B');
}
