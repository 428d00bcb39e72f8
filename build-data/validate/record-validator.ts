import type {
  DatasetDescription,
  DatasetRecord,
  DegreeBox,
  FieldDescription,
} from '../../core/datasets/dataset-description.ts';
import { earliestYear } from '../../core/datasets/recorded-time.ts';
import type { IssueCode, IssueDetails, ReportIssue, SourcePosition } from './issues.ts';
import { isWithin, warningChecksOf } from './record-warnings.ts';

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

/**
 * Creates the validator for one file of a dataset. The validator also reports duplicate identifiers. `firstPositions` has
 * the position of each identifier so far, and the validator adds to it.
 */
export function createRecordValidator(
  dataset: DatasetDescription,
  report: ReportIssue,
  region: DegreeBox,
  firstPositions = new Map<number, number>(),
): RecordValidator {
  const lengthFields = dataset.fields.filter(({ lengthOf }: FieldDescription) => lengthOf !== undefined);
  const checkOf = new Map(dataset.fields.map((field) => [field, checkOfField(dataset, field)] as const));
  const warningChecks = warningChecksOf(dataset, region);
  const dateTimeFields = dataset.fields.filter(({ type }) => type === 'dateTime').map(({ name }) => name);

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
    const valid: Record<string, Value> = {};
    const isNew = checkIdentifier(record, position, textInFile);
    let hasFault = false;
    const reportFault = (field: FieldDescription, code: IssueCode): void => {
      hasFault = true;
      // The reader reports missing fields, because it knows which names the record has instead.
      if (!(field.name in record)) return;
      const explanation = explain(code, field, record);
      report(code, { ...detailsOf(record, field.name, position, textInFile), explanation });
    };
    for (const [field, check] of checkOf) {
      const value = field.type === 'dateTime' ? plainDateTimeOf(record[field.name]) : record[field.name];
      const fault = check(value);
      if (fault !== undefined) reportFault(field, fault);
      // Without a fault, it is a value.
      else valid[field.name] = value as Value;
    }
    // Records with faults in other fields are also checked, so that one run reports all faults.
    for (const field of lengthFields) if (!isLengthOf(record, field)) reportFault(field, 'wrongLength');
    if (hasFault) return undefined;
    if (!isNew) return undefined;
    for (const field of dateTimeFields) {
      if (record[field] !== valid[field]) {
        report('dateTimeForm', detailsOf(record, field, position, textInFile));
      }
    }
    for (const check of warningChecks) {
      const warning = check(valid);
      if (warning === undefined) continue;
      const { code, field, explanation } = warning;
      report(code, { ...detailsOf(valid, field, position, textInFile), explanation });
    }
    return valid;
  };
}

type Value = string | number | null;
/** Returns what is wrong with a value of a field; undefined if it is valid. */
type ValueCheck = (value: unknown) => IssueCode | undefined;

function checkOfField(dataset: DatasetDescription, field: FieldDescription): ValueCheck {
  const check = valueCheckOf(dataset, field);
  return field.nulls === 'never' ? check : (value) => (value === null ? undefined : check(value));
}

function valueCheckOf(dataset: DatasetDescription, field: FieldDescription): ValueCheck {
  const { minimum = -Infinity, maximum = Infinity } = field;
  switch (field.type) {
    case 'integer':
      return (value) => {
        if (!Number.isInteger(value)) return codeOfWrongType(field, value);
        return Number.isSafeInteger(value) && isWithin(value, minimum, maximum) ? undefined : 'outOfRange';
      };
    case 'number':
      return (value) => {
        if (!Number.isFinite(value)) return codeOfWrongType(field, value);
        return isWithin(value, minimum, maximum) ? undefined : 'outOfRange';
      };
    case 'dateTime':
      return (value) => (typeof value === 'string' ? dateTimeFault(value) : codeOfWrongType(field, value));
    case 'text': {
      const isEmptyAllowed = mayBeEmpty(dataset, field);
      return (value) => {
        if (typeof value !== 'string') return codeOfWrongType(field, value);
        if (value === '' && !isEmptyAllowed) return 'nullNotAllowed';
        return isUsable(value) ? undefined : 'unusableCharacter';
      };
    }
  }
}

/** Without NUL and unpaired surrogates, which do not survive databases, C programs or encoding as UTF-8. */
function isUsable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function mayBeEmpty(dataset: DatasetDescription, field: FieldDescription): boolean {
  return field.name !== dataset.sortKey.field && field.name !== dataset.identifierField;
}

/** Whether an integer is the length of its text. A null text has length 0. True if the values have other faults. */
function isLengthOf(record: RawRecord, field: FieldDescription): boolean {
  const length = record[field.name];
  const text = measuredText(record, field);
  if (typeof length !== 'number' || (typeof text !== 'string' && text !== null)) return true;
  return length === lengthOfText(text);
}

function measuredText(record: RawRecord, { lengthOf }: FieldDescription): unknown {
  return lengthOf === undefined ? undefined : record[lengthOf];
}

const lengthOfText = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

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
const possibleDateTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/;
const dateTimeWithOffset =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[A-Z]{3,5}|[+-]\d{2}(?::?\d{2})?)$/i;

/** Databases and data frames write a space instead of the `T`, and a fraction even if it is zero. */
const plainDateTimeOf = (value: unknown): unknown =>
  typeof value !== 'string' || plainDateTime.test(value)
    ? value
    : value.replace(/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.0+)?$/, '$1T$2');

/** Why a date and time that people can read is refused. Empty for other texts. */
function reasonForRefusal(value: unknown): string {
  const text = String(value);
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/.test(text)) return '; the order of day and month is unknown';
  return /:\d{2}[.,]\d+$/.test(text) ? '; the fraction of a second would be lost' : '';
}

/** What is wrong with a date and time, which must be `YYYY-MM-DDThh:mm:ss`; undefined if it is valid. */
export function dateTimeFault(text: string): IssueCode | undefined {
  if (!plainDateTime.test(text)) return dateTimeWithOffset.test(text) ? 'dateTimeWithOffset' : 'malformedDateTime';
  const isPossible = possibleDateTime.test(text) && Number(text.slice(0, 4)) >= earliestYear && hasDay(text);
  return isPossible ? undefined : 'impossibleDateTime';
}

/** Whether the month of a date has its day. To `Date`, 30 February is the same as another day. */
function hasDay(text: string): boolean {
  return text.slice(8, 10) <= '28' || new Date(`${text}Z`).toISOString() === `${text}.000Z`;
}
