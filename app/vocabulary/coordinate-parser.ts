import type { Position } from '../../core/geo/wgs84.ts';
import { parsePlainNumber } from '../../core/query/plain-number.ts';
import {
  type PointReading,
  readFullPlusCode,
  readPlusCode,
  readShortPlusCode,
  type ShortPlusCodeReading,
} from './plus-codes.ts';
import { exampleCoordinates } from './example-position.ts';
import { isPlausible } from './positions.ts';
import { apostrophes, decodeIfPossible } from './text.ts';

/** Long enough for links of map applications. */
const maxTextLength = 2000;

/**
 * Parses written coordinates (degrees, degrees and minutes, or degrees, minutes and seconds, with signs or letters),
 * `geo:` addresses, Plus Codes, and links of map applications and of this site. Returns the point, a problem to show to the user,
 * or undefined for a text that is not meant as coordinates, such as the name of a place. Never throws.
 */
export function readCoordinates(text: string): CoordinatesReading | undefined {
  if (text.length > maxTextLength) return undefined;
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return readMapLink(linkIn(trimmed) ?? trimmed) ?? readPlusCode(trimmed) ?? readWrittenCoordinates(trimmed);
}

/** A link within a text, as map applications share it: "Cottesloe Beach https://maps.app.goo.gl/…". */
const linkInText = /\bhttps?:\/\/[^\s]+/i;

function linkIn(text: string): string | undefined {
  return linkInText.exec(text)?.[0];
}

/**
 * The name in a text with coordinates: the text before and after a link, as map applications share it, or the town of a
 * short Plus Code; '' if there is none.
 */
export function nameWithCoordinates(text: string): string {
  const trimmed = text.trim();
  const link = linkIn(trimmed);
  return link === undefined ? (readShortPlusCode(trimmed)?.town ?? '') : trimmed.replace(link, '').trim();
}

/** The beginning of an address: a scheme, a host name with a path, or a query or fragment alone. */
const addressStart = /^(?:[a-z]{2,10}:\/\/|geo:|[?#]|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,6}\.[a-z]{2,10}[/?#])/i;
/**
 * URL parameters whose value is "latitude,longitude". Those for a marked point come before those for the map's centre.
 */
const pairNames = ['at', 'spot', 'q', 'query', 'll', 'coordinate', 'destination', 'daddr', 'cp', 'c', 'center', 'sll'];

/**
 * The point in a `geo:` address (RFC 5870) or in a link of a map application or of this site; undefined for a text that
 * is not an address.
 */
function readMapLink(text: string): CoordinatesReading | undefined {
  if (!addressStart.test(text)) return undefined;
  const { path, parameters, fragment } = splitAddress(text);
  const shortened = shortLinkStart.exec(text)?.[1];
  if (shortened !== undefined) return { problem: shortLinkProblem(shortened.toLowerCase()) };
  return (
    readOpenStreetMapShortLink(path) ??
    readGeoAddress(path, parameters) ??
    readMarkedPoint(path) ??
    readNamedPair(parameters, 'mlat', 'mlon') ??
    readParameters(parameters) ??
    readFragment(fragment) ??
    readFullPlusCode(decodeIfPossible(text)) ??
    readPath(path) ?? { problem: 'No coordinates were found in this link.' }
  );
}

/** Short links: only the service that made one knows where it leads. */
const shortLinkStart =
  /^(?:https?:\/\/)?(?:www\.)?(maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple|bit\.ly|tinyurl\.com|t\.co|w3w\.co)\//i;

function shortLinkProblem(host: string): string {
  const service = /goo\.gl$|^g\.co$/.test(host) ? 'Google' : host === 'maps.apple' ? 'Apple' : host;
  const how =
    service === 'Google'
      ? 'Open it in Google Maps, press and hold the point (on a computer, right-click it), and copy its coordinates.'
      : 'Open it, and copy the coordinates of the point.';
  return `This short link cannot be read without asking ${service} where it leads, which this page does not do. ${how}`;
}

const shortLinkDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~';

/** `osm.org/go/uhv~Ys5-?m`: the link itself contains the coordinates, in interleaved bits, three of each per character. */
function readOpenStreetMapShortLink(path: string): CoordinatesReading | undefined {
  const code = /(?:^|\/\/)(?:www\.)?(?:osm\.org|openstreetmap\.org)\/go\/([\w~@]{1,10})[-=]{0,2}$/i.exec(path)?.[1];
  if (code === undefined) return undefined;
  let [x, y, size] = [0, 0, 1];
  // Earlier links have @ instead of ~.
  for (const character of code.replaceAll('@', '~')) {
    const digit = shortLinkDigits.indexOf(character);
    for (let bit = 5; bit > 0; bit -= 2) {
      size /= 2;
      x += ((digit >> bit) & 1) * size;
      y += ((digit >> (bit - 1)) & 1) * size;
    }
  }
  const degrees = (share: number, whole: number): number => Number(((share + size / 2) * whole - whole / 2).toFixed(6));
  return createReading(degrees(y, 180), degrees(x, 360));
}

function splitAddress(text: string): { path: string; parameters: URLSearchParams; fragment: string } {
  const [address = '', fragment = ''] = splitAtFirst(text, '#');
  const [path = '', query = ''] = splitAtFirst(address, '?');
  return { path, parameters: new URLSearchParams(query), fragment };
}

function splitAtFirst(text: string, sign: string): readonly string[] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** `geo:-31.99,115.75;u=35`, or `geo:0,0?q=-31.99,115.75(label)`, which phones use. */
function readGeoAddress(path: string, parameters: URLSearchParams): CoordinatesReading | undefined {
  if (!/^geo:/i.test(path)) return undefined;
  const marked = readPair(parameters.get('q') ?? '');
  if (marked) return marked;
  const [point = '', ...settings] = path.slice('geo:'.length).split(';');
  const system = settings.find((setting) => /^crs=/i.test(setting))?.slice('crs='.length);
  if (system !== undefined && system.toLowerCase() !== 'wgs84') {
    return { problem: 'This geo: address uses a coordinate system other than WGS 84.' };
  }
  const example = exampleCoordinates.replace(' ', '');
  return readPair(point) ?? { problem: `A geo: address needs latitude and longitude, such as geo:${example}.` };
}

/** `!3d-31.99!4d115.75`: the last pair in the path is the point that was searched for. */
function readMarkedPoint(path: string): CoordinatesReading | undefined {
  const latitudes = path.match(/!3d-?\d{1,3}(?:\.\d{1,20})?/g);
  const longitudes = path.match(/!4d-?\d{1,3}(?:\.\d{1,20})?/g);
  return readNumbers(latitudes?.at(-1)?.slice(3), longitudes?.at(-1)?.slice(3));
}

function readNamedPair(
  parameters: URLSearchParams,
  latitudeName: string,
  longitudeName: string,
): CoordinatesReading | undefined {
  return readNumbers(parameters.get(latitudeName), parameters.get(longitudeName));
}

function readParameters(parameters: URLSearchParams): CoordinatesReading | undefined {
  for (const name of pairNames) {
    const reading = readPair(parameters.get(name) ?? '');
    if (reading) return reading;
  }
  return readNamedPair(parameters, 'latitude', 'longitude') ?? readNamedPair(parameters, 'lat', 'lon');
}

/** `#map=12/-31.99/115.75`. */
function readFragment(fragment: string): CoordinatesReading | undefined {
  const [, latitude, longitude] = (new URLSearchParams(fragment).get('map') ?? '').split('/');
  return readNumbers(latitude, longitude);
}

/** A path segment with written coordinates, as in `/place/31°59'39"S+115°28'26"E`; otherwise `/@-31.99,115.75,12z`. */
function readPath(path: string): CoordinatesReading | undefined {
  const segments = path.split('/').slice(0, 50);
  const mapCentre = segments.find((segment) => segment.startsWith('@'));
  for (const segment of [...segments, mapCentre?.slice(1) ?? '']) {
    const written = decodeIfPossible(segment.replaceAll('+', ' '));
    const reading = readPair(written) ?? (/\d/.test(written) ? readWrittenCoordinates(written) : undefined);
    if (reading) return reading;
  }
  return undefined;
}

/** "-31.99,115.75" or "-31.99~115.75"; anything after them, such as an altitude, a zoom or a label, is ignored. */
function readPair(text: string): CoordinatesReading | undefined {
  const [latitude, longitude] = text.replace(/^loc:/i, '').split('(', 1)[0]?.split(/[,~]/) ?? [];
  return readNumbers(latitude, longitude) ?? (/[°'"]/.test(text) ? readWrittenCoordinates(text) : undefined);
}

function readNumbers(
  latitude: string | null | undefined,
  longitude: string | null | undefined,
): CoordinatesReading | undefined {
  const numbers = [latitude, longitude].map((text) => parsePlainNumber((text ?? '').trim()));
  const [north, east] = numbers;
  return north === undefined || east === undefined ? undefined : createReading(north, east);
}

const unclearSplit = 'It is not clear where latitude ends and longitude begins; put a comma between them.';

/**
 * The point at two written angles, latitude first unless letters say otherwise. Undefined for a text that contains
 * words or signs that cannot be part of coordinates, or fewer than two numbers.
 */
function readWrittenCoordinates(text: string): CoordinatesReading | undefined {
  const plain = normaliseSigns(text);
  const withPoints = readTokens(tokenize(plain, 'point'));
  const withCommas = readTokens(tokenize(plain, 'comma'));
  if (!withCommas || 'problem' in withCommas) return withPoints ?? withCommas;
  if (!withPoints || 'problem' in withPoints) return withCommas;
  const [a, b] = [withPoints.position, withCommas.position];
  if (a.latitude === b.latitude && a.longitude === b.longitude) return withPoints;
  return { problem: `The commas can be read in two ways. Use decimal points, such as ${exampleCoordinates}.` };
}

function readTokens(tokens: readonly Token[] | undefined): CoordinatesReading | undefined {
  const numbers = tokens?.filter(({ kind }) => kind === 'number') ?? [];
  if (!tokens || numbers.length < 2) return undefined;
  const parts = splitInTwo(tokens);
  if (!parts) return { problem: unclearSplit };
  const angles = parseAngles(parts);
  return 'problem' in angles ? angles : combineAngles(angles.first, angles.second);
}

function combineAngles(first: Angle, second: Angle): CoordinatesReading {
  const note = first.note ?? second.note;
  const reading = (latitude: Angle, longitude: Angle, ...notes: readonly (string | undefined)[]): CoordinatesReading =>
    withHemispheres(createReading(latitude.degrees, longitude.degrees, joinNotes(note, ...notes)), latitude.isSigned);
  if (first.axis !== undefined && first.axis === second.axis) {
    return { problem: `Both are written as a ${first.axis}; one latitude and one longitude are needed.` };
  }
  if (first.axis === 'longitude' || second.axis === 'latitude') {
    return reading(second, first);
  }
  const isNamed = first.axis !== undefined || second.axis !== undefined;
  if (!isNamed && Math.abs(first.degrees) > 90 && Math.abs(first.degrees) <= 180 && Math.abs(second.degrees) <= 90) {
    const swapped = 'Read as longitude, then latitude: the first number is too large for a latitude.';
    return reading(second, first, swapped);
  }
  return reading(first, second);
}

function joinNotes(...notes: readonly (string | undefined)[]): string | undefined {
  const given = notes.filter((note) => note !== undefined);
  return given.length > 0 ? given.join(' ') : undefined;
}

/**
 * A latitude without a sign or a letter is read as south if that is in the region and north is not: people leave out
 * the minus sign. The point as written is the alternative.
 */
function withHemispheres(reading: CoordinatesReading, isSigned: boolean): CoordinatesReading {
  if ('problem' in reading || isSigned || !isMirrored(reading.position)) return reading;
  const { longitude, latitude } = reading.position;
  const others = reading.note?.replace(northNote, '').trim();
  const note = joinNotes(others === '' ? undefined : others, southNote);
  return {
    position: { longitude, latitude: -latitude },
    ...(note !== undefined && { note }),
    alternative: { position: reading.position, note: 'North of the equator, as written.' },
  };
}

/**
 * Splits after the first angle: at a separator, else at words or letters, degree signs, or a plus or minus sign, else
 * in the middle.
 */
function splitInTwo(tokens: readonly Token[]): readonly [readonly Token[], readonly Token[]] | undefined {
  const indexesOf = (test: (token: Token) => boolean): readonly number[] =>
    tokens.flatMap((token, index) => (test(token) ? [index] : []));
  const separators = indexesOf(({ kind }) => kind === 'separator');
  const [separator] = separators;
  if (separators.length > 1) return undefined;
  if (separator !== undefined) return [tokens.slice(0, separator), tokens.slice(separator + 1)];
  const at = (index: number): [readonly Token[], readonly Token[]] => [tokens.slice(0, index), tokens.slice(index)];

  for (const kindOfName of ['axis', 'letter']) {
    const [first, second] = indexesOf(({ kind }) => kind === kindOfName);
    if (first === undefined) continue;
    if (first === 0 && second !== undefined) return at(second);
    if (first > 0 && first < tokens.length - 1) return at(first + 1);
  }
  const numbers = indexesOf(({ kind }) => kind === 'number');
  const [, secondDegree] = indexesOf(({ kind, text }) => kind === 'unit' && text === '°');
  if (secondDegree !== undefined) return at(secondDegree - 1);
  const signed = numbers.slice(1).filter((index) => /^[+-]/.test(tokens[index]?.text ?? ''));
  if (signed.length === 1 && signed[0] !== undefined) return at(signed[0]);
  const middle = numbers[numbers.length / 2];
  return middle === undefined ? undefined : at(middle);
}

/** One written angle in degrees, negative for south and west; `axis` if a letter or a word names it. */
interface Angle {
  readonly degrees: number;
  readonly axis?: 'latitude' | 'longitude' | undefined;
  /** Whether a sign or a letter says which side of the equator or the meridian it is on. */
  readonly isSigned: boolean;
  readonly note?: string | undefined;
}

const axisOfLetter: Readonly<Record<string, 'latitude' | 'longitude'>> = {
  N: 'latitude',
  S: 'latitude',
  E: 'longitude',
  W: 'longitude',
};
const units = ['°', "'", '"'] as const;
const unitNames = ['degrees', 'minutes', 'seconds'] as const;

/** Both angles, or the problem with the first one that is invalid. */
function parseAngles(
  parts: readonly [readonly Token[], readonly Token[]],
): { readonly first: Angle; readonly second: Angle } | { readonly problem: string } {
  const first = parseAngle(parts[0]);
  if ('problem' in first) return first;
  const second = parseAngle(parts[1]);
  return 'problem' in second ? second : { first, second };
}

function parseAngle(tokens: readonly Token[]): Angle | { readonly problem: string } {
  const letters = tokens.filter(({ kind }) => kind === 'letter');
  const axes = tokens.filter(({ kind }) => kind === 'axis');
  if (letters.length > 1 || axes.length > 1) return { problem: 'Each coordinate can have only one letter.' };
  const written = tokens.filter(({ kind }) => kind === 'number' || kind === 'unit');
  const size = parseSize(written);
  if (typeof size !== 'number') return size;

  const sign = written[0]?.text.charAt(0) ?? '';
  const letter = letters[0]?.text;
  const axis = letter === undefined ? undefined : axisOfLetter[letter];
  const named = axes[0]?.text === 'longitude' ? 'longitude' : axes[0] ? 'latitude' : undefined;
  if (axis && named && axis !== named) {
    const allowed = named === 'latitude' ? 'N or S' : 'E or W';
    return { problem: `A ${named} cannot have the letter ${letter ?? ''}. Use ${allowed}.` };
  }
  if (letter === undefined) {
    return { degrees: sign === '-' ? -size : size, axis: named, isSigned: sign === '-' || sign === '+' };
  }
  const isNegative = letter === 'S' || letter === 'W';
  if (sign === '-' && !isNegative) {
    return { problem: `A minus sign and the letter ${letter} contradict each other. Remove one of them.` };
  }
  const note = sign === '-' ? `The minus sign and the letter ${letter} were taken to mean the same.` : undefined;
  return { degrees: isNegative ? -size : size, axis, isSigned: true, note };
}

/** The size of an angle in degrees, from one to three numbers, the largest unit first. */
function parseSize(written: readonly Token[]): number | { readonly problem: string } {
  const values: number[] = [];
  for (const { kind, text } of written) {
    if (kind === 'unit') {
      // A sign that was lost in copying is assumed to be the expected one.
      if (values.length === 0 || (text !== '?' && text !== units[values.length - 1])) {
        return { problem: `The sign ${text} is unexpected. Write coordinates like 31° 59' 39" S.` };
      }
      continue;
    }
    const before = values.at(-1);
    if (before !== undefined && !Number.isInteger(before)) {
      return { problem: `Only the last number of a coordinate can have decimals; ${before} is followed by another.` };
    }
    if (values.length > 0 && /^[+-]/.test(text)) return { problem: `The sign before ${text.slice(1)} is unexpected.` };
    if (values.length === 3) return { problem: 'A coordinate has degrees, minutes and seconds, and no fourth number.' };
    const value = Math.abs(Number(text));
    if (values.length > 0 && value >= 60) {
      return {
        problem: `The number of ${unitNames[values.length] ?? ''} must be less than 60; ${value} is too large.`,
      };
    }
    values.push(value);
  }
  const [degrees, minutes, seconds] = values;
  if (degrees === undefined) return { problem: 'One of the two coordinates has no number.' };
  if (minutes === undefined) return degrees;
  // Rounded to about a millimetre: division by sixty produces meaningless digits.
  return Number((degrees + minutes / 60 + (seconds ?? 0) / 3600).toFixed(8));
}

/**
 * A token of written coordinates. A small number may have an exponent, as programs write it. A `unit` is `°`, `'`, `"`,
 * or `?` for a character that was lost in copying.
 */
interface Token {
  readonly kind: 'number' | 'unit' | 'letter' | 'axis' | 'separator';
  readonly text: string;
}

const words: Readonly<Record<string, Token>> = {
  ...Object.fromEntries(
    ['n', 's', 'e', 'w'].map((letter): [string, Token] => [letter, { kind: 'letter', text: letter.toUpperCase() }]),
  ),
  ...Object.fromEntries(
    ['north', 'south', 'east', 'west'].map((word): [string, Token] => [
      word,
      { kind: 'letter', text: word.charAt(0).toUpperCase() },
    ]),
  ),
  ...Object.fromEntries(['lat', 'latitude'].map((word): [string, Token] => [word, { kind: 'axis', text: 'latitude' }])),
  ...Object.fromEntries(
    ['lon', 'lng', 'long', 'longitude'].map((word): [string, Token] => [word, { kind: 'axis', text: 'longitude' }]),
  ),
  ...Object.fromEntries(['deg', 'degrees'].map((word): [string, Token] => [word, { kind: 'unit', text: '°' }])),
  ...Object.fromEntries(['min', 'minutes'].map((word): [string, Token] => [word, { kind: 'unit', text: "'" }])),
  ...Object.fromEntries(['sec', 'seconds'].map((word): [string, Token] => [word, { kind: 'unit', text: '"' }])),
};

/**
 * The alternatives begin with different characters and none matches the empty string, so matching takes linear time.
 */
const tokenPatterns = {
  point: /\s+|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e-\d{1,2}(?![\d.]))?|[a-z]+|[°'"?]|[,;/|:=]/giy,
  comma: /\s+|[+-]?\d+(?:,\d+)?|[a-z]+|[°'"?]|[,;/|:=]/giy,
} as const;

/**
 * The tokens of a text whose numbers have a decimal point or a decimal comma; undefined if something in the text cannot
 * be part of coordinates.
 */
function tokenize(text: string, decimal: 'point' | 'comma'): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPatterns[decimal]);
  while (pattern.lastIndex < text.length) {
    const piece = pattern.exec(text)?.[0];
    if (piece === undefined) return undefined;
    if (piece.trim() === '' || piece === ':' || piece === '=') continue;
    const token = createToken(piece);
    if (!token) return undefined;
    tokens.push(token);
  }
  return tokens;
}

function createToken(piece: string): Token | undefined {
  if (/\d/.test(piece)) return { kind: 'number', text: piece.replace(',', '.') };
  if (/^[a-z]/i.test(piece)) {
    const word = piece.toLowerCase();
    return Object.hasOwn(words, word) ? words[word] : undefined;
  }
  return { kind: /^[°'"?]$/.test(piece) ? 'unit' : 'separator', text: piece };
}

/**
 * Replaces the various signs that people and programs write for minus, degrees, minutes and seconds by one sign each.
 * Removes brackets, and separators at both ends.
 */
function normaliseSigns(text: string): string {
  return text
    .replace(/[−–—‐‑]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(apostrophes, "'")
    .replace(/[″”“ʺ]/g, '"')
    .replaceAll("''", '"')
    .replaceAll('\uFFFD', '?')
    .replace(/[()[\]{}]/g, ' ')
    .replace(/^[\s,;]+/, '')
    .replace(/(?<![\s,;])[\s,;]+$/, '');
}

/**
 * A point, perhaps with another one that the text may also mean, or a problem. Notes and problems are shown to the
 * user.
 */
export type CoordinatesReading =
  (PointReading & { readonly alternative?: PointReading }) | { readonly problem: string } | ShortPlusCodeReading;

/** The reading for a latitude and a longitude in degrees; `note` says what had to be guessed. */
function createReading(latitude: number, longitude: number, note?: string): CoordinatesReading {
  if (!(Math.abs(latitude) <= 90)) {
    return { problem: `A latitude is between 90° S and 90° N; ${formatDegrees(latitude)} is out of range.` };
  }
  if (!(Math.abs(longitude) <= 180)) {
    return { problem: `A longitude is between 180° W and 180° E; ${formatDegrees(longitude)} is out of range.` };
  }
  // Adding zero turns minus zero into zero.
  const position = { longitude: longitude + 0, latitude: latitude + 0 };
  const allNotes = [note, isMirrored(position) ? (latitude > 0 ? northNote : oppositeNote) : undefined].filter(
    (each) => each !== undefined,
  );
  return allNotes.length > 0 ? { position, note: allNotes.join(' ') } : { position };
}

const southNote = 'Read as south of the equator, because the records are.';
const northNote = 'This is north of the equator; south needs a minus sign or the letter S.';
const oppositeNote = 'This is south of the equator; north has no minus sign.';

/** Whether only the point with the opposite latitude is in the region: users easily forget the minus sign. */
const isMirrored = ({ longitude, latitude }: Position): boolean =>
  !isPlausible({ longitude, latitude }) && isPlausible({ longitude, latitude: -latitude });

function formatDegrees(value: number): string {
  return Number.isFinite(value) ? `${Number(value.toFixed(5))}°` : 'the number given';
}
