import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom';
import { unzipSync } from 'fflate';
import * as z from 'zod';

import { termName } from './darwin-core.ts';
import type { Mapping } from './mapping.ts';

/** A ZIP archive that is not a Darwin Core Archive of occurrences. */
export class ArchiveError extends Error {}

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
  location: z.string(),
  id: z.object({ index }),
  field: z.array(z.object({ term: z.string(), index: index.optional(), default: z.string().optional() })),
});

/** Reads the core of a Darwin Core Archive. Throws ArchiveError. */
export function readArchive(zip: Uint8Array): ArchivedTable {
  const meta = core.safeParse(describeCore(Buffer.from(fileIn(zip, 'meta.xml')).toString('utf8')));
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
  const table = fileIn(zip, location);
  let start = 0;
  for (let line = 0; line < ignoreHeaderLines; line++) start = table.indexOf(0x0a, start) + 1;
  return {
    chunks: [Buffer.from(`${names.join(fieldsTerminatedBy)}\n`), table.subarray(start)],
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
      location: partsOf('location')[0]?.textContent?.trim(),
      id: attributesOf(partsOf('id')[0]),
      field: partsOf('field').map(attributesOf),
    };
  } catch (error) {
    throw new ArchiveError(`meta.xml cannot be read: ${String(error)}`);
  }
}

/** An archive may have its files in a folder. */
function fileIn(zip: Uint8Array, wanted: string): Uint8Array {
  try {
    const files = unzipSync(zip, { filter: ({ name }) => name === wanted || name.endsWith(`/${wanted}`) });
    const [file] = Object.values(files);
    if (file) return file;
  } catch (error) {
    throw new ArchiveError(`it cannot be unpacked: ${String(error)}`);
  }
  throw new ArchiveError(`it has no ${wanted}`);
}
