import type { Token } from 'stream-json/core/parser.js';
import { jsonParser } from 'stream-json/parser.js';

import { escapeText, showValue } from '../format-text.ts';
import type { IssueCode, SourcePosition } from '../validate/issues.ts';
import { addGeometry, checkCollection, pointColumns } from './geojson.ts';
import { compareNames, maxRecordLength, otherDatasetOf, type RecordSink } from './record-sink.ts';
import { FaultAlreadyReported } from './source.ts';

/** The parser discards the tokens of a fragment that has a fault, so fragments are about one record long. */
const maxFragmentLength = 64 * 1024;
const parserOptions = { packValues: true, streamValues: false };

export interface JsonSource {
  /** An array, or objects one after another; a FeatureCollection is one such object. */
  readonly form: 'array' | 'objects';
  readonly chunks: AsyncIterable<Buffer>;
  /** Where the first chunk starts in the file. */
  readonly offsetOfFirstByte: number;
  /** Whether a download that ends early is noticed even between two records. */
  readonly hasVerifiableEnd: boolean;
}

/**
 * Reads records into the sink: an array of objects, objects one after another (NDJSON), or a GeoJSON FeatureCollection.
 * Each object may be a GeoJSON Feature, with the fields of the record as its properties. Throws only
 * FaultAlreadyReported, after a reported fault, and SourceError.
 */
export async function readJsonRecords(
  { form, chunks, offsetOfFirstByte, hasVerifiableEnd }: JsonSource,
  sink: RecordSink,
): Promise<void> {
  const reader = createFragmentReader(form, sink);
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
  reader.end(pending, bytesRead, hasVerifiableEnd);
}

interface FragmentReader {
  readonly take: (fragment: string) => void;
  readonly end: (lastFragment: string, bytesRead: number, hasVerifiableEnd: boolean) => void;
}

/** Completes a number or literal after the last record, which the parser would otherwise wait for. */
const endPadding = ' '.repeat(20);

/** The characters before each record of a JSON text sequence (RFC 8142), such as GeoJSONSeq. */
const recordSeparators = new RegExp(`^(?:\\s*${'\u001e'})+`);

function createFragmentReader(form: JsonSource['form'], sink: RecordSink): FragmentReader {
  const newParser = (): ReturnType<typeof jsonParser> =>
    jsonParser({ ...parserOptions, jsonStreaming: form === 'objects' });
  const parse = newParser();
  const assembler = new JsonRecordAssembler(form, sink);
  let unfinishedRecord = '';
  /** JSON that puts a new parser into the state that this one was in before the unfinished record. */
  let context = '';

  function tokensOf(fragment: string): ReturnType<typeof parse> {
    try {
      return parse(fragment);
    } catch {
      reportSyntaxFault(newParser, context, unfinishedRecord, assembler, sink);
      throw new FaultAlreadyReported();
    }
  }

  function take(fragment: string): void {
    const text = assembler.isBetweenObjects ? fragment.replace(recordSeparators, '') : fragment;
    if (form === 'objects' && assembler.isFinished && text.trim() !== '') {
      sink.report('trailingContent', { value: text.trimStart() });
      throw new FaultAlreadyReported();
    }
    unfinishedRecord += text;
    const tokens = tokensOf(text);
    if (typeof tokens !== 'symbol') tokens.values.forEach((token) => assembler.take(token));
    if (assembler.isBetweenRecords || assembler.isFinished) {
      unfinishedRecord = '';
      context = assembler.context;
    }
    if (unfinishedRecord.length > maxRecordLength) {
      assembler.requireRecord();
      sink.report('recordTooLong', { position: { unit: 'record', number: assembler.elementNumber } });
      throw new FaultAlreadyReported();
    }
  }

  return {
    take,
    end: (lastFragment, bytesRead, hasVerifiableEnd) => {
      const isAfterObjects = assembler.isBetweenObjects && !lastFragment.includes('{');
      take(isAfterObjects ? lastFragment + endPadding : lastFragment);
      if (assembler.isFinished) return;
      if (!assembler.isBetweenObjects) {
        sink.report('truncatedJson', {
          position: { unit: 'record', number: sink.count() + 1 },
          explanation: `it ends at byte ${String(bytesRead)}, ${describeLastRecord(assembler, sink)}`,
        });
        throw new FaultAlreadyReported();
      }
      // Objects without an array around them may end after any of them, like rows of CSV.
      if (!hasVerifiableEnd) sink.report('unknownLength');
    },
  };
}

function describeLastRecord({ lastIdentifier }: JsonRecordAssembler, sink: RecordSink): string {
  if (sink.count() === 0) return 'before the first record is complete';
  const name = lastIdentifier === undefined ? '' : `, identifier ${showValue(lastIdentifier)}`;
  return `after record ${String(sink.count())}${name}`;
}

/** Locates a syntax fault in the text of its record, classifies it and reports it. */
function reportSyntaxFault(
  newParser: () => ReturnType<typeof jsonParser>,
  context: string,
  text: string,
  assembler: JsonRecordAssembler,
  sink: RecordSink,
): void {
  const index = faultIndex(newParser(), context, text);
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The index in a fragment of the character that the parser rejects. */
function faultIndex(parse: ReturnType<typeof jsonParser>, context: string, fragment: string): number {
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

/** Members of the object around the features of Esri JSON. */
const esriNames = ['fieldAliases', 'geometryType'];

/** The maximum number of unknown names reported. Bounds the memory for a file with new names in every record. */
const maxUnknownNames = 100;

type JsonObject = Record<string, unknown>;

/** What a JSON object contains in addition to its members. */
interface ObjectNotes {
  /** The names that occur more than once. The last value counts. */
  readonly duplicates: string[];
  /** The text of each number that the file writes differently from JavaScript, such as `95.0`, by name. */
  readonly numberTexts: Record<string, string>;
}

interface Frame extends ObjectNotes {
  readonly value: JsonObject | unknown[];
  /** In an object, the name of the member that is being read. */
  name: string;
}

/** Assembles the elements of a list from JSON tokens and passes the records to the sink. */
class JsonRecordAssembler {
  readonly #sink: RecordSink;
  readonly #form: JsonSource['form'];
  readonly #fieldNames: readonly string[];
  readonly #reportedNames = new Set<string>();
  /** The objects and arrays that are being read, the outermost first. */
  readonly #stack: Frame[] = [];
  /** The array whose elements are the records; undefined if the records are not in an array. */
  #list: Frame | undefined;
  #collection: Frame['value'] | undefined;
  readonly #notes = new WeakMap<object, ObjectNotes>();
  #elements = 0;
  #isFinished = false;
  #lastIdentifier: unknown;

  constructor(form: JsonSource['form'], sink: RecordSink) {
    this.#form = form;
    this.#sink = sink;
    this.#fieldNames = sink.columns.map(({ name }) => name);
  }

  /** True once the array or the collection is closed. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  get isBetweenRecords(): boolean {
    return this.#stack.at(-1) === this.#list;
  }

  /** True between two objects that are one after another. */
  get isBetweenObjects(): boolean {
    return this.#form === 'objects' && this.#stack.length === 0;
  }

  /** JSON that puts a new parser into the state between these two records. */
  get context(): string {
    if (this.#isFinished) return '[]';
    const start = this.#form === 'array' ? '[' : this.#collection === undefined ? '' : '{"features":[';
    return this.#elements === 0 || start === '' ? start : `${start}0`;
  }

  /** The identifier of the last complete record; undefined when it has none. */
  get lastIdentifier(): unknown {
    return this.#lastIdentifier;
  }

  get elementNumber(): number {
    return this.#elements + 1;
  }

  /** Throws FaultAlreadyReported when the records are clearly those of another dataset, or none. */
  take(token: Token): void {
    const frame = this.#stack.at(-1);
    switch (token.name) {
      case 'keyValue':
        if (frame === undefined) return;
        frame.name = token.value;
        if (token.value in frame.value) frame.duplicates.push(token.value);
        return;
      case 'stringValue':
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return this.#add(token.value);
      case 'numberValue': {
        const number = Number(token.value) + 0; // adding 0 turns minus zero into zero
        if (frame !== undefined && String(number) !== token.value) frame.numberTexts[frame.name] = token.value;
        return this.#add(number);
      }
      case 'startObject':
        // Without a prototype, so that `__proto__` is a name like any other.
        this.#open(Object.create(null) as JsonObject);
        return;
      case 'startArray':
        return this.#openArray(frame);
      case 'endObject':
      case 'endArray':
        return this.#close();
    }
  }

  /** Throws FaultAlreadyReported if the current object is the first one and has no field of a record so far. */
  requireRecord(): void {
    const [first] = this.#stack;
    if (this.#form === 'array' || this.#elements > 0 || this.#collection !== undefined) return;
    if (first === undefined || Array.isArray(first.value) || first.name === 'properties') return;
    if (this.#knownNamesIn(first.value).length === 0) this.#refuseObject([...Object.keys(first.value), first.name]);
  }

  #refuseObject(names: readonly string[]): never {
    const shown = names.slice(0, 5).map(showValue).join(', ');
    this.#sink.report('notAnArray', { explanation: shown === '' ? 'an empty object' : `an object with ${shown}` });
    throw new FaultAlreadyReported();
  }

  #knownNamesIn(object: JsonObject): readonly string[] {
    return this.#fieldNames.filter((name) => name in object);
  }

  #add(value: unknown): void {
    const frame = this.#stack.at(-1);
    if (frame === this.#list) this.#takeElement(value);
    else if (Array.isArray(frame?.value)) frame.value.push(value);
    else if (frame !== undefined) frame.value[frame.name] = value;
  }

  #open(value: Frame['value']): Frame {
    const frame = { value, name: '', duplicates: [], numberTexts: {} };
    this.#stack.push(frame);
    return frame;
  }

  #openArray(frame: Frame | undefined): void {
    const opened = this.#open([]);
    if (frame === undefined) {
      if (this.#form === 'array') this.#list = opened;
    } else if (!Array.isArray(frame.value) && frame.name === 'features') {
      if (frame.value === this.#collection) {
        this.#sink.report('duplicateField', { field: 'features' });
        throw new FaultAlreadyReported();
      }
      if (!this.#isCollection(frame.value)) return;
      if (esriNames.some((name) => name in frame.value)) this.#refuse('esriJson');
      this.#collection = frame.value;
      this.#list = opened;
    }
  }

  /** Whether an object that contains a list of features is a FeatureCollection. */
  #isCollection(object: JsonObject): boolean {
    const { type = 'FeatureCollection' } = object;
    const isFirst = this.#form === 'objects' && this.#stack[0]?.value === object && this.#elements === 0;
    const isRecord = !this.#sink.mapping && this.#knownNamesIn(object).length > 0;
    return isFirst && type === 'FeatureCollection' && !isRecord;
  }

  #close(): void {
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    if (frame === this.#list) {
      this.#list = undefined;
      this.#isFinished = this.#form === 'array';
      return;
    }
    this.#notes.set(frame.value, frame);
    this.#add(frame.value);
  }

  #takeElement(value: unknown): void {
    if (value === this.#collection) {
      const collection = value as JsonObject;
      // ArcGIS writes `exceededTransferLimit` into the properties of the collection.
      const { mapping, report } = this.#sink;
      const members = { ...(collection['properties'] as JsonObject | undefined), ...collection };
      checkCollection(members, mapping?.coordinateSystem, report);
      this.#isFinished = true;
      return;
    }
    const position = { unit: 'record', number: this.elementNumber } as const;
    if (isObject(value)) {
      this.#takeRecord(value, position);
    } else {
      this.#sink.countOnly(1);
      this.#sink.report('recordNotObject', { position, value });
    }
    this.#elements++;
  }

  #takeRecord(object: JsonObject, position: SourcePosition): void {
    const { dataset, report } = this.#sink;
    const hasNoField = this.#knownNamesIn(object).length === 0;
    if (hasNoField && 'attributes' in object) this.#refuse('esriJson');
    const { properties, geometry } = object;
    const { mapping } = this.#sink;
    const isFeature = isObject(properties) && (mapping ? object['type'] === 'Feature' : hasNoField);
    const members = isFeature ? properties : object;
    const record = Object.fromEntries(this.#knownNamesIn(members).map((name) => [name, members[name]]));
    const numberTextOf = (field: string): string | undefined => this.#notes.get(members)?.numberTexts[field];
    if (isFeature && mapping) Object.assign(record, pointColumns(geometry));
    else if (isFeature) {
      addGeometry(record, geometry, dataset, (details) => {
        const textInFile = { value: numberTextOf(details.field), identifier: numberTextOf(dataset.identifierField) };
        report('positionConflict', { ...details, position, textInFile });
      });
    }
    const unknown = Object.keys(members).filter((name) => !this.#fieldNames.includes(name));
    // A publisher's own file has members that the mapping does not need.
    const isComplete = mapping !== undefined || Object.keys(record).length === this.#fieldNames.length;
    if (!isComplete || (!mapping && unknown.length > 0))
      this.#reportNames(record, unknown.slice(0, maxUnknownNames), position);
    // It is unknown which of the two values is meant. Without the field the record is invalid, so it is not published.
    const duplicates = [...new Set([object, members])].flatMap((each) => this.#notes.get(each)?.duplicates ?? []);
    for (const field of duplicates) {
      if (field !== 'properties' && !this.#fieldNames.includes(field)) continue;
      report('duplicateField', { position, field });
      delete record[field];
    }
    this.#lastIdentifier = record[dataset.identifierField];
    this.#sink.take(record, position, numberTextOf);
  }

  #refuse(code: IssueCode): never {
    this.#sink.report(code);
    throw new FaultAlreadyReported();
  }

  #reportNames(record: JsonObject, unknownNames: readonly string[], position: SourcePosition): void {
    const names = [...Object.keys(record), ...unknownNames];
    const { dataset, report } = this.#sink;
    const other = this.#elements === 0 ? otherDatasetOf(names, dataset) : undefined;
    if (other !== undefined) {
      report('wrongDataset', { position, explanation: `these are fields of ${other.name}, not of ${dataset.name}` });
      throw new FaultAlreadyReported();
    }
    const { missing, misnamed, unknown } = compareNames(names, this.#fieldNames);
    const isFirstObject = this.#form === 'objects' && this.#collection === undefined && this.#elements === 0;
    if (isFirstObject && missing.length === this.#fieldNames.length) this.#refuseObject(unknown);
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
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
