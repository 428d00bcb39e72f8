import type { DatasetOutline } from '../datasets/dataset-description.ts';
import { MalformedBytesError } from './bytes.ts';
import { distinctRows } from './distinct.ts';
import { formatVersion } from './format-version.ts';
import { isObject, parseObject } from './json-values.ts';
import { readDegreesOfPoints, readIntegers, readTexts, writeDegreesOfPoints } from './overview-columns.ts';
import { readIdentifiers, readTimes, writeIdentifiers, writeTimes } from './overview-rows.ts';
import type { OverviewPiece, OverviewTexts } from './overview.ts';
import { decodeRecency, encodeRecency, type Recency } from './recency-column.ts';

const format = 'coastwatch-overview';
const beginning = `{"format":"${format}",`;

/**
 * Distinct places and texts must be numbered in the order in which they occur first; else throws RangeError.
 *
 * The place and the texts of a record depend on each other: the detections of one animal at one receiver are the same in
 * all of them. So each combination that occurs is written once, and of a record only which one it has.
 */
export function encodeOverviewPiece(piece: OverviewPiece): Uint8Array<ArrayBuffer> {
  const { records, identifiers, seconds, places, placeOf, texts } = piece;
  const { first, at } = distinctRows([placeOf, ...Object.values(texts).map(({ codes }) => codes)]);
  const ofCombinations = (column: Uint32Array): number[] =>
    encodeRecency(Uint32Array.from(first, (row) => column[row] ?? 0));
  const textColumns = Object.entries(texts).map(([field, { values, codes }]) => [
    field,
    { values, at: ofCombinations(codes) },
  ]);
  const content = {
    format,
    version: formatVersion,
    records,
    identifiers: writeIdentifiers(identifiers),
    ...(seconds && { times: writeTimes(seconds) }),
    combinations: encodeRecency(at),
    places: {
      at: ofCombinations(placeOf),
      names: places.names,
      longitudes: writeDegreesOfPoints(places.longitudes, places.pointsPerPlace),
      latitudes: writeDegreesOfPoints(places.latitudes, places.pointsPerPlace),
    },
    texts: Object.fromEntries(textColumns) as unknown,
  };
  return new TextEncoder().encode(JSON.stringify(content));
}

/** Whether these are the bytes of such a piece, told from how they begin. */
export function isOverviewPiece(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, beginning.length)) === beginning;
}

/** Throws MalformedBytesError. */
export function decodeOverviewPiece(dataset: DatasetOutline, bytes: Uint8Array<ArrayBuffer>): OverviewPiece {
  const content = parseObject(bytes);
  if (content['format'] !== format) throw new MalformedBytesError('not a piece of an overview');
  if (content['version'] !== formatVersion) {
    const found = JSON.stringify(content['version']);
    throw new MalformedBytesError(`an overview of version ${found}, while this reader knows version ${formatVersion}`);
  }
  const { records, identifiers, times, combinations, places, texts } = content;
  if (typeof records !== 'number' || !Number.isSafeInteger(records) || records < 0) {
    throw new MalformedBytesError('its number of records is missing');
  }
  const hasTimes = dataset.sortKey.comparison === 'text';
  const ofRecords = readRecency(combinations, 'combinations', records);
  return {
    records,
    identifiers: readIdentifiers(identifiers, records),
    seconds: hasTimes ? readTimes(times, records) : undefined,
    ...readPlaces(dataset.positions.length, places, ofRecords),
    texts: Object.fromEntries(
      dataset.overview.texts.map(({ field }) => [
        field,
        readText(isObject(texts) ? texts[field] : undefined, field, ofRecords),
      ]),
    ),
  };
}

function readPlaces(
  pointsPerPlace: number,
  column: unknown,
  combinations: Recency,
): Pick<OverviewPiece, 'places' | 'placeOf'> {
  if (!isObject(column)) throw new MalformedBytesError('places: missing');
  const ofCombinations = readRecency(column['at'], 'places', combinations.count);
  const names = readTexts(column['names'], 'places', ofCombinations.count);
  const degrees = (name: 'longitudes' | 'latitudes', limit: number): Float64Array =>
    readDegreesOfPoints(column[name], name, pointsPerPlace, names.length, limit);
  return {
    places: { names, pointsPerPlace, longitudes: degrees('longitudes', 180), latitudes: degrees('latitudes', 90) },
    placeOf: spread(ofCombinations, combinations),
  };
}

function readText(column: unknown, field: string, combinations: Recency): OverviewTexts {
  if (!isObject(column)) throw new MalformedBytesError(`${field}: missing`);
  const ofCombinations = readRecency(column['at'], field, combinations.count);
  return {
    values: readTexts(column['values'], field, ofCombinations.count),
    codes: spread(ofCombinations, combinations),
  };
}

function readRecency(column: unknown, name: string, count: number): Recency {
  return decodeRecency(readIntegers(column, name, count), name);
}

/** What each combination has, told of each record. */
function spread(ofCombinations: Recency, combinations: Recency): Uint32Array {
  return combinations.at.map((combination) => ofCombinations.at[combination] ?? 0);
}
