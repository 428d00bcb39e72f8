import { XMLParser } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import * as z from 'zod';

import type { Mapping } from './mapping.ts';

/** A ZIP archive that is not a Darwin Core Archive of occurrences. */
export class ArchiveError extends Error {}

export interface ArchivedTable {
  /** The bytes of the table of occurrences, after a header row with the names of its terms. */
  readonly chunks: readonly Uint8Array[];
  /** How the table is written. */
  readonly settings: Pick<Mapping, 'delimiter' | 'quotes' | 'encoding' | 'defaults'>;
}

export const isZip = (start: Uint8Array): boolean =>
  Buffer.from(start.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004'));

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => name === 'field' });
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
  files: z.object({ location: z.string() }),
  id: z.object({ index }),
  field: z.array(z.object({ term: z.string(), index: index.optional(), default: z.string().optional() })),
});
const metaSchema = z.object({ archive: z.object({ core }) });

/** Reads the core of a Darwin Core Archive. Throws ArchiveError. */
export function readArchive(zip: Uint8Array): ArchivedTable {
  const meta = metaSchema.safeParse(parser.parse(Buffer.from(fileIn(zip, 'meta.xml')).toString('utf8')));
  if (!meta.success) {
    const [{ path, message } = { path: [], message: '' }] = meta.error.issues;
    throw new ArchiveError(`meta.xml, ${path.map(String).join('/')}: ${message}`);
  }
  const { field, id, files, encoding, fieldsTerminatedBy, fieldsEnclosedBy, ignoreHeaderLines } =
    meta.data.archive.core;
  const columns = new Map([[id.index, 'occurrenceID']]);
  const defaults: Record<string, string> = {};
  for (const { term, index, default: otherwise } of field) {
    const name = term.slice(term.lastIndexOf('/') + 1);
    if (index !== undefined) columns.set(index, name);
    if (otherwise !== undefined) defaults[name] = otherwise;
  }
  const names = Array.from(
    { length: Math.max(...columns.keys()) + 1 },
    (_, each) => columns.get(each) ?? `column ${each + 1}`,
  );
  const table = fileIn(zip, files.location);
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
