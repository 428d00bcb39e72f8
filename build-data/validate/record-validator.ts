import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { IssueDetails, SourcePosition, ReportIssue } from './issue-log.ts';
import { describeZodIssue, recordSchemaOf } from './record-schema.ts';
import { warningChecksOf } from './record-warnings.ts';

/** Values of a record as read, by field name; of unknown type until validated. */
type RawRecord = Readonly<Record<string, unknown>>;

/** Returns the valid record, with keys in the order of the description, or undefined after reporting its faults. */
export type RecordValidator = (
  record: RawRecord,
  place: SourcePosition,
  textInFile?: TextInFile,
) => DatasetRecord | undefined;

/** How the file writes the value of a field; undefined if that is the value as read. */
type TextInFile = (field: string) => string | undefined;

/** Creates the validator for one file of a dataset. It also finds duplicate identifiers. */
export function createRecordValidator(dataset: DatasetDescription, report: ReportIssue): RecordValidator {
  const schema = recordSchemaOf(dataset);
  const warningChecks = warningChecksOf(dataset);
  const fields = new Map<PropertyKey, DatasetDescription['fields'][number]>(
    dataset.fields.map((field) => [field.name, field]),
  );
  const identifierPlaces = new IdentifierPositions();

  /** Whether the identifier is new. The schema reports identifiers that are not integers. */
  function noteIdentifier(record: RawRecord, place: SourcePosition, textInFile: TextInFile | undefined): boolean {
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

  function textsOf(field: string, textInFile: TextInFile | undefined): IssueDetails['textInFile'] & object {
    return { value: textInFile?.(field), identifier: textInFile?.(dataset.identifierField) };
  }

  return (record, place, textInFile) => {
    const result = schema.safeParse(record);
    const isNew = noteIdentifier(record, place, textInFile);
    const identifier = record[dataset.identifierField];
    if (!result.success) {
      for (const issue of result.error.issues) {
        const field = fields.get(issue.path[0] ?? '');
        // The reader reports missing fields, because it knows the names that are there instead.
        if (field === undefined || !(field.name in record)) continue;
        const { code, explanation } = describeZodIssue(issue, field, record);
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

const minCapacity = 1024;

/**
 * Stores the first position of each identifier, in about 24 bytes per identifier: a hash table with open addressing in typed
 * arrays. A Map of a million numbers takes twice as much and slows garbage collection.
 */
export class IdentifierPositions {
  #identifiers = emptySlots(minCapacity);
  #places = new Uint32Array(minCapacity);
  #size = 0;

  /** Adds an identifier. Returns its first position, or undefined if it is new. */
  note(identifier: number, place: number): number | undefined {
    if (this.#size * 2 >= this.#identifiers.length) this.#grow();
    const slot = findSlot(this.#identifiers, identifier);
    if (this.#identifiers[slot] === identifier) return this.#places[slot];
    this.#identifiers[slot] = identifier;
    this.#places[slot] = place;
    this.#size++;
    return undefined;
  }

  #grow(): void {
    const capacity = this.#identifiers.length * 2;
    const identifiers = emptySlots(capacity);
    const places = new Uint32Array(capacity);
    this.#identifiers.forEach((identifier, oldSlot) => {
      if (Number.isNaN(identifier)) return;
      const slot = findSlot(identifiers, identifier);
      identifiers[slot] = identifier;
      places[slot] = this.#places[oldSlot] ?? 0;
    });
    this.#identifiers = identifiers;
    this.#places = places;
  }
}

const emptySlots = (capacity: number): Float64Array => new Float64Array(capacity).fill(NaN);

/** The slot of the identifier, or the free slot where it belongs. The capacity is a power of two. */
function findSlot(identifiers: Float64Array, identifier: number): number {
  const mask = identifiers.length - 1;
  const high = Math.floor(identifier / 2 ** 32);
  // The golden ratio spreads neighbouring identifiers; the upper bits of the product are the well mixed ones.
  const product = Math.imul((identifier ^ Math.imul(high, 0x85ebca6b)) | 0, 0x9e3779b1);
  let slot = (product ^ (product >>> 15)) & mask;
  for (;;) {
    const found = identifiers[slot];
    if (found === identifier || found === undefined || Number.isNaN(found)) return slot;
    slot = (slot + 1) & mask;
  }
}
