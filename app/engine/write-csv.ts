import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { isLikeFormula } from '../../core/datasets/spreadsheet-text.ts';

/*
 * A table after RFC 4180: comments, the fields' own names in the order of the dataset, then the records. Texts that begin
 * like a formula have an apostrophe before them: see `isLikeFormula`.
 */

const lineEnd = '\r\n';

/** All that stands before the records. */
export function csvHead({ fields }: DatasetDescription, comments: readonly string[] = []): string {
  return [...comments.map(commentLine), fields.map(({ name }) => name).join(',')]
    .map((line) => line + lineEnd)
    .join('');
}

/** A null is an empty field, an empty text is `""`, numbers are written as JSON writes them. */
export function csvLine({ fields }: DatasetDescription, record: DatasetRecord): string {
  return fields.map(({ name }) => fieldText(record[name] ?? null)).join(',') + lineEnd;
}

/** To a spreadsheet a comment is a row like any other: what follows a separator in it is a cell. */
function commentLine(text: string): string {
  const line = text.replace(/[\r\n\t]+/g, ' ');
  const cells = line.replace(/([,;] *)([^,;]*)/g, (_, separator: string, cell: string) => {
    // In a comment a quote may be the start of a quoted cell.
    return separator + (isLikeFormula(cell.replace(/^"+/, '')) ? `'${cell}` : cell);
  });
  return `# ${cells}`;
}

function fieldText(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = isLikeFormula(value) ? `'${value}` : value;
  // Beside what must be quoted: what some readers trim, or take for the start of a comment.
  return text === '' || /[",\r\n#]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
