import type { DatasetDescription, DatasetRecord, FieldDescription } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { ExportWriter } from './exported-file.ts';

interface ExportColumn extends FieldDescription {
  readonly valueOf: (record: DatasetRecord, index: number, table: RecordTable) => string | number | null;
}

/**
 * The columns that the downloads of a dataset have in addition to its fields, in order after them. Every encoder and
 * every description of the downloads takes them from here, so a column is added here and in `docs/exports.md` only.
 */
export const exportColumns = new Map<DatasetDescription, readonly ExportColumn[]>();

/** The dataset with the columns of its downloads as its fields. */
export function exportedDataset(dataset: DatasetDescription): DatasetDescription {
  return { ...dataset, fields: [...dataset.fields, ...(exportColumns.get(dataset) ?? [])] };
}

/** Passes each record to the writer with the values of all columns. */
export function withExportColumns(table: RecordTable, writer: ExportWriter): ExportWriter {
  const columns = exportColumns.get(table.dataset);
  if (!columns) return writer;
  return {
    ...writer,
    visit: (record, index) => {
      const values = columns.map(({ name, valueOf }) => [name, valueOf(record, index, table)] as const);
      writer.visit({ ...record, ...Object.fromEntries(values) }, index);
    },
  };
}
