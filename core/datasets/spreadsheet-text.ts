/*
 * A spreadsheet runs a cell that begins like a formula, and texts come from whoever made a report, or a link. So in CSV
 * such a text gets an apostrophe before it, and so does one that has apostrophes before such a beginning: whoever takes
 * one away from each text that begins with apostrophes and then like a formula has the texts as they were published.
 */

const formulaStart = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\t\\r\\n]';
const likeFormula = new RegExp(`^'*${formulaStart}`);
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/** With apostrophes before it or without. A text that is a number is one to a spreadsheet too, whatever its sign. */
export function isLikeFormula(text: string): boolean {
  return likeFormula.test(text) && !plainNumber.test(text);
}

/**
 * The last column of our own CSV files, which a publisher's have not: by it a reader knows that there are apostrophes to
 * be taken away. A column stays where a spreadsheet opens a file and saves it again.
 */
export const exportMarkColumn = 'CoastwatchExport';

const onlyApostrophes = /^'*$/;
const givenApostrophe = new RegExp(`^'+(?:${formulaStart}|$)`);

/**
 * A text as it stands in our own CSV files. Beside texts like formulas, those of nothing but apostrophes get one more,
 * and so does an empty text: an empty cell is a null there, as in every CSV file that a build reads.
 */
export function toExportedText(text: string): string {
  return onlyApostrophes.test(text) || isLikeFormula(text) ? `'${text}` : text;
}

/** What `toExportedText` was given. */
export function fromExportedText(cell: string): string {
  return givenApostrophe.test(cell) ? cell.slice(1) : cell;
}
