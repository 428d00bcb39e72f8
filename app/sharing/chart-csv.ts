import { csvCell } from '../../core/datasets/csv.ts';
import { type Mark, marks } from '../vocabulary/kinds.ts';
import { type Category, type CountsOfCategories, rowsOf } from '../charts/StackedBars.tsx';

/** The names of the columns with the counts of each mark. */
const columnNames: Readonly<Record<Mark, string>> = {
  sighting: 'sightings',
  detection: 'visits',
  handled: 'caught_or_tagged',
  other: 'other',
};

/**
 * The table of a chart as CSV (RFC 4180): a line for each category with its counts by kind and in all, and a line for
 * each of `others`, which are counted in all only.
 */
export function chartCsv(
  column: string,
  categories: readonly Category[],
  counts: CountsOfCategories,
  others: Readonly<Record<string, number>> = {},
): string {
  return csvOf([
    [column, ...marks.map((mark) => columnNames[mark]), 'all'],
    ...rowsOf(categories, counts).map(({ name, byMark, total }) => [name, ...marks.map((mark) => byMark[mark]), total]),
    ...Object.entries(others).map(([name, count]) => [name, ...marks.map(() => ''), count]),
  ]);
}

/**
 * Rows of cells as CSV (RFC 4180). An empty text is an empty cell. A text that a spreadsheet would run as a formula has an
 * apostrophe before it.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map((row) => `${row.map((cell) => (cell === '' ? '' : csvCell(cell, 'spreadsheet'))).join(',')}\r\n`)
    .join('');
}
