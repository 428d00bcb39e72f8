import type { Token } from 'stream-json/core/parser.js';
import { jsonParser } from 'stream-json/parser.js';

import { escapeText, showValue } from '../format-text.ts';
import type { SourcePosition } from '../validate/issues.ts';
import {
  compareNames,
  fieldNamesOf,
  maxRecordLength,
  type NameComparison,
  otherDatasetOf,
  type RecordSink,
} from './record-sink.ts';
import { FaultAlreadyReported } from './source.ts';

/** The parser discards the tokens of a fragment that has a fault, so fragments are about one record long. */
const maxFragmentLength = 64 * 1024;
const parserOptions = { packValues: true, streamValues: false };

/**
 * Reads a JSON array of objects into the sink. The first chunk starts at byte `offsetOfFirstByte` of the file. Throws
 * only FaultAlreadyReported, after a reported fault, and SourceError.
 */
export async function readJsonRecords(
  chunks: AsyncIterable<Buffer>,
  offsetOfFirstByte: number,
  sink: RecordSink,
): Promise<void> {
  const reader = createFragmentReader(sink);
  let pending = '';
  let bytesRead = offsetOfFirstByte;
  for await (const chunk of chunks) {
    bytesRead += chunk.length;
    const text = pending + chunk.toString('utf8');
    let start = 0;
    for (let end = text.indexOf('}') + 1; end > 0; end = text.indexOf('}', start) + 1) {
      reader.take(text.slice(start, end));
      start = end;
    }
    pending = text.slice(start);
    if (pending.length > maxFragmentLength) {
      reader.take(pending);
      pending = '';
    }
  }
  reader.take(pending);
  reader.end(bytesRead);
}

interface FragmentReader {
  readonly take: (fragment: string) => void;
  readonly end: (bytesRead: number) => void;
}

function createFragmentReader(sink: RecordSink): FragmentReader {
  const parse = jsonParser(parserOptions);
  const assembler = new JsonRecordAssembler(sink);
  let unfinishedRecord = '';
  /** JSON that puts a new parser into the state that this one was in before the unfinished record. */
  let context = '';

  function tokensOf(fragment: string): ReturnType<typeof parse> {
    try {
      return parse(fragment);
    } catch {
      reportSyntaxFault(context, unfinishedRecord, assembler, sink);
      throw new FaultAlreadyReported();
    }
  }

  return {
    take: (fragment) => {
      unfinishedRecord += fragment;
      const tokens = tokensOf(fragment);
      if (typeof tokens !== 'symbol') tokens.values.forEach((token) => assembler.take(token));
      if (assembler.isBetweenRecords || assembler.isFinished) {
        unfinishedRecord = '';
        context = assembler.isFinished ? '[]' : assembler.recordNumber === 0 ? '[' : '[0';
      }
      if (unfinishedRecord.length > maxRecordLength) {
        sink.report('recordTooLong', { position: { unit: 'record', number: assembler.recordNumber } });
        throw new FaultAlreadyReported();
      }
    },
    end: (bytesRead) => {
      if (assembler.isFinished) return;
      sink.report('truncatedJson', {
        position: { unit: 'record', number: sink.count() + 1 },
        explanation: `it ends at byte ${String(bytesRead)}, ${describeLastRecord(assembler, sink)}`,
      });
      throw new FaultAlreadyReported();
    },
  };
}

function describeLastRecord({ lastIdentifier }: JsonRecordAssembler, sink: RecordSink): string {
  if (sink.count() === 0) return 'before the first record is complete';
  const name = lastIdentifier === undefined ? '' : `, identifier ${showValue(lastIdentifier)}`;
  return `after record ${String(sink.count())}${name}`;
}

/** Locates a syntax fault in the text of its record, classifies it and reports it. */
function reportSyntaxFault(context: string, text: string, assembler: JsonRecordAssembler, sink: RecordSink): void {
  const index = faultIndex(context, text);
  const before = text.slice(0, index);
  const rest = text.slice(index);
  const position = { unit: 'record', number: sink.count() + 1 } as const;
  const notFinite = /^(?:NaN|Infinity)\b/.exec(rest)?.[0];
  if (assembler.isFinished || isJson(context + before)) {
    sink.report('trailingContent', { value: rest });
  } else if (notFinite !== undefined) {
    const field = fieldBefore(before, sink);
    const explanation = 'JSON has no such number; write null where it is allowed. Reading stopped here';
    sink.report('notFinite', { position, ...(field && { field }), value: notFinite, explanation });
  } else {
    const value = text.slice(Math.max(0, index - 40), index + 1);
    sink.report('malformedJson', { position, value, explanation: 'at the end of this text' });
  }
}

/** Whether a text is complete JSON. A fault after it is outside every record. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The index in a fragment of the character that the parser rejects. */
function faultIndex(context: string, fragment: string): number {
  const parse = jsonParser(parserOptions);
  parse(context);
  for (let index = 0; index < fragment.length; index++) {
    try {
      parse(fragment.charAt(index));
    } catch {
      return index;
    }
  }
  return fragment.length;
}

/** The field whose value follows this text of a record. */
function fieldBefore(text: string, sink: RecordSink): string | undefined {
  const name = /"([^"\\]*)"\s*:\s*-?$/.exec(text)?.[1];
  return sink.dataset.fields.find((field) => field.name === name)?.name;
}

/** The maximum number of unknown names reported. Bounds the memory for a file with new names in every record. */
const maxUnknownNames = 100;

/** Placeholders for nested values, which are invalid in every field. */
const nestedObject: object = {};
const nestedArray: readonly unknown[] = [];

/** Assembles the records of an array of objects from JSON tokens and passes them to the sink. */
class JsonRecordAssembler {
  readonly #sink: RecordSink;
  readonly #fieldNames: readonly string[];
  readonly #knownNames: ReadonlySet<string>;
  readonly #reportedNames = new Set<string>();
  #depth = 0;
  #recordNumber = 0;
  #record: Record<string, unknown> | undefined;
  #fieldsInRecord = 0;
  #field = '';
  #unknownInRecord: string[] = [];
  #duplicatesInRecord: string[] = [];
  #lastComparison: { readonly names: string; readonly comparison: NameComparison } | undefined;
  #isFinished = false;
  #lastIdentifier: unknown;
  /** The text of each number that the file writes differently from JavaScript, such as `95.0`, by field name. */
  #numberTexts: Record<string, string> = {};

  constructor(sink: RecordSink) {
    this.#sink = sink;
    this.#fieldNames = fieldNamesOf(sink.dataset);
    this.#knownNames = new Set(this.#fieldNames);
  }

  /** True once the array is closed. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** True between two elements of the array. */
  get isBetweenRecords(): boolean {
    return this.#depth === 1;
  }

  /** The identifier of the last complete record; undefined when it has none. */
  get lastIdentifier(): unknown {
    return this.#lastIdentifier;
  }

  /** The number of elements started. */
  get recordNumber(): number {
    return this.#recordNumber;
  }

  /** Throws FaultAlreadyReported when the records are clearly those of another dataset. */
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
      if (this.#unknownInRecord.length < maxUnknownNames) this.#unknownInRecord.push(name);
    } else if (this.#record[name] === undefined) {
      this.#fieldsInRecord++;
    } else {
      this.#duplicatesInRecord.push(name);
      this.#sink.report('duplicateField', { position: this.#position(), field: name });
    }
  }

  #takeValue(value: unknown): void {
    if (this.#depth === 1) this.#rejectElement(value);
    else if (this.#depth === 2 && this.#record !== undefined && this.#knownNames.has(this.#field)) {
      this.#record[this.#field] = value;
    }
  }

  #takeNumber(text: string): void {
    const number = Number(text) + 0; // adding 0 turns minus zero into zero
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
    if (this.#depth === 0) this.#isFinished = true;
    if (this.#depth !== 1 || this.#record === undefined) return;
    const record = this.#record;
    this.#record = undefined;
    const isComplete = this.#fieldsInRecord === this.#fieldNames.length;
    if (!isComplete || this.#unknownInRecord.length > 0) this.#reportNames(record);
    // It is unknown which of the two values is meant. Without the field the record is invalid, so it is not published.
    for (const field of this.#duplicatesInRecord) delete record[field];
    this.#lastIdentifier = record[this.#sink.dataset.identifierField];
    const numberTexts = this.#numberTexts;
    this.#sink.take(record, this.#position(), (field) => numberTexts[field]);
  }

  #rejectElement(value: unknown): void {
    this.#recordNumber++;
    this.#sink.skip();
    this.#sink.report('recordNotObject', { position: this.#position(), value });
  }

  #reportNames(record: Record<string, unknown>): void {
    const names = [...Object.keys(record), ...this.#unknownInRecord];
    const { dataset, report } = this.#sink;
    const position = this.#position();
    const other = this.#recordNumber === 1 ? otherDatasetOf(names, dataset) : undefined;
    if (other !== undefined) {
      report('wrongDataset', { position, explanation: `these are fields of ${other.name}, not of ${dataset.name}` });
      throw new FaultAlreadyReported();
    }
    const { missing, misnamed, unknown } = this.#compare(names);
    const identifier = record[dataset.identifierField];
    for (const field of missing) report('missingField', { position, identifier, field });
    for (const { found, expected } of misnamed) {
      const explanation = `expected ${showValue(expected)}`;
      report('misnamedField', { position, identifier, field: expected, value: found, explanation });
    }
    for (const name of unknown) {
      if (this.#reportedNames.has(name) || this.#reportedNames.size >= maxUnknownNames) continue;
      this.#reportedNames.add(name);
      report('unknownColumn', { position, field: escapeText(name) });
    }
  }

  /** Caches the last result, because records with wrong names usually all have the same wrong names. */
  #compare(names: readonly string[]): NameComparison {
    const key = JSON.stringify(names);
    if (this.#lastComparison?.names !== key) {
      this.#lastComparison = { names: key, comparison: compareNames([...new Set(names)], this.#fieldNames) };
    }
    return this.#lastComparison.comparison;
  }

  #position(): SourcePosition {
    return { unit: 'record', number: this.#recordNumber };
  }
}
