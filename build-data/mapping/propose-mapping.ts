import { parse } from 'csv-parse/sync';
import { isUtf8 } from 'node:buffer';

import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { iso8601, type Mapping, type Rule } from './mapping.ts';
import { createTimeReader } from './read-time.ts';

const maxRows = 1000;

export interface ProposedMapping {
  /** As JSON, with an empty `column` for each required field for which no column was found. */
  readonly mapping: Pick<Mapping, 'delimiter' | 'encoding' | 'decimalComma'> & {
    readonly fields: Readonly<Record<string, Rule>>;
  };
  /** What a person has to check. */
  readonly notes: readonly string[];
}

type Row = Readonly<Record<string, string>>;

/** The name of a column that has nothing but names of places. */
const placeName = /^(station|receiver|site|beach|place|locality|location)( ?name)?$/;

/** Words in the names of columns, in lower case without accents, for each field of `RawData`; the best first. */
const wordsOfFields: Readonly<Record<string, readonly RegExp[]>> = {
  RawDataId: [
    /^(record|row|event|detection|sighting|occurrence|object|raw ?data)? ?(id|number|no)$/,
    /^(fid|uuid|guid)$/,
  ],
  ObjectId: [
    /^(tag|transmitter|animal|organism)( ?(id|code|number|no|serial))?$/,
    /\b(tag|transmitter|animal|organism) ?(id|code|number|no|serial)\b/,
    /^(field|report|case) ?(id|code|number|no)$|\b(code|reference)\b/,
  ],
  LocationValue: [placeName, /\b(station|receiver|site|beach|place|locality|location)\b/],
  SightingDateTime: [/\b(date ?time|timestamp|event ?date|observed|detected)\b/, /\b(date|datum|fecha|data|jour)\b/],
  SightingSpeciesValue: [/\b(common|vernacular) ?name\b/, /\b(species|taxon|scientific ?name|art|especie|espece)\b/],
  SightingSizeValue: [/\b(size|length|lange|taille)\b/],
  SightingNumbervalue: [
    /^(count|quantity|number of (animals|individuals)|individual count)$/,
    /\b(count|individuals)\b/,
  ],
  OwnerValue: [/\b(owner|source|institution|organisation|organization|provider|reporter)\b/],
  LocationDetail: [/\b(remarks?|comments?|notes?|description)\b/],
  InteractionValue: [/\b(interaction|kind|type|activity|basis of record)\b/],
  LocationX: [/\b(longitude|decimal ?longitude|lon|lng|long|laenge|lange)\b/, /^x$/],
  LocationY: [/\b(latitude|decimal ?latitude|lat|breite)\b/, /^y$/],
  CoastalFeatureID: [/^(feature|place|site|beach)? ?(id|number|no|code)$/],
  CoastalFeatureDisplayName: [
    /^display ?name$/,
    placeName,
    /^name$/,
    /\b(beach|place|site|station|location)\b/,
    /^(?!.*\b(common|scientific|species|sci)\b).*\bname\b/,
  ],
  CoastalFeatureFeatureType: [/\b(type|kind|category)\b/],
  CoastalFeatureTownProximityNEW: [/\b(town|suburb|locality|city)\b/],
  CoastalFeatureLGAName: [/\b(council|municipality|county|local government|lga|shire)\b/],
};
const longitudes = wordsOfFields['LocationX'] ?? [];
const latitudes = wordsOfFields['LocationY'] ?? [];
/** In the name of a column, these are units of what it measures, which is therefore no coordinate. */
const unitsInMetres: Readonly<Record<string, number>> = { mm: 0.001, cm: 0.01, m: 1, ft: 0.3048, feet: 0.3048 };
const unitWords = /\b(mm|cm|m|ft|feet|km|g|kg|lb)\b/;
/** Of several columns with a date or a position, that of the event is meant. */
const eventWords = /\b(sighting|observation|observed|event|detection|detected)\b/;
/** In the name of a column whose texts identify rows. */
const keyWords = /\b(id|number|no|code|reference|key|uuid|guid)$/;
const timeWords = /\b(time|uhrzeit|hora|heure|hour)\b/;

const formats = [
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd.MM.yyyy',
  'dd-MM-yyyy',
  'MM-dd-yyyy',
  'yyyy/MM/dd',
  'yyyyMMdd',
]
  .flatMap((date) => [date, date.replace('dd', 'd').replace('MM', 'M')])
  .flatMap((date) => ['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' h:mm a'].map((time) => date + time));

/** Proposes how the columns of a CSV file become fields, from the start of the file. */
export function proposeMapping(head: Buffer, dataset: DatasetDescription): ProposedMapping {
  const encoding = encodingOf(head);
  // Without the option, Node 20 decodes windows-1252 as ISO 8859-1.
  const text = new TextDecoder(encoding).decode(head, { stream: true }).replace(/^\ufeff?sep=.\r?\n/i, '');
  const delimiter = delimiterOf(text.slice(0, text.search(/[\r\n]|$/)));
  const rows = rowsOf(text, delimiter);
  const columns = Object.keys(rows[0] ?? {});
  const notes: string[] = [];
  if (dataset.name === rawData.name && ['occurrenceID', 'eventDate'].every((term) => columns.includes(term))) {
    notes.push(
      'these are terms of Darwin Core: --raw-data-map darwin-core, or with commas darwin-core-csv, reads them',
    );
  }
  const samples = (column: string): string[] => rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const decimalComma = columns.some((column) => isEvery(samples(column), /^-?\d{1,3},\d+$/)) && delimiter !== ',';
  const number = decimalComma ? /^[+-]?\d+(,\d+)?$/ : /^[+-]?\d+(\.\d+)?$/;
  const isNumeric = (column: string): boolean => isEvery(samples(column), number);
  const unused = new Set(columns);
  /** Finds the column of a field by words in its name, and notes what is uncertain. */
  const find = (
    field: string,
    words: readonly RegExp[],
    test: (column: string) => boolean = () => true,
  ): string | undefined => {
    const candidates = words.flatMap((word) =>
      [...unused].filter((column) => word.test(plainName(column)) && test(column)).sort(byPlainness),
    );
    const [found, ...others] = new Set(candidates);
    if (found === undefined) return undefined;
    unused.delete(found);
    const isWhole = words.some((word) => word.exec(plainName(found))?.[0] === plainName(found));
    if (!isWhole) notes.push(`${field}: from ${found}, because of a word in its name`);
    if (others.length > 0) notes.push(`${field}: from ${found}, but it could also be ${others.join(', ')}`);
    return found;
  };
  const findCoordinate = (field: string, words: readonly RegExp[], limit: number): Rule => {
    const isCoordinate = (column: string): boolean =>
      isNumeric(column) &&
      !unitWords.test(plainName(column)) &&
      samples(column).every((cell) => Math.abs(Number(cell.replace(',', '.'))) <= limit);
    const column = find(field, words, isCoordinate) ?? '';
    const name = plainName(column);
    const minutes = columns.find(
      (each) => /\bmin(utes?|s)?\b/.test(plainName(each)) && words.some((word) => word.test(plainName(each))),
    );
    if (/\bdeg(rees)?\b/.test(name) && minutes !== undefined) {
      notes.push(`${field}: ${column} and ${minutes} are degrees and minutes: add a column with decimal degrees`);
      return { column: '' };
    }
    if (!/\b(west|south)\b/.test(name) || samples(column).some((cell) => cell.startsWith('-'))) return { column };
    notes.push(`${field}: ${column} is negated, because of its name`);
    return { column, factor: -1 };
  };

  const fields: Record<string, Rule> = {};
  for (const { longitudeField, latitudeField } of dataset.positions.slice(0, 1)) {
    const x = findCoordinate(longitudeField, longitudes, 180);
    const y = findCoordinate(latitudeField, latitudes, 90);
    for (const [index, position] of dataset.positions.entries()) {
      fields[position.longitudeField] = x;
      fields[position.latitudeField] = y;
      if (index > 0)
        notes.push(
          `${position.longitudeField} and ${position.latitudeField}: the same as ${longitudeField} and ${latitudeField}`,
        );
    }
  }
  for (const { name, type, nulls } of dataset.fields) {
    if (name in fields) continue;
    const words = [new RegExp(`^${plainName(name)}$`), ...(wordsOfFields[name] ?? [])];
    if (type === 'dateTime') {
      if (nulls === 'never' || [...unused].includes(name))
        fields[name] = proposeTime(name, find(name, words), unused, samples, notes);
      continue;
    }
    const column = find(name, words, type === 'text' ? undefined : (each) => isIdentifier(samples(each), rows.length));
    if (column !== undefined)
      fields[name] = { column, ...(name === 'SightingSizeValue' && proposeUnit(column, notes)) };
    else if (name === dataset.identifierField) fields[name] = { column: '' };
  }
  const { [dataset.identifierField]: identifier } = fields;
  if (identifier?.column === '') {
    const unique = columns.find((column) => keyWords.test(plainName(column)) && isUnique(samples(column), rows.length));
    const key = unique === undefined ? columns : [unique];
    fields[dataset.identifierField] = { key: key.length > 0 ? key : [''] };
    const made = unique === undefined ? 'all columns' : `${unique}, which differs in every row`;
    notes.push(`${dataset.identifierField}: made from ${made}, because no column has unique whole numbers`);
  }
  if (dataset.name === rawData.name && !fields['InteractionValue']) {
    fields['InteractionValue'] = { constant: 'Sighted' };
    notes.push('InteractionValue: every record counts as a sighting; write Detected if these are detections of tags');
  }
  if (rows.length === 0) notes.push('the file has no rows after its header, so nothing is known of its columns');
  if (encoding === 'windows-1252')
    notes.push('encoding: the file is not UTF-8; if letters such as é are wrong, it is not windows-1252 either');
  if (unused.size > 0) notes.push(`not used: ${[...unused].join(', ')}`);
  const settings = {
    ...(delimiter === ',' ? {} : { delimiter }),
    ...(encoding === 'utf-8' ? {} : { encoding }),
    ...(decimalComma ? { decimalComma } : {}),
  };
  return { mapping: { ...settings, fields }, notes };
}

/** A size in metres needs a factor and the unit, which the published texts have. */
function proposeUnit(column: string, notes: string[]): Pick<Rule, 'factor' | 'unit'> {
  const [unit] = unitWords.exec(plainName(column)) ?? [];
  const factor = unit === undefined ? undefined : unitsInMetres[unit];
  if (factor !== undefined) return factor === 1 ? { unit: 'm' } : { factor, unit: 'm' };
  notes.push(`SightingSizeValue: add the unit of ${column}, if its cells are numbers without one`);
  return {};
}

function proposeTime(
  field: string,
  column: string | undefined,
  unused: Set<string>,
  samples: (column: string) => string[],
  notes: string[],
): Rule {
  if (column === undefined) return { column: '', format: iso8601 };
  const [time, ...otherTimes] = [...unused]
    .filter((each) => timeWords.test(plainName(each)) && isEvery(samples(each), /^\d?\d:\d\d/))
    .sort(byPlainness);
  if (otherTimes.length > 0)
    notes.push(`${field}: the time is from ${time}, but it could also be ${otherTimes.join(', ')}`);
  const halfOfDay = [...unused].find((each) => isEvery(samples(each), /^[ap]m$/i));
  const added = time === undefined ? [] : [time, ...(halfOfDay === undefined ? [] : [halfOfDay])];
  const texts = samples(column).map((date) => [date, ...added.map((each) => samples(each)[0] ?? '')].join(' '));
  const readable = [iso8601, ...formats].filter((format) => {
    const read = createTimeReader(format, undefined);
    return texts.length > 0 && texts.every((text) => read(text).kind !== 'unreadable');
  });
  const [format = iso8601] = readable;
  if (readable.length === 0) notes.push(`${column}: no format was found that reads all rows`);
  const swapped = readable.find((each) => /^d/.test(format) && /^M/.test(each));
  if (swapped !== undefined) notes.push(`${column}: the format could also be ${swapped}`);
  if (format !== iso8601 || texts.some((text) => !/Z|[+-]\d\d:?\d\d$/.test(text))) {
    notes.push(`${column}: without a zone, times are kept as recorded`);
  }
  if (added.length === 0) return { column, format };
  for (const each of added) unused.delete(each);
  return { template: [column, ...added].map((each) => `{${each}}`).join(' '), format };
}

function encodingOf(head: Buffer): NonNullable<Mapping['encoding']> {
  if (head.length >= 2 && head.readUInt16LE(0) === 0xfeff) return 'utf-16le';
  if (head.length >= 2 && head.readUInt16BE(0) === 0xfeff) return 'utf-16be';
  // The last character may be cut.
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut))) ? 'utf-8' : 'windows-1252';
}

function delimiterOf(header: string): NonNullable<Mapping['delimiter']> {
  const delimiters = [',', ';', '\t', '|'] as const;
  return delimiters.reduce((best, each) => (header.split(each).length > header.split(best).length ? each : best));
}

function rowsOf(text: string, delimiter: string): readonly Row[] {
  const options = { delimiter, columns: true, bom: true, to: maxRows, trim: true } as const;
  // The last line may be cut.
  const lines = text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  return parse<Record<string, string>>(lines, { ...options, relax_column_count: true, relax_quotes: true });
}

/** "DecimalLongitude" and "decimal_longitude" are "decimal longitude". */
function plainName(column: string): string {
  return column
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Orders columns: those of the event first, then those whose names have the fewest other words. */
function byPlainness(one: string, other: string): number {
  const rank = (column: string): number =>
    eventWords.test(plainName(column)) ? 0 : plainName(column).split(' ').length;
  return rank(one) - rank(other);
}

const isEvery = (texts: readonly string[], pattern: RegExp): boolean =>
  texts.length > 0 && texts.every((text) => pattern.test(text));

const isUnique = (texts: readonly string[], rows: number): boolean => rows > 0 && new Set(texts).size === rows;

const isIdentifier = (texts: readonly string[], rows: number): boolean =>
  isEvery(texts, /^\d{1,15}$/) && isUnique(texts, rows);
