import type { Position } from '../../core/geo/wgs84.ts';
import { parsePlainNumber } from '../../core/query/plain-number.ts';
import { firstDayOfMonth, monthOfDay, type MonthRange } from '../vocabulary/dates.ts';
import { kinds } from '../../core/datasets/kinds.ts';
import { plainPosition } from '../vocabulary/positions.ts';
import { radiusLimitsInMetres } from '../vocabulary/radii.ts';
import { type RangeFilter, readRange, writeRange } from '../vocabulary/ranges.ts';
import { remarkFilterOf } from '../vocabulary/remarks.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import { decodeIfPossible, plainText, repairedText } from '../vocabulary/text.ts';
import {
  defaultRadiusInMetres,
  defaultSort,
  hasCircle,
  initialView,
  locationDigits,
  type LocationSearch,
  type PlaceOrPoint,
  possibleSort,
  roundedSelection,
  searchDigits,
  type Selection,
  type ViewState,
  wholeCoast,
} from './view-state.ts';

export interface ReadView {
  readonly view: ViewState;
  /** One sentence about each invalid value; the rest of the URL is used. */
  readonly notes: readonly string[];
  /** The query string without the damage that was repaired. */
  readonly query: string;
}

export const zoomLimits = { smallest: 3, largest: 18 } as const;
const rangeHint = 'use metres such as 2-4, 3-, -500 or none';
/** The filters that are lists of keys, by their parameter names. */
export const keyFilters = { species: 'species', source: 'sources', feature: 'featureTypes' } as const;

/** One sentence about an invalid parameter of the URL, with the reason. */
export function ignoredParameterNote(name: string, text: string, reason: string): string {
  return `${name}=${plainText(text).slice(0, 40)} in the address was ignored: ${reason}.`;
}

/**
 * The view that the query string of a URL describes. Unknown parameters are ignored, and noted if they resemble a known
 * one. The first of a repeated parameter counts. An invalid value is repaired if possible, and otherwise replaced by its
 * default and noted. A valid value is never changed, so that the URL of every view is read exactly.
 */
export function readView(query: string): ReadView {
  const parameters = new URLSearchParams(decodeParameters(query));
  const notes: string[] = [];
  const knownNames = new Set<string>();
  /** The parameter's value as `read` parses it; undefined if it is absent, empty or invalid. */
  function value<Value>(name: string, read: (text: string) => Value | undefined, allowed: string): Value | undefined {
    knownNames.add(name);
    const text = parameters.get(name)?.trim() ?? '';
    if (text === '') return undefined;
    const result = read(text);
    if (result !== undefined) return result;
    const repaired = repairedText(text);
    const resultOfRepair = read(repaired);
    if (resultOfRepair === undefined) notes.push(ignoredParameterNote(name, text, allowed));
    else parameters.set(name, repaired);
    return resultOfRepair;
  }
  const oneOf =
    <Value extends string>(...values: readonly Value[]) =>
    (text: string): Value | undefined =>
      values.find((each) => each.toLowerCase() === text.toLowerCase());
  const numberBetween =
    (smallest: number, largest: number) =>
    (text: string): number | undefined => {
      const number = parsePlainNumber(text);
      return number !== undefined && number >= smallest && number <= largest ? number : undefined;
    };
  const positionHint = `use latitude and longitude in degrees, such as ${plainPosition(wholeCoast.centre, 2)}`;

  const centre = value('c', readPosition, positionHint);
  const zoom = value(
    'z',
    numberBetween(zoomLimits.smallest, zoomLimits.largest),
    `the zoom must be between ${zoomLimits.smallest} and ${zoomLimits.largest}`,
  );
  const at = value('at', readPosition, positionHint);
  const { smallest, largest } = radiusLimitsInMetres;
  const readRadius = numberBetween(smallest, largest);
  const radiusAllowed = `the radius must be between ${smallest} and ${largest} metres`;
  const radius = value('r', readRadius, radiusAllowed);
  const mode = value('find', oneOf('radius', 'nearest'), 'use radius or nearest');
  const map = {
    centre: centre ?? at ?? wholeCoast.centre,
    zoom: zoom ?? ((centre ?? at) ? 11 : wholeCoast.zoom),
  };
  const isSearch = radius !== undefined || mode !== undefined || at !== undefined;
  const searchCentre = at ?? centre;
  const search: LocationSearch | null =
    isSearch && searchCentre
      ? { mode: mode ?? 'radius', centre: searchCentre, radiusInMetres: radius ?? defaultRadiusInMetres }
      : null;
  if (isSearch && !search) {
    for (const [name, given] of [
      ['r', radius],
      ['find', mode],
    ] as const) {
      if (given !== undefined)
        notes.push(ignoredParameterNote(name, String(given), 'a search needs a centre, c or at'));
    }
  }

  const council = value('council', (text) => text, '') ?? null;
  if (council !== null && search) {
    notes.push(ignoredParameterNote('council', council, 'there is a search around a point'));
  }

  const dayHint = 'use dates like 2021-07-31';
  let from = value('from', readDay, dayHint) ?? null;
  let to = value('to', readDay, dayHint) ?? null;
  if (from !== null && to !== null && from > to) {
    notes.push(`from=${from} in the address is later than to=${to}: the two were swapped.`);
    [from, to] = [to, from];
  }

  const months = value('months', readMonths, 'use numbers from 1 to 12, such as 12,1,2') ?? [];
  const tag = value('tag', (text) => (/^[0-9]+$/.test(text) ? text : undefined), 'use the number of a tag') ?? null;

  const remark = value('remark', readRemark, '') ?? '';

  const play = value('play', readPlayedPeriod, 'use two months such as 2016-01,2017-12') ?? null;
  const isWindowGiven = from !== null || to !== null;
  if (play !== null && !isWindowGiven) {
    notes.push(
      ignoredParameterNote('play', formatPlayedPeriod(play), 'from and to must give the months that are shown'),
    );
  }

  const id = numberBetween(0, Number.MAX_SAFE_INTEGER);
  const wholeNumber = (text: string): number | undefined => (/^\d+$/.test(text) ? id(text) : undefined);
  const record = value('record', wholeNumber, 'use the identifier of a record');
  const place = value('place', wholeNumber, 'use the identifier of a place');
  const spot = value('spot', readPosition, positionHint);
  const area = value('area', (text) => text, '');
  const selection: Selection | null =
    record !== undefined
      ? { kind: 'record', id: record }
      : place !== undefined
        ? { kind: 'place', id: place }
        : spot
          ? { kind: 'location', position: spot }
          : area !== undefined
            ? { kind: 'area', name: area }
            : null;

  const around = value('around', readRadius, radiusAllowed);
  const readCompared = (text: string): PlaceOrPoint | 'choose' | undefined => {
    const compared = wholeNumber(text);
    if (compared !== undefined) return { kind: 'place', id: compared };
    const position = readPosition(text);
    return position ? roundedSelection({ kind: 'location', position }) : oneOf('choose')(text);
  };
  const comparison = value('compare', readCompared, `use the identifier of a place, or ${positionHint.slice(4)}`);
  if (!hasCircle(selection)) {
    for (const [name, given] of Object.entries({ around, compare: comparison })) {
      if (given !== undefined) {
        notes.push(ignoredParameterNote(name, String(parameters.get(name)), 'no place or point is selected'));
      }
    }
  }

  const rangeOf = (name: string): RangeFilter | null => {
    const range = value(name, readRange, rangeHint) ?? null;
    if (range === null || range === 'none') return range;
    const { from, to } = range;
    if (from === null || to === null || from <= to) return range;
    notes.push(`${name}=${from}-${to} in the address has the larger number first: the two were swapped.`);
    return { from: to, to: from };
  };

  const keysOf = (name: string): readonly string[] => value(name, readKeys, '') ?? [];
  const selectedKinds = value(
    'type',
    (text) => {
      const found = text.split(',').map((part) => oneOf(...kinds)(part.trim()));
      return found.every((kind) => kind !== undefined) ? [...new Set(found)] : undefined;
    },
    `use ${kinds.join(', ')}`,
  );
  const tab = value('tab', oneOf('records', 'places'), 'use records or places') ?? initialView.tab;
  const sorts = ['newest', 'oldest', 'nearest', 'largest'] as const;
  const givenSort = value('sort', oneOf(...sorts), 'use newest, oldest, nearest or largest');
  const sort = possibleSort({ map, search, selection, tab, sort: givenSort ?? defaultSort({ tab, search }) });
  if (givenSort !== undefined && givenSort !== sort) {
    notes.push(
      ignoredParameterNote(
        'sort',
        givenSort,
        'it needs a search, a selected place or point, or a map that is zoomed in',
      ),
    );
  }
  const view: ViewState = {
    map,
    search,
    council: search ? null : council,
    filters: {
      kinds: selectedKinds ?? [],
      species: keysOf('species'),
      sources: keysOf('source'),
      featureTypes: keysOf('feature'),
      from,
      to,
      months,
      size: rangeOf('size'),
      offshore: rangeOf('offshore'),
      remark,
      tag,
    },
    tab,
    sort,
    selection,
    selectionRadiusInMetres: (hasCircle(selection) && around) || initialView.selectionRadiusInMetres,
    units: value('units', oneOf('metric', 'nautical'), 'use metric or nautical') ?? initialView.units,
    hasCharts: value('show', oneOf('charts'), 'use charts') !== undefined,
    play: isWindowGiven ? play : null,
    comparison: (hasCircle(selection) && comparison) || null,
  };
  notes.push(...misspeltParameterNotes([...parameters.keys()], knownNames));
  return { view, notes, query: `?${parameters}` };
}

/**
 * Decodes each parameter whose name contains an encoded `=`: a program may encode a query string as a whole, and then
 * add parameters to it. Also decodes `&amp;`, which is `&` as written in HTML. Our own URLs contain neither.
 */
function decodeParameters(query: string): string {
  const maxTimesEncoded = 4;
  const parts = query.replace(/^\?/, '').replaceAll('&amp;', '&').split('&');
  return parts
    .map((part) => {
      let [name = ''] = part.split('=', 1);
      const rest = part.slice(name.length);
      for (let times = 0; times < maxTimesEncoded && /^[^=]*%(?:25)*3D/i.test(name); times++) {
        name = decodeIfPossible(name);
      }
      return name + rest;
    })
    .join('&');
}

/**
 * One sentence about each unknown parameter that is probably a misspelt one of ours. All others, such as those that other
 * sites add to links in order to count visits, are ignored without a note.
 */
function misspeltParameterNotes(names: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return [...new Set(names)].flatMap((name) => {
    const meant = known.has(name) ? undefined : [...known].find((each) => isMisspelt(name, each));
    if (meant === undefined) return [];
    return [`${plainText(name)} in the address was ignored: the explorer has no such parameter. Use ${meant}.`];
  });
}

/**
 * Whether a name differs from one of ours only in letter case, in an added `s`, or, if ours has at least five letters, in
 * one letter that was added, left out, replaced or swapped with the next one. Shorter names would resemble unrelated
 * parameters: `site` is not a misspelt `size`.
 */
function isMisspelt(name: string, own: string): boolean {
  const given = name.toLowerCase();
  if (given === own || (own.length > 2 && given === `${own}s`)) return true;
  if (own.length < 5) return false;
  let start = 0;
  while (start < own.length && given[start] === own[start]) start++;
  const [rest, ownRest] = [given.slice(start), own.slice(start)];
  const swapped = `${ownRest.charAt(1)}${ownRest.charAt(0)}${ownRest.slice(2)}`;
  return (
    rest.slice(1) === ownRest || rest === ownRest.slice(1) || rest.slice(1) === ownRest.slice(1) || rest === swapped
  );
}

/**
 * The query string of a view, with its `?`, or '' for the initial view. Reading it returns the same view: a rounded
 * search (`roundedSearch`) exactly, the map's centre rounded to a metre and its zoom to a hundredth.
 */
export function writeView(view: ViewState): string {
  const { map, search, filters, selection } = view;
  const parts: string[] = [];
  const add = (name: string, text: string): void => {
    // Commas and colons need no escaping in a query, and the URL is easier to read without it.
    parts.push(
      `${name}=${encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%20', '+')}`,
    );
  };
  const mapCentre = plainPosition(map.centre);
  const isWholeCoast = mapCentre === plainPosition(wholeCoast.centre) && map.zoom === wholeCoast.zoom;
  if (!isWholeCoast || search) {
    add('c', mapCentre);
    add('z', String(Number(map.zoom.toFixed(2))));
  }
  if (search) {
    const searchCentre = plainPosition(search.centre, searchDigits);
    if (searchCentre !== mapCentre) add('at', searchCentre);
    add('r', String(search.radiusInMetres));
    if (search.mode === 'nearest') add('find', 'nearest');
  }
  if (view.council !== null) add('council', view.council);
  if (filters.kinds.length > 0) add('type', filters.kinds.join(','));
  for (const [name, field] of Object.entries(keyFilters)) {
    if (filters[field].length > 0) add(name, filters[field].map(escapeKey).join(','));
  }
  if (filters.from !== null) add('from', filters.from);
  if (filters.to !== null) add('to', filters.to);
  if (filters.months.length > 0) add('months', filters.months.join(','));
  if (filters.size !== null) add('size', writeRange(filters.size));
  if (filters.offshore !== null) add('offshore', writeRange(filters.offshore));
  if (filters.remark !== '') add('remark', filters.remark);
  if (filters.tag !== null) add('tag', filters.tag);
  if (view.tab !== initialView.tab) add('tab', view.tab);
  if (view.sort !== defaultSort(view)) add('sort', view.sort);
  if (view.units !== initialView.units) add('units', view.units);
  if (view.hasCharts) add('show', 'charts');
  if (view.play) add('play', formatPlayedPeriod(view.play));
  if (selection?.kind === 'location') add('spot', plainPosition(selection.position, locationDigits));
  else if (selection?.kind === 'area') add('area', selection.name);
  else if (selection) add(selection.kind, String(selection.id));
  if (hasCircle(selection)) {
    if (view.selectionRadiusInMetres !== initialView.selectionRadiusInMetres) {
      add('around', String(view.selectionRadiusInMetres));
    }
    if (view.comparison !== null) add('compare', writeCompared(view.comparison));
  }
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function writeCompared(compared: PlaceOrPoint | 'choose'): string {
  if (compared === 'choose') return compared;
  return compared.kind === 'place' ? String(compared.id) : plainPosition(compared.position, locationDigits);
}

/** The position that a parameter has as its value; undefined if it is absent or invalid. */
export function readPosition(text: string): Position | undefined {
  const numbers = text.split(',').map((part) => parsePlainNumber(part.trim()));
  const [latitude, longitude] = numbers;
  if (numbers.length !== 2 || latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { longitude, latitude } : undefined;
}

const formatPlayedPeriod = ({ start, end }: MonthRange): string =>
  [start, end].map((month) => firstDayOfMonth(month).slice(0, 7)).join(',');

function readPlayedPeriod(text: string): MonthRange | undefined {
  const days = text.split(',').map((month) => readDay(`${month.trim()}-01`));
  const [start = '', end = ''] = days;
  if (days.length !== 2 || start === '' || end === '' || start > end) return undefined;
  return { start: monthOfDay(start), end: monthOfDay(end) };
}

/** Months of the year, in ascending order; all twelve are no filter. */
function readMonths(text: string): readonly number[] | undefined {
  const months = text.split(',').map((part) => (/^\d{1,2}$/.test(part.trim()) ? Number(part) : 0));
  if (!months.every((month) => month >= 1 && month <= 12)) return undefined;
  const distinct = [...new Set(months)].sort((a, b) => a - b);
  return distinct.length === 12 ? [] : distinct;
}

function readRemark(text: string): string {
  return remarkFilterOf(repairedText(text));
}

/** The text if it is a valid day of the years 0 to 9999. */
function readDay(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}

/**
 * Keys are separated by single commas; two commas are one comma within a key. The key '' of a missing value is written
 * "-". A backslash makes a following comma, dash or backslash literal, for keys that contain these characters. Empty
 * keys, such as after a trailing comma, are ignored.
 */
function readKeys(text: string): readonly string[] {
  const parts = [{ key: '', isEscaped: false }];
  for (const [token] of text.matchAll(/\\[\\,-]|,+|[^\\,]+|\\/g)) {
    const part = parts.at(-1);
    if (token === ',') parts.push({ key: '', isEscaped: false });
    else if (part && token.length === 2 && token.startsWith('\\')) {
      part.key += token.slice(1);
      part.isEscaped = true;
    } else if (part) part.key += token.replaceAll(',,', ',');
  }
  const written = parts.filter(({ key }) => key.trim() !== '');
  return [...new Set(written.map(({ key, isEscaped }) => (!isEscaped && key.trim() === '-' ? '' : keyOfText(key))))];
}

/** A key as it is written between the commas of a URL. */
export function escapeKey(key: string): string {
  if (key === '') return '-';
  if (key === '-') return '\\-';
  const escaped = key.replaceAll('\\', '\\\\');
  // A comma is doubled, as in earlier versions. Next to another comma, which would be ambiguous, it is escaped.
  return escaped.replaceAll(',', /^,|,,|,$/.test(key) ? '\\,' : ',,');
}

/** The absolute URL of a view. The browser's address bar shows it after a short delay. */
export function addressOf(view: ViewState, siteUrl: string): string {
  return new URL(writeView(view), siteUrl).href;
}
