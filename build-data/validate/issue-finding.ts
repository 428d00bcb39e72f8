import type * as z from 'zod';
import type { FieldDescription } from '../../core/datasets/dataset-description.ts';
import { earliestYear } from './date-time.ts';
import type { FindingCode } from './finding-kinds.ts';

/** A fault of one value in words of the catalogue. */
export interface IssueFinding {
  readonly code: FindingCode;
  readonly explanation: string;
}

/** Translates what the schema found about a value. `record` is the record as read. */
export function findingOfIssue(
  issue: z.core.$ZodIssue,
  field: FieldDescription,
  record: Readonly<Record<string, unknown>>,
): IssueFinding {
  const value = record[field.name];
  const code = codeOfIssue(issue, field, value);
  return { code, explanation: explain(code, field, record) };
}

function codeOfIssue(issue: z.core.$ZodIssue, field: FieldDescription, value: unknown): FindingCode {
  switch (issue.code) {
    case 'custom':
      // Written by the schema itself, from the catalogue.
      return issue.params?.['code'] as FindingCode;
    case 'too_small':
      return issue.origin === 'string' ? 'nullNotAllowed' : 'outOfRange';
    case 'too_big':
      return 'outOfRange';
    default:
      return codeOfWrongType(field, value);
  }
}

function codeOfWrongType(field: FieldDescription, value: unknown): FindingCode {
  if (value === null) return 'nullNotAllowed';
  if (field.type === 'text' || field.type === 'dateTime') return 'textExpected';
  if (typeof value === 'number') return Number.isFinite(value) ? 'notInteger' : 'notFinite';
  return typeof value === 'string' && namesNoFiniteNumber(value) ? 'notFinite' : 'numberExpected';
}

/** Whether a text is NaN or infinity in one of its spellings, or a plain number too large for a double. */
function namesNoFiniteNumber(text: string): boolean {
  return /^[+-]?(?:nan|inf(?:inity)?)$/i.test(text) || (/\d/.test(text) && Math.abs(Number(text)) === Infinity);
}

function explain(code: FindingCode, field: FieldDescription, record: Readonly<Record<string, unknown>>): string {
  switch (code) {
    case 'wrongLength': {
      const text = record[field.lengthOf ?? ''];
      return `expected ${String(typeof text === 'string' ? text.length : 0)}, the length of ${field.lengthOf ?? ''}`;
    }
    case 'malformedDateTime':
    case 'dateTimeWithOffset':
      return 'expected YYYY-MM-DDThh:mm:ss';
    case 'impossibleDateTime':
      return `expected a day of the calendar from ${String(earliestYear)} on, and a time from 00:00:00 to 23:59:59`;
    case 'unusableCharacter':
      return 'expected text without NUL characters and halves of surrogate pairs';
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
