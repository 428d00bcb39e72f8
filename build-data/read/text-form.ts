import type { FindingCode } from '../validate/finding-kinds.ts';

/** What the first bytes of a file say it is. */
export type TextForm =
  | { readonly kind: 'csv' | 'jsonArray'; readonly markBytes: number }
  | { readonly kind: 'unusable'; readonly code: FindingCode; readonly explanation?: string };

const byteOrderMark = Buffer.from('\ufeff');
const whiteBytes = new Set(Buffer.from(' \t\r\n'));

/** First bytes of files that people give by mistake. */
const signatures: readonly (readonly [signature: Buffer, name: string])[] = [
  [Buffer.from('PK\u0003\u0004'), 'a ZIP archive or a spreadsheet (xlsx)'],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'an old spreadsheet (xls)'],
  [Buffer.from([0x1f, 0x8b]), 'compressed with gzip'],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'compressed with Zstandard'],
  [Buffer.from('%PDF'), 'a PDF document'],
  [Buffer.from('SQLite format 3'), 'an SQLite database'],
  [Buffer.from('PAR1'), 'a Parquet file'],
];

/** Whether there is nothing to see in these bytes but a byte order mark and white space. */
export function isBlank(head: Uint8Array): boolean {
  return startOfText(head) >= head.length;
}

/** Tells CSV and JSON apart by the first byte that is not white space, whatever the file is called. */
export function detectTextForm(head: Buffer): TextForm {
  const signature = signatures.find(([bytes]) => startsWith(head, bytes));
  if (signature !== undefined) return { kind: 'unusable', code: 'notText', explanation: `it is ${signature[1]}` };
  if (looksLikeUtf16(head)) return { kind: 'unusable', code: 'utf16' };
  if (isBlank(head)) return { kind: 'unusable', code: 'emptyFile' };
  const markBytes = startsWith(head, byteOrderMark) ? byteOrderMark.length : 0;
  const start = startOfText(head);
  switch (head.toString('latin1', start, start + 1)) {
    case '[':
      return { kind: 'jsonArray', markBytes };
    case '{':
      return formOfObject(head.toString('utf8', start));
    case '<':
      return { kind: 'unusable', code: 'webPage' };
    default:
      return { kind: 'csv', markBytes };
  }
}

function formOfObject(text: string): TextForm {
  if (/^\{\s*"(?:MetaData|PagedItems)"\s*:/.test(text)) return { kind: 'unusable', code: 'pageObject' };
  return { kind: 'unusable', code: 'notAnArray', explanation: 'it starts with a single object' };
}

/** UTF-16 with a byte order mark; without one, Latin text has a zero in every other byte. */
function looksLikeUtf16(head: Buffer): boolean {
  const first = head.length >= 2 ? head.readUInt16BE(0) : 0;
  if (first === 0xfeff || first === 0xfffe) return true;
  return head.length >= 2 && head.filter((byte) => byte === 0).length * 3 > head.length;
}

function startsWith(head: Buffer, bytes: Buffer): boolean {
  return head.subarray(0, bytes.length).equals(bytes);
}

function startOfText(head: Uint8Array): number {
  let start = byteOrderMark.equals(head.subarray(0, byteOrderMark.length)) ? byteOrderMark.length : 0;
  while (start < head.length && whiteBytes.has(head[start] ?? 0)) start++;
  return start;
}
