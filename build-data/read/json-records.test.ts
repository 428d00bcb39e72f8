import { describe, expect, test } from 'vitest';

import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { readContent } from './testing/read-content.ts';
import { sampleRecord } from './testing/sample-content.ts';

const names = rawData.fields.map((field) => field.name);
const one = sampleRecord(rawData, { RawDataId: 1, Distance: null, LocationDetail: '' });
const two = sampleRecord(rawData, { RawDataId: 2, LocationDetail: '{"a": "}", [NaN]} \u2028 😀 \\ "' });
const text = JSON.stringify([one, two]);

describe('JSON is parsed in all its variants', () => {
  test.each([
    ['compact', text],
    ['indented', JSON.stringify([one, two], null, 2)],
    ['with a byte order mark and white space around it', `\ufeff\r\n\t ${text} \n`],
    ['with everything escaped', text.replace(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)],
    [
      'with keys in any order',
      JSON.stringify([one, two].map((r) => Object.fromEntries(Object.entries(r).toReversed()))),
    ],
  ])('%s', async (_, content) => {
    const { records, codes } = await readContent(rawData, content);
    expect(codes).toEqual([]);
    expect(records).toEqual([one, two]);
    expect(records.map((record) => Object.keys(record))).toEqual([names, names]);
  });

  test('unknown fields are ignored, even nested ones, and each is reported once', async () => {
    const more = { colour: 'grey', constructor: 1, nested: { RawDataId: 5, deep: [{ LocationX: [] }] } };
    const content = JSON.stringify([one, two].map((record) => ({ ...more, ...record })));
    const { records, codes, issues } = await readContent(rawData, content.replace('colour', '__proto__'));
    expect(records).toEqual([one, two]);
    expect(codes).toEqual(['unknownColumn']);
    expect(issues.totalOf('unknownColumn')).toBe(4);
  });

  test('at most 100 unknown fields are reported, so that memory is bounded', async () => {
    const content = JSON.stringify(
      Array.from({ length: 500 }, (_, id) => ({ ...one, RawDataId: id, [`x${String(id)}`]: 1 })),
    );
    const { records, issues } = await readContent(rawData, content);
    expect(records).toHaveLength(500);
    expect(issues.totalOf('unknownColumn')).toBe(100);
  });

  test('minus zero becomes zero', async () => {
    const { records } = await readContent(rawData, text.replace('"RawDataId":1', '"RawDataId":-0.0'));
    expect(Object.is(records[0]?.['RawDataId'], 0)).toBe(true);
  });
});

describe('faults name the record, the identifier, the field, the value and what is expected', () => {
  test.each([
    ['RawDataId', '"1"', 'numberExpected', 'a whole number from 0 to 9007199254740991'],
    ['RawDataId', 'true', 'numberExpected', 'a whole number from 0 to 9007199254740991'],
    ['LocationX', '{"x":1}', 'numberExpected', 'a number from -180 to 180'],
    ['LocationX', '1e999', 'notFinite', 'a number from -180 to 180'],
    ['LocationY', '90.5', 'outOfRange', 'a number from -90 to 90'],
    ['LocationY', 'null', 'nullNotAllowed', 'a number from -90 to 90'],
    ['ObjectId', '1160', 'textExpected', 'text'],
    ['ObjectId', '[]', 'textExpected', 'text'],
    ['ObjectId', '"\\u0000"', 'unusableCharacter', 'text without NUL characters or unpaired surrogates'],
    ['ObjectId', '"\\udc00"', 'unusableCharacter', 'text without NUL characters or unpaired surrogates'],
    ['SightingDateTime', '""', 'malformedDateTime', 'YYYY-MM-DDThh:mm:ss'],
    ['SightingDateTime', '20210731', 'textExpected', 'a date and time as text, YYYY-MM-DDThh:mm:ss'],
  ])('%s %s', async (field, value, code, expected) => {
    const content = text.replace(/\{[^}]*/, (record) =>
      record.replace(new RegExp(`("${field}":)("[^"]*"|[^,}]*)`), `$1${value}`),
    );
    const { codes, first, records } = await readContent(rawData, content);
    expect(codes).toEqual([code]);
    expect(first(code as never)).toMatchObject({
      place: { unit: 'record', number: 1 },
      field,
      explanation: `expected ${expected}`,
    });
    expect(records).toEqual([two]);
  });

  test.each([
    ['LocationY', '95.0', 'outOfRange'],
    ['LocationY', '9.5e1', 'outOfRange'],
    ['LocationY', '1e999', 'notFinite'],
    ['LocationY', '17.7660', 'outsideRegion'],
    ['RawDataId', '-0.5e1', 'outOfRange'],
    ['RawDataId', '9007199254740993', 'outOfRange'],
    ['RawDataId', '1.50', 'notInteger'],
  ])('the value of %s is shown as in the file: %s', async (field, value, code) => {
    const content = text.replace(/\{[^}]*/, (record) =>
      record.replace(new RegExp(`("${field}":)[^,}]*`), `$1${value}`),
    );
    const { first } = await readContent(rawData, content);
    expect(first(code as never)).toMatchObject({ field, value });
  });

  test('an identifier is shown as in the file', async () => {
    const content = text.replace('"RawDataId":1,', '"RawDataId":1.0,').replace(/"LocationY":[^,}]*/, '"LocationY":100');
    expect((await readContent(rawData, content)).first('outOfRange')?.identifier).toBe('1.0');
  });

  test('an empty display name is refused: it is the sort key', async () => {
    const record = sampleRecord(coastalFeatures, { CoastalFeatureDisplayName: '' });
    expect((await readContent(coastalFeatures, JSON.stringify([record]))).codes).toEqual(['nullNotAllowed']);
  });

  test('a misnamed field is reported in each record, with the expected name', async () => {
    const { issues, first } = await readContent(rawData, text.replaceAll('"OwnerValue"', '"Owner_Value"'));
    expect(issues.totalOf('misnamedField')).toBe(2);
    expect(first('misnamedField')).toMatchObject({
      identifier: '1',
      field: 'OwnerValue',
      value: '"Owner_Value"',
      explanation: 'expected "OwnerValue"',
    });
  });

  test('a record with a duplicate field is rejected, whichever value comes last', async () => {
    const { codes, first, records } = await readContent(rawData, text.replace('{', '{"Distance":null,'));
    expect(codes).toEqual(['duplicateField']);
    expect(first('duplicateField')).toMatchObject({ place: { unit: 'record', number: 1 }, field: 'Distance' });
    expect(records).toEqual([two]);
  });

  test('the records of the other dataset are recognised and reported', async () => {
    expect((await readContent(coastalFeatures, text)).codes).toEqual(['wrongDataset']);
  });
});

describe('content other than one complete JSON array is refused', () => {
  test.each([
    ['cut in a record', text.slice(0, -20), 'truncatedJson'],
    ['cut between records', text.slice(0, -1), 'truncatedJson'],
    ['only a bracket', '[', 'truncatedJson'],
    ['a comma too many', text.replace(/\]$/, ',]'), 'malformedJson'],
    ['a missing comma', text.replace('},{', '} {'), 'malformedJson'],
    ['single quotes', "[{'RawDataId':1}]", 'malformedJson'],
    ['a line feed in a text', text.replace('Back', 'Ba\nck'), 'malformedJson'],
    ['a leading zero', text.replace('"RawDataId":1', '"RawDataId":01'), 'malformedJson'],
    ['a second array', `${text}${text}`, 'trailingContent'],
    ['a page of the list', `{ "MetaData": {}, "PagedItems": ${text}}`, 'pageObject'],
    ['one record per line', text.slice(1, -1).replace('},{', '}\n{'), 'notAnArray'],
    ['deep nesting', '['.repeat(3_000_000), 'recordTooLong'],
    ['deep nesting of objects', '[' + '{"a":'.repeat(500_000), 'recordTooLong'],
  ])('%s', async (_, content, code) => {
    const { codes, issues } = await readContent(rawData, content);
    expect(codes).toContain(code);
    expect(issues.refused).toBe(true);
  });

  test('JSON that ends too early is reported with the byte, the record and the last complete record', async () => {
    const cut = `\ufeff${text}`.slice(0, text.indexOf('},{') + 40);
    const end = Buffer.byteLength(cut);
    const { first } = await readContent(rawData, cut);
    expect(first('truncatedJson')).toEqual({
      place: { unit: 'record', number: 2 },
      explanation: `it ends at byte ${String(end)}, after record 1, identifier 1`,
    });
    const none = await readContent(rawData, '[{"RawDataId":');
    expect(none.first('truncatedJson')).toEqual({
      place: { unit: 'record', number: 1 },
      explanation: 'it ends at byte 14, before the first record is complete',
    });
  });

  test.each(['NaN', 'Infinity', '-Infinity'])('%s is reported with its record and field', async (token) => {
    const { first, codes, records } = await readContent(
      rawData,
      JSON.stringify([one, { ...two, LocationX: 'here' }]).replace('"here"', token),
    );
    expect(codes).toEqual(['notFinite']);
    expect(first('notFinite')).toMatchObject({ place: { unit: 'record', number: 2 }, field: 'LocationX' });
    expect(records).toEqual([one]);
  });

  test('a syntax fault is reported with its record and the text before it', async () => {
    const { first, records } = await readContent(
      rawData,
      JSON.stringify([one, two, one]).replace('},{"RawDataId":2', '},{"RawDataId";2'),
    );
    expect(first('malformedJson')).toEqual({
      place: { unit: 'record', number: 2 },
      value: '",{"RawDataId";"',
      explanation: 'at the end of this text',
    });
    expect(records).toEqual([one]);
  });
});
