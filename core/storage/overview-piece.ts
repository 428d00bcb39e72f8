import type { DatasetOutline } from '../datasets/dataset-description.ts';
import { MalformedBytesError } from './bytes.ts';
import { distinct, distinctRows } from './distinct.ts';
import { formatVersion } from './format-version.ts';
import { isObject, parseObject } from './json-values.ts';
import type { KnownPlaceSearch } from './known-place-search.ts';
import { readIntegers, readTexts, stepsOf } from './overview-columns.ts';
import { readPlaces, writePlaces } from './overview-places.ts';
import {
  readIdentifiers,
  readRows,
  readTimes,
  rowsByIdentifier,
  rowsByTime,
  writeRows,
  writeTimes,
} from './overview-rows.ts';
import type { OverviewPiece, OverviewTexts, Places } from './overview.ts';
import { decodeRecency, encodeRecency, type Recency } from './recency-column.ts';
import { writeToldPlaces } from './told-places.ts';

const format = 'coastwatch-overview';
const beginning = `{"format":"${format}",`;

/**
 * The place and the texts of a record depend on each other: the detections of one animal at one receiver are the same in
 * all of them. So each combination that occurs is written once, and of a record only which one it has. Places and texts
 * are numbered anew, as they come in ascending order of the identifiers. Throws RangeError when records with times are
 * not in list order, which the reader works out.
 *
 * With known places, those of the overview that the dataset names, places are told by them: then only a reader that has
 * the same ones can read the piece.
 */
export function encodeOverviewPiece(piece: OverviewPiece, known?: KnownPlaceSearch): Uint8Array<ArrayBuffer> {
  const { records, identifiers, seconds, places, placeOf, texts } = piece;
  const listRows = rowsByIdentifier(identifiers);
  const codes = [placeOf, ...Object.values(texts).map((text) => text.codes)];
  const columns = codes.map((column) => listRows.map((row) => column[row] ?? 0));
  const { first, at } = distinctRows(columns);
  const [ofPlaces, ...ofTexts] = columns.map((column) => columnOfCombinations(first, column));
  const placesInTurn = pickPlaces(places, ofPlaces?.numbers ?? []);
  const inTurn = (column: Float64Array): Float64Array => Float64Array.from(listRows, (row) => column[row] ?? 0);
  if (seconds && rowsByTime(inTurn(seconds)).some((row, index) => row !== listRows[index])) {
    throw new RangeError('the records are not in list order');
  }
  const namesOfRecords = (): (string | null)[] =>
    Array.from(listRows, (row) => places.names[placeOf[row] ?? 0] ?? null);
  const textColumns = Object.entries(texts).map(([field, { values }], index) => {
    const { numbers = [], at: ofCombinations } = ofTexts[index] ?? {};
    return [field, { values: numbers.map((number) => values[number] ?? null), at: ofCombinations }];
  });
  const content = {
    format,
    version: formatVersion,
    records,
    identifiers: stepsOf(inTurn(identifiers)),
    ...(seconds ? { times: writeTimes(inTurn(seconds)) } : { rows: writeRows(listRows, namesOfRecords()) }),
    combinations: encodeRecency(at),
    places: {
      at: ofPlaces?.at,
      ...(known ? writeToldPlaces(placesInTurn, known) : writePlaces(placesInTurn)),
    },
    texts: Object.fromEntries(textColumns) as unknown,
  };
  return new TextEncoder().encode(JSON.stringify(content));
}

/** What each combination has: the numbers that occur, as they come, and for each combination which of them. */
function columnOfCombinations(
  firstRows: readonly number[],
  column: Uint32Array,
): { readonly numbers: readonly number[]; readonly at: readonly number[] } {
  const ofCombinations = firstRows.map((row) => column[row] ?? 0);
  const { first, at } = distinct(ofCombinations);
  return { numbers: first.map((combination) => ofCombinations[combination] ?? 0), at: encodeRecency(at) };
}

function pickPlaces({ names, pointsPerPlace, longitudes, latitudes }: Places, numbers: readonly number[]): Places {
  const pick = (degrees: Float64Array): Float64Array =>
    Float64Array.from({ length: numbers.length * pointsPerPlace }, (_, index) => {
      const place = numbers[Math.floor(index / pointsPerPlace)] ?? 0;
      return degrees[place * pointsPerPlace + (index % pointsPerPlace)] ?? 0;
    });
  return {
    names: numbers.map((number) => names[number] ?? null),
    pointsPerPlace,
    longitudes: pick(longitudes),
    latitudes: pick(latitudes),
  };
}

/** Whether these are the bytes of such a piece, told from how they begin. */
export function isOverviewPiece(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, beginning.length)) === beginning;
}

/** `known` are the places by which those of the piece may be told. Throws MalformedBytesError. */
export function decodeOverviewPiece(
  dataset: DatasetOutline,
  bytes: Uint8Array<ArrayBuffer>,
  known?: Places,
): OverviewPiece {
  const content = parseObject(bytes);
  if (content['format'] !== format) throw new MalformedBytesError('not a piece of an overview');
  if (content['version'] !== formatVersion) {
    const found = JSON.stringify(content['version']);
    throw new MalformedBytesError(`an overview of version ${found}, while this reader knows version ${formatVersion}`);
  }
  const { records, combinations, places, texts } = content;
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0) {
    throw new MalformedBytesError('its number of records is missing');
  }
  const identifiers = readIdentifiers(content['identifiers'], records);
  const ofRecords = readRecency(combinations, 'combinations', records);
  if (!isObject(places)) throw new MalformedBytesError('places: missing');
  const placeOfCombination = readRecency(places['at'], 'places', ofRecords.count);
  const distinctPlaces = readPlaces(places, placeOfCombination.count, dataset.positions.length, known);

  // All is in ascending order of the identifiers so far.
  const times = dataset.sortKey.comparison === 'text' ? readTimes(content['times'], records) : undefined;
  const namesOfRecords = (): (string | null)[] =>
    Array.from(spread(placeOfCombination, ofRecords.at), (place) => distinctPlaces.names[place] ?? null);
  const rows = times ? rowsByTime(times) : readRows(content['rows'], namesOfRecords());
  const inListOrder = <Column extends Float64Array | Uint32Array>(column: Column): Column => {
    const list = column.slice() as Column;
    for (let index = 0; index < records; index++) list[rows[index] ?? 0] = column[index] ?? 0;
    return list;
  };
  const combinationOf = inListOrder(ofRecords.at);
  const textColumns = dataset.overview.texts.map(({ field }) => {
    const { values, at } = readText(isObject(texts) ? texts[field] : undefined, field, ofRecords.count);
    return [field, { values, codes: spread(at, combinationOf) }];
  });
  return {
    records,
    identifiers: inListOrder(identifiers),
    seconds: times && inListOrder(times),
    places: distinctPlaces,
    placeOf: spread(placeOfCombination, combinationOf),
    texts: Object.fromEntries(textColumns) as OverviewPiece['texts'],
  };
}

function readText(
  column: unknown,
  field: string,
  combinations: number,
): { readonly values: OverviewTexts['values']; readonly at: Recency } {
  if (!isObject(column)) throw new MalformedBytesError(`${field}: missing`);
  const at = readRecency(column['at'], field, combinations);
  return { values: readTexts(column['values'], field, at.count), at };
}

function readRecency(column: unknown, name: string, count: number): Recency {
  return decodeRecency(readIntegers(column, name, count), name);
}

/** What each combination has, told of each record. */
function spread(ofCombinations: Recency, combinationOf: Uint32Array): Uint32Array {
  const { at } = ofCombinations;
  return combinationOf.map((combination) => at[combination] ?? 0);
}
