import { csvHeaderLine, csvRecordLine } from '../../core/datasets/csv-lines.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { isLikeFormula } from '../../core/datasets/spreadsheet-text.ts';

/*
 * A table for spreadsheets: comments, the header, then the records. Without the comments a build reads it as the
 * published records: see `csv-lines.ts`.
 */

/** Everything before the records. */
export function csvHead(dataset: DatasetDescription, comments: readonly string[] = []): string {
  return comments.map((comment) => `${commentLine(comment)}\r\n`).join('') + csvHeaderLine(dataset, 'spreadsheet');
}

export function csvLine(dataset: DatasetDescription, record: DatasetRecord): string {
  return csvRecordLine(dataset, record, 'spreadsheet');
}

/** A spreadsheet reads a comment as a row like any other: what follows a separator in it is a cell. */
function commentLine(text: string): string {
  const line = text.replace(/[\r\n\t]+/g, ' ');
  const cells = line.replace(/([,;] *)([^,;]*)/g, (_, separator: string, cell: string) => {
    // In a comment a quote may be the start of a quoted cell.
    return separator + (isLikeFormula(cell.replace(/^"+/, '')) ? `'${cell}` : cell);
  });
  return `# ${cells}`;
}
