import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { FindingDetails, Place, Report } from './findings.ts';
import { IdentifierPlaces } from './identifier-places.ts';
import { findingOfIssue } from './issue-finding.ts';
import { recordSchemaOf } from './record-schema.ts';
import { warningChecksOf } from './record-warnings.ts';

/** Values of a record as read, by field name; of unknown type until validated. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** Gives the valid record, keys in the order of the description, or undefined after reporting what is wrong. */
export type RecordValidator = (record: RawRecord, place: Place, textInFile?: TextInFile) => DatasetRecord | undefined;

/** How the file writes the value of a field; undefined if that is the value as read. */
export type TextInFile = (field: string) => string | undefined;

/** Makes the validator of one file of a dataset: it also remembers the identifiers it has met. */
export function createRecordValidator(dataset: DatasetDescription, report: Report): RecordValidator {
  const schema = recordSchemaOf(dataset);
  const warningChecks = warningChecksOf(dataset);
  const fields = new Map<PropertyKey, DatasetDescription['fields'][number]>(
    dataset.fields.map((field) => [field.name, field]),
  );
  const identifierPlaces = new IdentifierPlaces();

  /** Whether the identifier is new; one that is no integer has been reported by the schema. */
  function noteIdentifier(record: RawRecord, place: Place, textInFile: TextInFile | undefined): boolean {
    const identifier = record[dataset.identifierField];
    if (typeof identifier !== 'number' || !Number.isSafeInteger(identifier)) return true;
    const before = identifierPlaces.note(identifier, place.number);
    if (before === undefined) return true;
    const explanation = `already used in ${place.unit} ${String(before)}`;
    report('duplicateIdentifier', {
      place,
      identifier,
      field: dataset.identifierField,
      value: identifier,
      textInFile: textsOf(dataset.identifierField, textInFile),
      explanation,
    });
    return false;
  }

  function textsOf(field: string, textInFile: TextInFile | undefined): FindingDetails['textInFile'] & object {
    return { value: textInFile?.(field), identifier: textInFile?.(dataset.identifierField) };
  }

  return (record, place, textInFile) => {
    const result = schema.safeParse(record);
    const isNew = noteIdentifier(record, place, textInFile);
    const identifier = record[dataset.identifierField];
    if (!result.success) {
      for (const issue of result.error.issues) {
        const field = fields.get(issue.path[0] ?? '');
        // An absent field has been reported by the reader, which knows the names that are there instead.
        if (field === undefined || !(field.name in record)) continue;
        const { code, explanation } = findingOfIssue(issue, field, record);
        const value = record[field.name];
        report(code, {
          place,
          identifier,
          field: field.name,
          value,
          textInFile: textsOf(field.name, textInFile),
          explanation,
        });
      }
      return undefined;
    }
    if (!isNew) return undefined;
    for (const check of warningChecks) {
      const warning = check(result.data);
      if (warning === undefined) continue;
      const { code, field, explanation } = warning;
      const value = result.data[field];
      report(code, { place, identifier, field, value, textInFile: textsOf(field, textInFile), explanation });
    }
    return result.data;
  };
}
