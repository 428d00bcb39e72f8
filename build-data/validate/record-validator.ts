import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { Place, Report } from './findings.ts';
import { IdentifierPlaces } from './identifier-places.ts';
import { findingOfIssue } from './issue-finding.ts';
import { recordSchemaOf } from './record-schema.ts';
import { warningChecksOf } from './record-warnings.ts';

/** Values of a record as read, by field name; of unknown type until validated. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** Gives the valid record, keys in the order of the description, or undefined after reporting what is wrong. */
export type RecordValidator = (record: RawRecord, place: Place) => DatasetRecord | undefined;

/** Makes the validator of one file of a dataset: it also remembers the identifiers it has met. */
export function createRecordValidator(dataset: DatasetDescription, report: Report): RecordValidator {
  const schema = recordSchemaOf(dataset);
  const warningChecks = warningChecksOf(dataset);
  const fields = new Map<PropertyKey, DatasetDescription['fields'][number]>(
    dataset.fields.map((field) => [field.name, field]),
  );
  const identifierPlaces = new IdentifierPlaces();

  /** Whether the identifier is new; one that is no integer has been reported by the schema. */
  function noteIdentifier(record: RawRecord, place: Place): boolean {
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
      explanation,
    });
    return false;
  }

  return (record, place) => {
    const result = schema.safeParse(record);
    const isNew = noteIdentifier(record, place);
    const identifier = record[dataset.identifierField];
    if (!result.success) {
      for (const issue of result.error.issues) {
        const field = fields.get(issue.path[0] ?? '');
        // An absent field has been reported by the reader, which knows the names that are there instead.
        if (field === undefined || !(field.name in record)) continue;
        const { code, explanation } = findingOfIssue(issue, field, record);
        report(code, { place, identifier, field: field.name, value: record[field.name], explanation });
      }
      return undefined;
    }
    if (!isNew) return undefined;
    for (const check of warningChecks) {
      const warning = check(result.data);
      if (warning === undefined) continue;
      const { code, field, explanation } = warning;
      report(code, { place, identifier, field, value: result.data[field], explanation });
    }
    return result.data;
  };
}
