import { Assembler } from 'stream-json/assembler.js';
import type { Token } from 'stream-json/core/parser.js';
import { jsonParser } from 'stream-json/parser.js';

import { escapeText, showValue } from '../format-text.ts';
import type { IssueCode, SourcePosition } from '../validate/issues.ts';
import { addGeometry, checkCollection, geoJsonMembers } from './geojson.ts';
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
      sink.report('recordTooLong', { position: { unit: 'record', number: assembler.recordNumber } });
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
const esriNames: ReadonlySet<string> = new Set(['fieldAliases', 'geometryType']);

/** The maximum number of unknown names reported. Bounds the memory for a file with new names in every record. */
const maxUnknownNames = 100;

/** Placeholders for nested values, which are invalid in every field. */
const nestedObject: object = {};
const nestedArray: readonly unknown[] = [];

/** The members of an object that is, or may be, a record. */
interface Members {
  /** The fields of the dataset, by name. */
  readonly record: Record<string, unknown>;
  /** The number of fields in `record`. */
  fields: number;
  /** The text of each number that the file writes differently from JavaScript, such as `95.0`, by field name. */
  readonly numberTexts: Record<string, string>;
  readonly unknown: string[];
  readonly duplicates: string[];
  /** Members of GeoJSON objects that are not fields. */
  readonly geoJson: Record<string, unknown>;
  /** The members of its object `properties`, if it has one. */
  properties?: Members;
}

/** Assembles records from JSON tokens and passes them to the sink. */
class JsonRecordAssembler {
  readonly #sink: RecordSink;
  readonly #form: JsonSource['form'];
  readonly #fieldNames: readonly string[];
  readonly #knownNames: ReadonlySet<string>;
  readonly #reportedNames = new Set<string>();
  #depth = 0;
  /** The depth between two records. */
  #recordDepth: number;
  #recordNumber = 0;
  /** The members of a FeatureCollection, without its features. */
  #collection: Members | undefined;
  /** The object whose members are being read, and its parent if it is the object `properties`. */
  #members: Members | undefined;
  #parent: Members | undefined;
  #field = '';
  /** Assembles a nested member of a GeoJSON object. */
  #nested: Assembler | undefined;
  #lastComparison: { readonly names: string; readonly comparison: NameComparison } | undefined;
  #isFinished = false;
  #lastIdentifier: unknown;

  constructor(form: JsonSource['form'], sink: RecordSink) {
    this.#form = form;
    this.#recordDepth = form === 'array' ? 1 : 0;
    this.#sink = sink;
    this.#fieldNames = fieldNamesOf(sink.dataset);
    this.#knownNames = new Set(this.#fieldNames);
  }

  /** True once the array or the collection is closed. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** True between two records. */
  get isBetweenRecords(): boolean {
    return this.#depth === this.#recordDepth;
  }

  /** True between two objects that are one after another. */
  get isBetweenObjects(): boolean {
    return this.#form === 'objects' && this.#depth === 0;
  }

  /** JSON that puts a new parser into the state between these two records. */
  get context(): string {
    if (this.#isFinished) return '[]';
    const start = ['', '[', '{"features":['][this.#recordDepth] ?? '';
    return this.#recordNumber === 0 || start === '' ? start : `${start}0`;
  }

  /** The identifier of the last complete record; undefined when it has none. */
  get lastIdentifier(): unknown {
    return this.#lastIdentifier;
  }

  /** The number of elements started. */
  get recordNumber(): number {
    return this.#recordNumber;
  }

  /** Throws FaultAlreadyReported when the records are clearly those of another dataset, or none. */
  take(token: Token): void {
    this.#nested?.consume(token);
    switch (token.name) {
      case 'keyValue':
        if (this.#depth === this.#membersDepth) this.#startField(token.value);
        return;
      case 'stringValue':
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return this.#takeValue(token.value);
      case 'numberValue':
        return this.#takeNumber(token.value);
      case 'startObject':
        return this.#open(nestedObject, token);
      case 'startArray':
        return this.#open(nestedArray, token);
      case 'endObject':
      case 'endArray':
        return this.#close();
    }
  }

  /** Throws FaultAlreadyReported if the current object is the first one and has no field of a record so far. */
  requireRecord(): void {
    const members = this.#members;
    if (this.#form === 'array' || this.#recordNumber !== 1 || this.#collection !== undefined) return;
    if (members === undefined || this.#parent !== undefined || members.fields > 0) return;
    this.#refuseObject(members.unknown);
  }

  #refuseObject(names: readonly string[]): never {
    const shown = names.slice(0, 5).map(showValue).join(', ');
    this.#sink.report('notAnArray', { explanation: shown === '' ? 'an empty object' : `an object with ${shown}` });
    throw new FaultAlreadyReported();
  }

  /** The depth of the names of the current object. */
  get #membersDepth(): number {
    return this.#recordDepth + (this.#parent === undefined ? 1 : 2);
  }

  #startField(name: string): void {
    this.#field = name;
    const members = this.#members;
    if (members === undefined) return;
    if (!this.#knownNames.has(name)) {
      if (members.unknown.length < maxUnknownNames) members.unknown.push(name);
    } else if (members.record[name] === undefined) {
      members.fields++;
    } else {
      members.duplicates.push(name);
    }
  }

  #takeValue(value: unknown): void {
    if (this.isBetweenRecords) this.#rejectElement(value);
    else if (this.#depth === this.#membersDepth && this.#members !== undefined) {
      if (this.#knownNames.has(this.#field)) this.#members.record[this.#field] = value;
      else if (geoJsonMembers.has(this.#field)) this.#members.geoJson[this.#field] = value;
    }
  }

  #takeNumber(text: string): void {
    const number = Number(text) + 0; // adding 0 turns minus zero into zero
    if (this.#depth === this.#membersDepth && this.#members !== undefined && String(number) !== text) {
      this.#members.numberTexts[this.#field] = text;
    }
    this.#takeValue(number);
  }

  #open(nested: object, token: Token): void {
    const members = this.#members;
    if (this.isBetweenRecords && nested === nestedObject) {
      this.#recordNumber++;
      this.#members = newMembers();
    } else if (this.#depth === this.#membersDepth && members !== undefined && !this.#knownNames.has(this.#field)) {
      if (this.#field === 'features' && nested === nestedArray && members === this.#collection) {
        this.#sink.report('duplicateField', { field: 'features' });
        throw new FaultAlreadyReported();
      } else if (this.#field === 'features' && nested === nestedArray && this.#isCollection(members)) {
        this.#openCollection(members);
      } else if (this.#field === 'properties' && nested === nestedObject && this.#parent === undefined) {
        if (members.properties !== undefined) members.duplicates.push('properties');
        this.#parent = members;
        this.#members = members.properties = newMembers();
      } else if (geoJsonMembers.has(this.#field)) {
        this.#nested = new Assembler().consume(token);
        members.geoJson[this.#field] = this.#nested.current;
      }
    } else {
      this.#takeValue(nested);
    }
    this.#depth++;
  }

  #isCollection(members: Members): boolean {
    const { type = 'FeatureCollection' } = members.geoJson;
    const isFirst = this.#recordNumber === 1 && this.#collection === undefined;
    return this.#form === 'objects' && isFirst && members.fields === 0 && type === 'FeatureCollection';
  }

  #openCollection(members: Members): void {
    if (members.unknown.some((name) => esriNames.has(name))) this.#refuse('esriJson');
    this.#collection = members;
    this.#members = undefined;
    this.#recordDepth = 2;
    this.#recordNumber = 0;
  }

  #close(): void {
    this.#depth--;
    if (this.#nested?.done === true) this.#nested = undefined;
    if (this.#parent !== undefined && this.#depth === this.#recordDepth + 1) {
      this.#members = this.#parent;
      this.#parent = undefined;
    } else if (this.#collection !== undefined && this.#recordDepth === 2 && this.#depth === 1) {
      this.#recordDepth = 0;
      this.#members = this.#collection;
    } else if (this.isBetweenRecords && this.#members !== undefined) {
      const members = this.#members;
      if (this.#collection === members) this.#closeCollection(members);
      else this.#closeRecord(members);
      this.#members = undefined;
    }
    if (this.#depth === 0 && (this.#form === 'array' || this.#collection !== undefined)) this.#isFinished = true;
  }

  #closeCollection({ geoJson, properties }: Members): void {
    // ArcGIS writes `exceededTransferLimit` into the properties of the collection.
    checkCollection({ ...properties?.geoJson, ...geoJson }, this.#sink.report);
  }

  #closeRecord(object: Members): void {
    const { dataset, report } = this.#sink;
    const hasNoField = object.fields === 0;
    if (hasNoField && object.unknown.includes('attributes')) this.#refuse('esriJson');
    const properties = hasNoField ? object.properties : undefined;
    const { record, numberTexts, unknown } = properties ?? object;
    const position = this.#position();
    const numberTextOf = (field: string): string | undefined => numberTexts[field];
    if (properties !== undefined) {
      addGeometry(record, object.geoJson['geometry'], dataset, (details) => {
        const textInFile = { value: numberTextOf(details.field), identifier: numberTextOf(dataset.identifierField) };
        report('positionConflict', { ...details, position, textInFile });
      });
    }
    const fields = properties === undefined ? object.fields : Object.keys(record).length;
    const isComplete = fields === this.#fieldNames.length;
    if (!isComplete || unknown.length > 0) this.#reportNames(record, unknown);
    // It is unknown which of the two values is meant. Without the field the record is invalid, so it is not published.
    for (const field of [...object.duplicates, ...(properties?.duplicates ?? [])]) {
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

  #rejectElement(value: unknown): void {
    this.#recordNumber++;
    this.#sink.skip();
    this.#sink.report('recordNotObject', { position: this.#position(), value });
  }

  #reportNames(record: Record<string, unknown>, unknownNames: readonly string[]): void {
    const names = [...Object.keys(record), ...unknownNames];
    const { dataset, report } = this.#sink;
    const position = this.#position();
    const other = this.#recordNumber === 1 ? otherDatasetOf(names, dataset) : undefined;
    if (other !== undefined) {
      report('wrongDataset', { position, explanation: `these are fields of ${other.name}, not of ${dataset.name}` });
      throw new FaultAlreadyReported();
    }
    const { missing, misnamed, unknown } = this.#compare(names);
    const isFirstObject = this.#form === 'objects' && this.#collection === undefined && this.#recordNumber === 1;
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

const newMembers = (): Members => ({
  record: {},
  fields: 0,
  numberTexts: {},
  unknown: [],
  duplicates: [],
  geoJson: {},
});
