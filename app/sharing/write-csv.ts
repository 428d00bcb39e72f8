import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';

const lineEnd = '\r\n';
const recordsInPiece = 1000;

/**
 * A table after RFC 4180 in pieces of text: the fields' own names in the order of the dataset, then the records.
 * A null is an empty field, an empty text is `""`, numbers are written as JSON writes them.
 *
 * Values stay exactly as published, also those that a spreadsheet would take for a formula: a sign put before them
 * would be read as part of the value by every other program, and data that was altered is worth less than a warning.
 */
export function writeCsv(
  { fields }: DatasetDescription,
  records: readonly DatasetRecord[],
  comments: readonly string[] = [],
): readonly string[] {
  const head = [...comments.map(commentLine), fields.map(({ name }) => name).join(',')];
  const pieces = [head.map((line) => line + lineEnd).join('')];
  for (let start = 0; start < records.length; start += recordsInPiece) {
    const lines = records
      .slice(start, start + recordsInPiece)
      .map((record) => fields.map(({ name }) => fieldText(record[name] ?? null)).join(',') + lineEnd);
    pieces.push(lines.join(''));
  }
  return pieces;
}

function commentLine(text: string): string {
  return `# ${text.replace(/[\r\n]+/g, ' ')}`;
}

function fieldText(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Beside what must be quoted: what some readers trim, or take for the start of a comment.
  return value === '' || /[",\r\n#]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
