import type { BoundingBox, Instant } from '../../cql2/expression.ts';
import { isDate } from '../../cql2/expression-builder.ts';
import type { RecordedTimes } from '../../datasets/recorded-time.ts';
import type { Near } from '../../engine/feature-query.ts';
import { timesOf } from '../../engine/operators.ts';
import { parsePlainNumber } from '../../query/plain-number.ts';
import type { BadParameter } from '../problems.ts';
import { coordinatesIn, type Crs, crs84, isCrs } from './crs.ts';
import type { OgcParameter } from './parameters.ts';

const maximumNameErrors = 10;

/**
 * Reads the parameters of a request one by one and collects their errors. Names are case-sensitive. A parameter that is
 * unknown or repeated is an error. A plus sign is a space, as in forms.
 */
export class OgcParameterReader {
  readonly errors: BadParameter[] = [];
  readonly #texts = new Map<string, string>();
  readonly #parameters: ReadonlyMap<string, OgcParameter>;

  constructor(search: URLSearchParams, parameters: readonly OgcParameter[]) {
    this.#parameters = new Map(parameters.map((parameter) => [parameter.name, parameter]));
    const known = [...this.#parameters.keys()].join(', ');
    search.forEach((value, parameter) => {
      // So that the response is not much longer than the request.
      if (this.errors.length >= maximumNameErrors) return;
      if (this.#texts.has(parameter)) this.errors.push({ parameter, value, allowed: 'given only once' });
      else if (this.#parameters.has(parameter)) this.#texts.set(parameter, value);
      else
        this.errors.push({ parameter, value, allowed: `left out, because the parameters of this path are: ${known}` });
    });
  }

  /** The value as `parse` reads it; undefined if the parameter is absent or, which is an error, invalid. */
  read<Value>(name: string, parse: (text: string) => Value | undefined): Value | undefined {
    const text = this.#texts.get(name);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) this.refuse(name);
    return value;
  }

  /** Adds an error: the value of this parameter, or its absence, is not allowed. */
  refuse(name: string): void {
    const parameter = this.#parameters.get(name);
    if (!parameter) throw new RangeError(`no description of the parameter ${name}`);
    this.errors.push({ parameter: name, value: this.#texts.get(name), allowed: parameter.allowed });
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }
}

export const parseText = (text: string): string => text;
export const parseCrs = (text: string): Crs | undefined => (isCrs(text) ? text : undefined);

export function parseInteger(text: string, minimum: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) && value >= minimum ? value : undefined;
}

function parseNumbers(text: string): readonly number[] | undefined {
  const numbers = text.split(',').map(parsePlainNumber);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

export function parsePosition(text: string): Near['centre'] | undefined {
  const numbers = parseNumbers(text);
  return numbers?.length === 2 ? positionIn(crs84, numbers) : undefined;
}

/** A box without heights, which no feature has. */
export function parseBox(text: string, crs: Crs): BoundingBox | undefined {
  const numbers = parseNumbers(text);
  if (numbers?.length !== 4 && numbers?.length !== 6) return undefined;
  const half = numbers.length / 2;
  const lower = positionIn(crs, numbers.slice(0, half));
  const upper = positionIn(crs, numbers.slice(half));
  if (!lower || !upper || lower.latitude > upper.latitude) return undefined;
  return { bbox: [lower.longitude, lower.latitude, upper.longitude, upper.latitude] };
}

/** The position with these coordinates and perhaps a height; undefined if it is not on the Earth. */
function positionIn(
  crs: Crs,
  [first = Number.NaN, second = Number.NaN]: readonly number[],
): Near['centre'] | undefined {
  // The exchange of two axes is its own inverse.
  const [longitude, latitude] = coordinatesIn(crs, first, second);
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? { longitude, latitude } : undefined;
}

const date = /^\d{4}-\d\d-\d\d$/;
const time = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A date, or a time with its offset (RFC 3339), in UTC. In a URL, a plus sign that is not encoded is a space. */
export function parseInstant(text: string): Instant | undefined {
  const written = text.toUpperCase().replace(' ', '+');
  const day = date.test(written) ? written : time.exec(written)?.[1];
  if (day === undefined || !isDate(day)) return undefined;
  if (day === written) return { date: day };
  const timestamp = new Date(Date.parse(written)).toISOString().replace('.000Z', 'Z');
  // With its offset, a time of the years 0 or 9999 can be outside these years.
  return /^\d{4}-/.test(timestamp) ? { timestamp } : undefined;
}

/** An instant, or a period with at most one open end. The period may not end before it starts. `times` are for its days. */
export function parsePeriod(
  text: string,
  times: RecordedTimes,
): Instant | { readonly interval: readonly [string, string] } | undefined {
  const [start, end, ...others] = text.split('/');
  if (start === undefined || end === undefined) return parseInstant(text);
  const ends = [start, end].map((each) => (each === '' || each === '..' ? '..' : parseInstant(each)));
  const [from, to] = ends;
  if (from === undefined || to === undefined || others.length > 0 || (from === '..' && to === '..')) return undefined;
  if (from !== '..' && to !== '..' && timesOf(from, times)[0] > timesOf(to, times)[1]) return undefined;
  return { interval: [textOf(from), textOf(to)] };
}

const textOf = (instant: Instant | '..'): string =>
  instant === '..' ? instant : 'date' in instant ? instant.date : instant.timestamp;
