import * as z from 'zod';

import type {
  DatasetDescription,
  DatasetRecord,
  DegreeBox,
  FieldDescription,
} from '../../core/datasets/dataset-description.ts';
import { earliestYear } from '../../core/datasets/recorded-time.ts';
import type { IssueCode, IssueDetails, ReportIssue, SourcePosition } from './issues.ts';
import { warningChecksOf } from './record-warnings.ts';

/** The values of a record as read, by field name. Their types are unknown until the record is validated. */
type RawRecord = Readonly<Record<string, unknown>>;

/** Returns the valid record, with keys in the order of the description, or undefined after reporting its faults. */
export type RecordValidator = (
  record: RawRecord,
  position: SourcePosition,
  textInFile?: TextInFile,
) => DatasetRecord | undefined;

/** Returns the text that reports show instead of the value of a field, such as `95.0` for 95; undefined if none. */
type TextInFile = (field: string) => string | undefined;

/** Creates the validator for one file of a dataset. The validator also reports duplicate identifiers. */
export function createRecordValidator(
  dataset: DatasetDescription,
  report: ReportIssue,
  region: DegreeBox,
): RecordValidator {
  const schema = recordSchemaOf(dataset);
  const warningChecks = warningChecksOf(dataset, region);
  const dateTimeFields = dataset.fields.filter(({ type }) => type === 'dateTime').map(({ name }) => name);
  const fields = new Map<PropertyKey | undefined, FieldDescription>(dataset.fields.map((field) => [field.name, field]));
  const firstPositions = new Map<number, number>();

  /** Returns whether an identifier is new, and reports a duplicate. The schema reports values that are not integers. */
  function checkIdentifier(record: RawRecord, position: SourcePosition, textInFile: TextInFile | undefined): boolean {
    const identifier = record[dataset.identifierField];
    if (typeof identifier !== 'number' || !Number.isSafeInteger(identifier)) return true;
    const before = firstPositions.get(identifier);
    if (before === undefined) {
      firstPositions.set(identifier, position.number);
      return true;
    }
    report('duplicateIdentifier', {
      ...detailsOf(record, dataset.identifierField, position, textInFile),
      explanation: `already used in ${position.unit} ${String(before)}`,
    });
    return false;
  }

  function detailsOf(
    record: RawRecord,
    field: string,
    position: SourcePosition,
    textInFile: TextInFile | undefined,
  ): IssueDetails {
    const texts = { value: textInFile?.(field), identifier: textInFile?.(dataset.identifierField) };
    return { position, identifier: record[dataset.identifierField], field, value: record[field], textInFile: texts };
  }

  return (record, position, textInFile) => {
    const result = schema.safeParse(record);
    const isNew = checkIdentifier(record, position, textInFile);
    if (!result.success) {
      for (const issue of result.error.issues) {
        const field = fields.get(issue.path[0]);
        // The reader reports missing fields, because it knows which names the record has instead.
        if (field === undefined || !(field.name in record)) continue;
        const code = codeOfIssue(issue, field, record[field.name]);
        const explanation = explain(code, field, record);
        report(code, { ...detailsOf(record, field.name, position, textInFile), explanation });
      }
      return undefined;
    }
    if (!isNew) return undefined;
    for (const field of dateTimeFields) {
      if (record[field] !== result.data[field]) {
        report('dateTimeForm', detailsOf(record, field, position, textInFile));
      }
    }
    for (const check of warningChecks) {
      const warning = check(result.data);
      if (warning === undefined) continue;
      const { code, field, explanation } = warning;
      report(code, { ...detailsOf(result.data, field, position, textInFile), explanation });
    }
    return result.data;
  };
}

/** A schema that checks one record. Its result has the keys of the description, in the same order. */
type RecordSchema = z.ZodType<DatasetRecord>;

/** NUL and unpaired surrogates, which do not survive databases, C programs or encoding as UTF-8. */
const unusableCharacters = /[\0\p{Surrogate}]/u;

function recordSchemaOf(dataset: DatasetDescription): RecordSchema {
  const shape = Object.fromEntries(dataset.fields.map((field) => [field.name, fieldSchema(dataset, field)]));
  const lengthFields = dataset.fields.filter((field) => field.lengthOf !== undefined);
  return lengthFields.reduce<RecordSchema>(
    (schema, field) =>
      schema.refine((record) => isLengthOf(record, field), {
        path: [field.name],
        params: { code: 'wrongLength' satisfies IssueCode },
        // Also checks records with faults in other fields, so that one run reports all faults.
        when: () => true,
      }),
    z.object(shape),
  );
}

function fieldSchema(dataset: DatasetDescription, field: FieldDescription): z.ZodType<string | number | null> {
  const schema = valueSchema(dataset, field);
  return field.nulls === 'never' ? schema : schema.nullable();
}

function valueSchema(dataset: DatasetDescription, field: FieldDescription): z.ZodType<string | number> {
  switch (field.type) {
    case 'integer':
      return integerWithinLimits(field);
    case 'number':
      return withinLimits(z.number(), field);
    case 'dateTime':
      return z
        .string()
        .overwrite(plainDateTimeOf)
        .check((context) => reportFault(context, dateTimeFault(context.value)));
    case 'text': {
      const text = z.string().check((context) => {
        reportFault(context, unusableCharacters.test(context.value) ? 'unusableCharacter' : undefined);
      });
      return mayBeEmpty(dataset, field) ? text : text.min(1);
    }
  }
}

/** zod accepts only safe integers, so a limit at the end of their range would report the same fault twice. */
function integerWithinLimits({ minimum, maximum }: FieldDescription): z.ZodNumber {
  let schema: z.ZodNumber = z.int();
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) schema = schema.min(minimum);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) schema = schema.max(maximum);
  return schema;
}

function withinLimits(schema: z.ZodNumber, field: FieldDescription): z.ZodNumber {
  return schema.min(field.minimum ?? -Number.MAX_VALUE).max(field.maximum ?? Number.MAX_VALUE);
}

function mayBeEmpty(dataset: DatasetDescription, field: FieldDescription): boolean {
  return field.name !== dataset.sortKey.field && field.name !== dataset.identifierField;
}

function reportFault(context: z.core.ParsePayload<string>, code: IssueCode | undefined): void {
  if (code !== undefined) context.issues.push({ code: 'custom', input: context.value, params: { code } });
}

/** Whether an integer is the length of its text. A null text has length 0. True if the values have other faults. */
function isLengthOf(record: DatasetRecord, field: FieldDescription): boolean {
  const length = record[field.name];
  const text = measuredText(record, field);
  if (typeof length !== 'number' || (typeof text !== 'string' && text !== null)) return true;
  return length === lengthOfText(text);
}

function measuredText(record: RawRecord, { lengthOf }: FieldDescription): unknown {
  return lengthOf === undefined ? undefined : record[lengthOf];
}

const lengthOfText = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

/** The kind of fault that an issue found by zod is. */
function codeOfIssue(issue: z.core.$ZodIssue, field: FieldDescription, value: unknown): IssueCode {
  switch (issue.code) {
    case 'custom':
      // The schemas in this file set this parameter.
      return issue.params?.['code'] as IssueCode;
    case 'too_small':
      return issue.origin === 'string' ? 'nullNotAllowed' : 'outOfRange';
    case 'too_big':
      return 'outOfRange';
    default:
      return codeOfWrongType(field, value);
  }
}

function codeOfWrongType(field: FieldDescription, value: unknown): IssueCode {
  if (value === null) return 'nullNotAllowed';
  if (field.type === 'text' || field.type === 'dateTime') return 'textExpected';
  if (typeof value === 'number') return Number.isFinite(value) ? 'notInteger' : 'notFinite';
  if (typeof value !== 'string') return 'numberExpected';
  if (/^[+-]?\d[\d.]*,[\d.,]*$/.test(value)) return 'commaInNumber';
  return isNonFiniteNumber(value) ? 'notFinite' : 'numberExpected';
}

/** Whether a text is a spelling of NaN or infinity, or a plain number that is too large for a double. */
function isNonFiniteNumber(text: string): boolean {
  return /^[+-]?(?:nan|inf(?:inity)?)$/i.test(text) || (/\d/.test(text) && Math.abs(Number(text)) === Infinity);
}

function explain(code: IssueCode, field: FieldDescription, record: Readonly<Record<string, unknown>>): string {
  switch (code) {
    case 'commaInNumber':
      return `expected ${expectationOf(field)}, without a comma`;
    case 'wrongLength':
      return `expected ${lengthOfText(measuredText(record, field))}, the length of ${String(field.lengthOf)}`;
    case 'malformedDateTime':
      return `expected YYYY-MM-DDThh:mm:ss${reasonForRefusal(record[field.name])}`;
    case 'dateTimeWithOffset':
      return 'expected YYYY-MM-DDThh:mm:ss';
    case 'impossibleDateTime':
      return `expected a day of the calendar from ${String(earliestYear)} on, and a time from 00:00:00 to 23:59:59`;
    case 'unusableCharacter':
      return 'expected text without NUL characters or unpaired surrogates';
    default:
      return `expected ${expectationOf(field)}`;
  }
}

function expectationOf(field: FieldDescription): string {
  if (field.type === 'text') return 'text';
  if (field.type === 'dateTime') return 'a date and time as text, YYYY-MM-DDThh:mm:ss';
  const noun = field.type === 'integer' ? 'a whole number' : 'a number';
  if (field.minimum === undefined || field.maximum === undefined) return noun;
  return `${noun} from ${String(field.minimum)} to ${String(field.maximum)}`;
}

const plainDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const dateTimeWithOffset =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[A-Z]{3,5}|[+-]\d{2}(?::?\d{2})?)$/i;

/** Databases and data frames write a space instead of the `T`, and a fraction even if it is zero. */
const plainDateTimeOf = (text: string): string =>
  text.replace(/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.0+)?$/, '$1T$2');

/** Why a date and time that people can read is refused. Empty for other texts. */
function reasonForRefusal(value: unknown): string {
  const text = String(value);
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/.test(text)) return '; the order of day and month is unknown';
  return /:\d{2}[.,]\d+$/.test(text) ? '; the fraction of a second would be lost' : '';
}

/** What is wrong with a date and time, which must be `YYYY-MM-DDThh:mm:ss`; undefined if it is valid. */
export function dateTimeFault(text: string): IssueCode | undefined {
  if (!plainDateTime.test(text)) return dateTimeWithOffset.test(text) ? 'dateTimeWithOffset' : 'malformedDateTime';
  // An impossible time is either invalid or, like 30 February, the same as another one.
  const time = new Date(`${text}Z`);
  const isPossible = !Number.isNaN(time.getTime()) && time.toISOString() === `${text}.000Z`;
  return isPossible && time.getUTCFullYear() >= earliestYear ? undefined : 'impossibleDateTime';
}
