import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom';
import * as z from 'zod';

import { formatBytes } from '../format-text.ts';
import { termName } from './darwin-core.ts';
import type { Mapping } from './mapping.ts';
import { type ZipEntry, zipEntries, ZipError } from './zip-file.ts';

/** A ZIP archive that is not a Darwin Core Archive of occurrences. */
export class ArchiveError extends Error {}

/**
 * The largest archive, and the largest content of the files that are read from one, which are in memory: for a
 * million occurrences with 2,000 bytes each. A small ZIP file can expand to any number of bytes.
 */
export const maxArchiveBytes = 2_000_000_000;
const maxDescriptionBytes = 1_000_000;

export interface ArchivedTable {
  /** The bytes of the table of occurrences, after a header row with the names of its terms. */
  readonly chunks: readonly Uint8Array[];
  /** How the table is written. */
  readonly settings: Pick<Mapping, 'delimiter' | 'quotes' | 'encoding' | 'defaults'>;
}

const index = z.coerce.number().int().min(0).max(10_000);
const core = z.object({
  rowType: z.string().regex(/\/Occurrence$/, 'must be Occurrence'),
  encoding: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['utf-8', 'windows-1252', 'iso-8859-1']))
    .default('utf-8'),
  fieldsTerminatedBy: z
    .string()
    .transform((text) => (text === '\\t' ? '\t' : text))
    .pipe(z.enum([',', ';', '\t', '|']))
    .default(','),
  fieldsEnclosedBy: z.enum(['"', '']).default('"'),
  ignoreHeaderLines: z.coerce.number().int().min(0).max(100).default(0),
  location: z.array(z.string()).min(1, 'names no file'),
  id: z.object({ index }),
  field: z.array(z.object({ term: z.string(), index: index.optional(), default: z.string().optional() })),
});

/** Reads the core of a Darwin Core Archive. Throws ArchiveError. */
export function readArchive(zip: Buffer): ArchivedTable {
  try {
    return readFiles(zipEntries(zip));
  } catch (error) {
    throw error instanceof ZipError ? new ArchiveError(error.message) : error;
  }
}

function readFiles(entries: readonly ZipEntry[]): ArchivedTable {
  // An archive may have its files in a folder.
  const description = entries.find(({ name }) => /(?:^|\/)meta\.xml$/.test(name));
  if (!description) throw new ArchiveError('it has no meta.xml');
  const meta = core.safeParse(describeCore(Buffer.concat(readAll([description], maxDescriptionBytes)).toString()));
  if (!meta.success) {
    const [{ path, message } = { path: [], message: '' }] = meta.error.issues;
    throw new ArchiveError(`meta.xml, core ${path.map(String).join(' ')}: ${message}`);
  }
  const { field, id, location, encoding, fieldsTerminatedBy, fieldsEnclosedBy, ignoreHeaderLines } = meta.data;
  const hasOccurrenceId = field.some(({ term }) => termName(term) === 'occurrenceID');
  const columns = new Map([[id.index, hasOccurrenceId ? 'id' : 'occurrenceID']]);
  const defaults: Record<string, string> = {};
  for (const { term, index, default: otherwise } of field) {
    const name = termName(term);
    if (index !== undefined) columns.set(index, name);
    if (otherwise !== undefined) defaults[name] = otherwise;
  }
  const names = Array.from(
    { length: Math.max(...columns.keys()) + 1 },
    (_, each) => columns.get(each) ?? `column ${each + 1}`,
  );
  const folder = description.name.slice(0, -'meta.xml'.length);
  const tables = readAll(
    location.map((file) => {
      const entry = entries.find(({ name }) => name === folder + file);
      if (!entry) throw new ArchiveError(`it has no ${file}`);
      return entry;
    }),
    maxArchiveBytes,
  );
  const lineEnd = Buffer.from('\n');
  return {
    chunks: [
      Buffer.from(names.join(fieldsTerminatedBy)),
      // An empty line is no row, so a file may end without the end of a line.
      ...tables.flatMap((table) => [lineEnd, afterLines(table, ignoreHeaderLines)]),
    ],
    settings: {
      delimiter: fieldsTerminatedBy,
      quotes: fieldsEnclosedBy !== '',
      // Browsers and this program read ISO 8859-1 as windows-1252, which contains it.
      encoding: encoding === 'iso-8859-1' ? 'windows-1252' : encoding,
      defaults,
    },
  };
}

/** The attributes and parts of the core, of which nothing is checked. Throws ArchiveError. */
function describeCore(xml: string): unknown {
  try {
    const document = new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'application/xml');
    const [core] = document.getElementsByTagName('core');
    const partsOf = (name: string): Element[] => [...(core?.getElementsByTagName(name) ?? [])];
    const attributesOf = (element: Element | undefined): Record<string, string> =>
      Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));
    return {
      ...attributesOf(core),
      location: partsOf('location').map((part) => part.textContent?.trim()),
      id: attributesOf(partsOf('id')[0]),
      field: partsOf('field').map(attributesOf),
    };
  } catch (error) {
    throw new ArchiveError(`meta.xml cannot be read: ${String(error)}`);
  }
}

/** Unpacks files. Throws ArchiveError, before it unpacks any, when they are too large. */
function readAll(entries: readonly ZipEntry[], maxBytes: number): Buffer[] {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes > maxBytes) {
    const names = entries.map(({ name }) => name).join(', ');
    throw new ArchiveError(`${names}: ${formatBytes(bytes)} unpacked, more than ${formatBytes(maxBytes)}`);
  }
  return entries.map((entry) => entry.read());
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** The rest of a table after its first lines, with any of the line ends of CSV. */
function afterLines(table: Buffer, count: number): Buffer {
  let start = 0;
  for (let line = 0; line < count; line++) {
    while (start < table.length && table[start] !== lineFeed && table[start] !== carriageReturn) start++;
    start += table[start] === carriageReturn && table[start + 1] === lineFeed ? 2 : 1;
  }
  return table.subarray(start);
}
