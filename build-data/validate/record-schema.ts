import * as z from 'zod';
import type { DatasetDescription, DatasetRecord, FieldDescription } from '../../core/datasets/dataset-description.ts';
import { dateTimeFault } from './date-time.ts';
import type { FindingCode } from './finding-kinds.ts';

/** Checks one record; the value it gives back has its keys in the order of the description, and no others. */
export type RecordSchema = z.ZodType<DatasetRecord>;

/** NUL, and halves of surrogate pairs: neither survives databases, C programs or encoding as UTF-8. */
const unusableCharacters = /[\0\p{Surrogate}]/u;

/** Compiles the schema of a dataset's records from its description. */
export function recordSchemaOf(dataset: DatasetDescription): RecordSchema {
  const shape = Object.fromEntries(dataset.fields.map((field) => [field.name, fieldSchema(dataset, field)]));
  const measuredFields = dataset.fields.filter((field) => field.lengthOf !== undefined);
  return measuredFields.reduce<RecordSchema>(
    (schema, field) =>
      schema.refine((record) => isLengthOf(record, field), {
        path: [field.name],
        params: { code: 'wrongLength' satisfies FindingCode },
        // Also when other fields are at fault, so that one run lists everything.
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
      return z.string().check((context) => reportFault(context, dateTimeFault(context.value)));
    case 'text': {
      const text = z.string().check((context) => {
        reportFault(context, unusableCharacters.test(context.value) ? 'unusableCharacter' : undefined);
      });
      return mayBeEmpty(dataset, field) ? text : text.min(1);
    }
  }
}

/** zod's integers are safe ones already: a limit where they end would tell the same fault twice. */
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

function reportFault(context: z.core.ParsePayload<string>, code: FindingCode | undefined): void {
  if (code !== undefined) context.issues.push({ code: 'custom', input: context.value, params: { code } });
}

/** Whether an integer is the length of the text it measures; a null text has length 0. Other faults are not its own. */
function isLengthOf(record: DatasetRecord, field: FieldDescription): boolean {
  const length = record[field.name];
  const text = record[field.lengthOf ?? ''];
  if (typeof length !== 'number' || (typeof text !== 'string' && text !== null)) return true;
  return length === (text?.length ?? 0);
}
