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
  SightingNumbervalue: [/\b(count|number of|individuals|quantity)\b/],
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
/** In the name of a column whose texts identify rows. */
const keyWords = /\b(id|number|no|code|reference|key|uuid|guid)$/;
const timeWords = /\b(time|uhrzeit|hora|heure|hour)\b/;

const formats = ['yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'dd-MM-yyyy', 'yyyy/MM/dd', 'yyyyMMdd']
  .flatMap((date) => [date, date.replace('dd', 'd').replace('MM', 'M')])
  .flatMap((date) => ['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' h:mm a'].map((time) => date + time));

/** Proposes how the columns of a CSV file become fields, from the start of the file. */
export function proposeMapping(head: Buffer, dataset: DatasetDescription): ProposedMapping {
  const encoding = encodingOf(head);
  // Without the option, Node 20 decodes windows-1252 as ISO 8859-1.
  const text = new TextDecoder(encoding).decode(head, { stream: true });
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
  const find = (words: readonly RegExp[], test: (column: string) => boolean = () => true): string | undefined => {
    const found = words
      .flatMap((word) => [...unused].filter((column) => word.test(plainName(column))))
      .find((column) => test(column));
    if (found !== undefined) unused.delete(found);
    return found;
  };

  const fields: Record<string, Rule> = {};
  for (const { longitudeField, latitudeField } of dataset.positions.slice(0, 1)) {
    const [x, y] = [find(longitudes, isNumeric) ?? '', find(latitudes, isNumeric) ?? ''];
    for (const [index, position] of dataset.positions.entries()) {
      fields[position.longitudeField] = { column: x };
      fields[position.latitudeField] = { column: y };
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
        fields[name] = proposeTime(find(words), unused, samples, notes);
      continue;
    }
    const column = find(words, type === 'text' ? undefined : (each) => isIdentifier(samples(each), rows.length));
    if (column !== undefined) fields[name] = { column };
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
  if (unused.size > 0) notes.push(`not used: ${[...unused].join(', ')}`);
  const settings = {
    ...(delimiter === ',' ? {} : { delimiter }),
    ...(encoding === 'utf-8' ? {} : { encoding }),
    ...(decimalComma ? { decimalComma } : {}),
  };
  return { mapping: { ...settings, fields }, notes };
}

function proposeTime(
  column: string | undefined,
  unused: Set<string>,
  samples: (column: string) => string[],
  notes: string[],
): Rule {
  if (column === undefined) return { column: '', format: iso8601 };
  const time = [...unused].find((each) => timeWords.test(plainName(each)) && isEvery(samples(each), /^\d?\d:\d\d/));
  const texts =
    time === undefined ? samples(column) : samples(column).map((date) => `${date} ${samples(time)[0] ?? ''}`);
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
  if (time === undefined) return { column, format };
  unused.delete(time);
  return { template: `{${column}} {${time}}`, format };
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

const isEvery = (texts: readonly string[], pattern: RegExp): boolean =>
  texts.length > 0 && texts.every((text) => pattern.test(text));

const isUnique = (texts: readonly string[], rows: number): boolean => rows > 0 && new Set(texts).size === rows;

const isIdentifier = (texts: readonly string[], rows: number): boolean =>
  isEvery(texts, /^\d{1,15}$/) && isUnique(texts, rows);
