import type { DatasetDescription, FieldType } from '../../core/datasets/dataset-description.ts';
import { exportMarkColumn } from '../../core/datasets/spreadsheet-text.ts';
import { compareNames } from '../validate/closest-name.ts';
import type { Place, Report } from '../validate/findings.ts';
import { escapeText } from '../validate/show-value.ts';
import { fieldNamesOf, otherDatasetOf } from './other-dataset.ts';

/** Where in a row a field of the dataset stands. */
export interface CsvColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly index: number;
}

/** What the header row says of the rows. */
export interface CsvHeader {
  readonly columns: readonly CsvColumn[];
  /** Whether it is of a file that a build has exported, in which some texts have an apostrophe more. */
  readonly isExport: boolean;
}

const delimiterNames = new Map([
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
]);

/** Finds the dataset's columns in the header row, in the description's order; undefined after reporting faults. */
export function readHeader(
  header: readonly string[],
  place: Place,
  dataset: DatasetDescription,
  report: Report,
): CsvHeader | undefined {
  const names = fieldNamesOf(dataset);
  const delimiter = otherDelimiter(header, names);
  if (delimiter !== undefined) {
    report('wrongDelimiter', { place, explanation: `found ${delimiter}` });
    return undefined;
  }
  const other = otherDatasetOf(header, dataset);
  if (other !== undefined) {
    report('wrongDataset', { place, explanation: `these are columns of ${other.name}, not of ${dataset.name}` });
    return undefined;
  }
  const isExport = header.includes(exportMarkColumn);
  const complete = reportNames(
    header.filter((cell) => cell !== exportMarkColumn),
    place,
    names,
    report,
  );
  if (!complete) return undefined;
  return { columns: dataset.fields.map(({ name, type }) => ({ name, type, index: header.indexOf(name) })), isExport };
}

function otherDelimiter(header: readonly string[], names: readonly string[]): string | undefined {
  const known = (cells: readonly string[]): number => cells.filter((cell) => names.includes(cell)).length;
  const line = header.join(',');
  const found = [...delimiterNames.keys()].find(
    (delimiter) => known(line.split(delimiter).map((cell) => cell.replaceAll('"', ''))) > known(header),
  );
  return found === undefined ? undefined : delimiterNames.get(found);
}

/** Reports what is wrong or odd about the column names; false if the columns cannot be used. */
function reportNames(header: readonly string[], place: Place, names: readonly string[], report: Report): boolean {
  const unnamed = header.flatMap((cell, index) => (cell === '' ? [index + 1] : []));
  for (const column of unnamed) report('unnamedColumn', { place, explanation: `column ${String(column)}` });
  const distinct = [...new Set(header)].filter((cell) => cell !== '');
  const { missing, misnamed, unknown } = compareNames(distinct, names);
  if (missing.length + misnamed.length === names.length && misnamed.length === 0) {
    report('noHeader', { place, value: header.join(','), explanation: `expected the names ${names.join(', ')}` });
    return false;
  }
  const duplicates = names.filter((name) => header.indexOf(name) !== header.lastIndexOf(name));
  for (const name of unknown) report('unknownColumn', { place, field: escapeText(name) });
  for (const name of missing) report('missingColumn', { place, field: name });
  for (const name of duplicates) report('duplicateColumn', { place, field: name });
  for (const { found, expected } of misnamed) {
    report('misnamedColumn', { place, field: expected, value: found, explanation: `expected "${expected}"` });
  }
  return missing.length + duplicates.length + misnamed.length === 0;
}
