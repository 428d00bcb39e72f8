import { ByteReader, ByteWriter, MalformedBytesError } from './bytes.ts';

/** The version of the format. It is the same in the manifest and in every file that contains a version. */
export const formatVersion = 11;

/** The kinds of binary files: their names in the documentation of the format, and their numbers in the files. */
export const fileKinds = {
  listTable: 1,
  tileTable: 2,
  identifierTable: 3,
  tile: 4,
  identifierBlock: 5,
  columnTable: 6,
  detailTable: 7,
} as const;
export type FileKind = keyof typeof fileKinds;

/** "CWDT". */
const magic = [0x43, 0x57, 0x44, 0x54];
/** Magic, kind, version, two zero bytes, length of the file: 12 bytes. */
const headerBytes = 12;

/** Writes a binary file: its header, and its content from offset 12. */
export function writeEnvelope(kind: FileKind, writeContent: (writer: ByteWriter) => void): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  for (const byte of magic) writer.uint8(byte);
  writer.uint8(fileKinds[kind]);
  writer.uint8(formatVersion);
  writer.uint8(0);
  writer.uint8(0);
  writer.uint32(0);
  writeContent(writer);
  const bytes = writer.finish();
  new DataView(bytes.buffer).setUint32(8, bytes.length, true);
  return bytes;
}

/**
 * Checks the header of a binary file and passes its content to `readContent`, which must read all of it. `bytes` may be
 * only the first of the `fileBytes` bytes of the file. Throws MalformedBytesError with a message that says what is wrong.
 */
export function readEnvelope<Content>(
  kind: FileKind,
  bytes: Uint8Array<ArrayBuffer>,
  readContent: (reader: ByteReader) => Content,
  fileBytes = bytes.length,
): Content {
  const reader = new ByteReader(bytes);
  if (bytes.length < headerBytes) throw new MalformedBytesError(`${bytes.length} bytes are too few for a header`);
  if (!magic.every((byte) => reader.uint8() === byte)) throw new MalformedBytesError('not a Coastwatch data file');
  const foundKind = reader.uint8();
  const foundVersion = reader.uint8();
  if (foundVersion !== formatVersion) {
    throw new MalformedBytesError(`format version ${foundVersion}, while this reader knows version ${formatVersion}`);
  }
  if (foundKind !== fileKinds[kind]) throw new MalformedBytesError(`file kind ${foundKind} instead of a ${kind}`);
  if (reader.uint8() !== 0 || reader.uint8() !== 0) throw new MalformedBytesError('reserved bytes are in use');
  const length = reader.uint32();
  if (length !== fileBytes) throw new MalformedBytesError(`${fileBytes} bytes, while its header says ${length}`);
  const content = readContent(reader);
  if (reader.remaining !== 0) throw new MalformedBytesError(`${reader.remaining} bytes too many`);
  return content;
}

/**
 * Parses a JSON file that begins with its format and version. `name` describes such files in error messages.
 * Throws MalformedBytesError.
 */
export function parseVersioned(bytes: Uint8Array<ArrayBuffer>, format: string, name: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new MalformedBytesError('not JSON in UTF-8');
  }
  if (!isObject(content)) throw new MalformedBytesError('not a JSON object');
  if (content['format'] !== format) throw new MalformedBytesError(`not ${name}`);
  if (content['version'] !== formatVersion) {
    const found = JSON.stringify(content['version']);
    throw new MalformedBytesError(`${name} of version ${found}, while this reader knows version ${formatVersion}`);
  }
  return content;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
