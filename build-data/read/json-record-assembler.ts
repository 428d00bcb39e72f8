import type { Token } from 'stream-json/core/parser.js';
import { compareNames, type NameComparison } from '../validate/closest-name.ts';
import type { Place } from '../validate/findings.ts';
import { escapeText, showValue } from '../validate/show-value.ts';
import { fieldNamesOf, otherDatasetOf } from './other-dataset.ts';
import { ReadingStopped } from './reading-faults.ts';
import type { RecordSink } from './record-sink.ts';

/** So many unknown names are told; a file that invents new ones in every record must not fill the memory. */
const mostUnknownNames = 100;

/** Stands for a nested value, which no field may have. */
const nestedObject: object = {};
const nestedArray: readonly unknown[] = [];

/** Puts the records of an array of objects together from JSON tokens and delivers them to the sink. */
export class JsonRecordAssembler {
  readonly #sink: RecordSink;
  readonly #fieldNames: readonly string[];
  readonly #knownNames: ReadonlySet<string>;
  readonly #toldNames = new Set<string>();
  #depth = 0;
  #recordNumber = 0;
  #record: Record<string, unknown> | undefined;
  #fieldsInRecord = 0;
  #field = '';
  #unknownInRecord: string[] = [];
  #duplicatesInRecord: string[] = [];
  #lastComparison: { readonly names: string; readonly comparison: NameComparison } | undefined;
  #finished = false;
  #lastIdentifier: unknown;
  /** Numbers of the record whose text in the file differs from the way they are printed, by field name. */
  #numberTexts: Record<string, string> = {};

  constructor(sink: RecordSink) {
    this.#sink = sink;
    this.#fieldNames = fieldNamesOf(sink.dataset);
    this.#knownNames = new Set(this.#fieldNames);
  }

  /** True once the array is closed. */
  get finished(): boolean {
    return this.#finished;
  }

  /** True between two elements of the array. */
  get betweenRecords(): boolean {
    return this.#depth === 1;
  }

  /** Of the last complete record; undefined when it has none. */
  get lastIdentifier(): unknown {
    return this.#lastIdentifier;
  }

  /** Number of elements begun. */
  get recordNumber(): number {
    return this.#recordNumber;
  }

  /** Throws ReadingStopped when the records are plainly those of another dataset. */
  take(token: Token): void {
    switch (token.name) {
      case 'keyValue':
        if (this.#depth === 2) this.#startField(token.value);
        return;
      case 'stringValue':
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return this.#takeValue(token.value);
      case 'numberValue':
        return this.#takeNumber(token.value);
      case 'startObject':
        return this.#open(nestedObject);
      case 'startArray':
        return this.#open(nestedArray);
      case 'endObject':
      case 'endArray':
        return this.#close();
    }
  }

  #startField(name: string): void {
    this.#field = name;
    if (this.#record === undefined) return;
    if (!this.#knownNames.has(name)) {
      if (this.#unknownInRecord.length < mostUnknownNames) this.#unknownInRecord.push(name);
    } else if (this.#record[name] === undefined) {
      this.#fieldsInRecord++;
    } else {
      this.#duplicatesInRecord.push(name);
      this.#sink.report('duplicateField', { place: this.#place(), field: name });
    }
  }

  #takeValue(value: unknown): void {
    if (this.#depth === 1) this.#rejectElement(value);
    else if (this.#depth === 2 && this.#record !== undefined && this.#knownNames.has(this.#field)) {
      this.#record[this.#field] = value;
    }
  }

  #takeNumber(text: string): void {
    const number = Number(text) + 0; // + 0: never minus zero
    if (this.#depth === 2 && String(number) !== text) this.#numberTexts[this.#field] = text;
    this.#takeValue(number);
  }

  #open(nested: unknown): void {
    if (this.#depth === 1 && nested === nestedObject) {
      this.#recordNumber++;
      this.#record = {};
      this.#numberTexts = {};
      this.#fieldsInRecord = 0;
      this.#unknownInRecord = [];
      this.#duplicatesInRecord = [];
    } else {
      this.#takeValue(nested);
    }
    this.#depth++;
  }

  #close(): void {
    this.#depth--;
    if (this.#depth === 0) this.#finished = true;
    if (this.#depth !== 1 || this.#record === undefined) return;
    const record = this.#record;
    this.#record = undefined;
    const complete = this.#fieldsInRecord === this.#fieldNames.length;
    if (!complete || this.#unknownInRecord.length > 0) this.#reportNames(record);
    // Which of two values is meant cannot be told: without the field the record is not valid, and not published.
    for (const field of this.#duplicatesInRecord) delete record[field];
    this.#lastIdentifier = record[this.#sink.dataset.identifierField];
    const numberTexts = this.#numberTexts;
    this.#sink.take(record, this.#place(), (field) => numberTexts[field]);
  }

  #rejectElement(value: unknown): void {
    this.#recordNumber++;
    this.#sink.skip();
    this.#sink.report('recordNotObject', { place: this.#place(), value });
  }

  #reportNames(record: Record<string, unknown>): void {
    const names = [...Object.keys(record), ...this.#unknownInRecord];
    const { dataset, report } = this.#sink;
    const place = this.#place();
    const other = this.#recordNumber === 1 ? otherDatasetOf(names, dataset) : undefined;
    if (other !== undefined) {
      report('wrongDataset', { place, explanation: `these are fields of ${other.name}, not of ${dataset.name}` });
      throw new ReadingStopped();
    }
    const { missing, misnamed, unknown } = this.#compare(names);
    const identifier = record[dataset.identifierField];
    for (const field of missing) report('missingField', { place, identifier, field });
    for (const { found, expected } of misnamed) {
      const explanation = `expected ${showValue(expected)}`;
      report('misnamedField', { place, identifier, field: expected, value: found, explanation });
    }
    for (const name of unknown) {
      if (this.#toldNames.has(name) || this.#toldNames.size >= mostUnknownNames) continue;
      this.#toldNames.add(name);
      report('unknownColumn', { place, field: escapeText(name) });
    }
  }

  /** Remembers the last outcome: records that deviate mostly all deviate in the same way. */
  #compare(names: readonly string[]): NameComparison {
    const key = JSON.stringify(names);
    if (this.#lastComparison?.names !== key) {
      this.#lastComparison = { names: key, comparison: compareNames([...new Set(names)], this.#fieldNames) };
    }
    return this.#lastComparison.comparison;
  }

  #place(): Place {
    return { unit: 'record', number: this.#recordNumber };
  }
}
