import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { ReportIssue } from '../validate/issue-log.ts';
import { createRecordValidator, type RecordValidator } from '../validate/record-validator.ts';

/** Where the readers of both formats deliver what they read from one file. */
export interface RecordSink {
  readonly dataset: DatasetDescription;
  readonly report: ReportIssue;
  /** Validates a record and passes it on if it is valid. */
  readonly take: (...record: Parameters<RecordValidator>) => void;
  /** Counts a record that was read but cannot be validated. */
  readonly skip: () => void;
  /** Records read so far, faulty ones included. */
  readonly count: () => number;
}

export function createRecordSink(
  dataset: DatasetDescription,
  report: ReportIssue,
  onRecord: (record: DatasetRecord) => void,
): RecordSink {
  const validate = createRecordValidator(dataset, report);
  let count = 0;
  return {
    dataset,
    report,
    take: (...record) => {
      count++;
      const valid = validate(...record);
      if (valid !== undefined) onRecord(valid);
    },
    skip: () => {
      count++;
    },
    count: () => count,
  };
}

/** The longest record taken, in bytes of CSV or characters of JSON; the longest real one has under two thousand. */
export const maxRecordLength = 1024 * 1024;
