import { describe, expect, test } from 'vitest';

import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { readContent, readRawResponse } from './testing/read-content.ts';
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
});

describe('faults name the record, the identifier, the field, the value and what is expected', () => {
  test.each([
    ['RawDataId', '"1"', 'numberExpected', 'a whole number from 0 to 9007199254740991'],
    ['LocationX', '{"x":1}', 'numberExpected', 'a number from -180 to 180'],
    ['LocationX', '1e999', 'notFinite', 'a number from -180 to 180'],
    ['LocationY', '90.5', 'outOfRange', 'a number from -90 to 90'],
    ['LocationY', 'null', 'nullNotAllowed', 'a number from -90 to 90'],
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
    ['LocationY', '17.7660', 'outsideRegion'],
    ['RawDataId', '9007199254740993', 'outOfRange'],
    ['RawDataId', '1.50', 'notInteger'],
  ])('the value of %s is shown as in the file: %s', async (field, value, code) => {
    const content = text.replace(/\{[^}]*/, (record) =>
      record.replace(new RegExp(`("${field}":)[^,}]*`), `$1${value}`),
    );
    const { first } = await readContent(rawData, content);
    expect(first(code as never)).toMatchObject({ field, value });
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
});

describe('content other than one complete JSON array is refused', () => {
  test.each([
    ['only a bracket', '[', 'truncatedJson'],
    ['a comma too many', text.replace(/\]$/, ',]'), 'malformedJson'],
    ['a missing comma', text.replace('},{', '} {'), 'malformedJson'],
    ['single quotes', "[{'RawDataId':1}]", 'malformedJson'],
    ['a line feed in a text', text.replace('Back', 'Ba\nck'), 'malformedJson'],
    ['a leading zero', text.replace('"RawDataId":1', '"RawDataId":01'), 'malformedJson'],
    ['a second array', `${text}${text}`, 'trailingContent'],
    ['an object with a long list', `{"data":[${'[0],'.repeat(500_000)}0]}`, 'notAnArray'],
    ['deep nesting', '['.repeat(3_000_000), 'recordTooLong'],
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

describe('one record per line (NDJSON)', () => {
  const lines = [one, two].map((record) => JSON.stringify(record));

  test.each([
    ['with line feeds', `${lines.join('\n')}\n`],
    ['without a line feed at the end', lines.join('\n')],
    ['with carriage returns, blank lines and a byte order mark', `\ufeff\n${lines.join('\r\n\r\n')}\r\n\r\n`],
    ['with the separators of RFC 8142', lines.map((line) => `\u001e${line}\n`).join('')],
    ['with repeated separators and one at the end', `\n\u001e\u001e${lines.join('\n\u001e \u001e')}\n\u001e`],
    ['indented', [one, two].map((record) => JSON.stringify(record, null, 2)).join('\n')],
  ])('is read %s', async (_, content) => {
    const { records, codes } = await readContent(rawData, content);
    expect(codes).toEqual([]);
    expect(records).toEqual([one, two]);
  });

  test.each([
    ['cut in a record', `${lines.join('\n')}`.slice(0, -1), 'truncatedJson', 1],
    ['cut after a comma', `${lines[0] ?? ''}\n{"RawDataId":3,`, 'truncatedJson', 1],
    ['a number at the end', `${lines[0] ?? ''}\n12`, 'recordNotObject', 1],
    ['an array as a line', `${lines[0] ?? ''}\n[1]\n${lines[1] ?? ''}`, 'recordNotObject', 2],
    ['half a word at the end', `${lines[0] ?? ''}\ntru`, 'malformedJson', 1],
    ['commas between records', lines.join(',\n'), 'malformedJson', 1],
    ['text between records', lines.join('\nx\n'), 'malformedJson', 1],
    ['an array around the rest', `${lines[0] ?? ''}\n${text}`, 'recordNotObject', 1],
    ['a separator in a text', lines.join('\n').replace('Back', 'Ba\u001eck'), 'malformedJson', 0],
  ])('with %s is refused', async (_, content, code, recordsBefore) => {
    const { codes, issues, records } = await readContent(rawData, content);
    expect(codes).toContain(code);
    expect(issues.refused).toBe(true);
    expect(records).toHaveLength(recordsBefore);
  });

  test('is refused without a length, because an incomplete transfer would look complete', async () => {
    const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';
    for (const body of [lines.join('\n'), `${lines[0] ?? ''}\n`]) {
      expect((await readRawResponse(rawData, `${head}\r\n${body}`)).codes).toEqual(['unknownLength']);
    }
    const body = lines.join('\n');
    const outcome = await readRawResponse(
      rawData,
      `${head}Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`,
    );
    expect([outcome.codes, outcome.records]).toEqual([[], [one, two]]);
  });
});

describe('GeoJSON', () => {
  const point = (record: DatasetRecord, ...more: number[]): unknown => ({
    type: 'Point',
    coordinates: [record['LocationX'], record['LocationY'], ...more],
  });
  const featureOf = (record: DatasetRecord, geometry: unknown, properties: unknown = record): object => ({
    type: 'Feature',
    id: record['RawDataId'],
    geometry,
    properties,
  });
  const features = [featureOf(one, point(one)), featureOf(two, point(two))];
  const collectionOf = (members: object): string => JSON.stringify({ type: 'FeatureCollection', ...members });
  const without = (record: DatasetRecord, ...fields: string[]): DatasetRecord =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)));

  test('with a second list of features is refused, because it is unknown which one is meant', async () => {
    const [first, second] = features.map((feature) => JSON.stringify([feature]));
    const text = `{"type":"FeatureCollection","features":${first ?? ''},"features":${second ?? ''}}`;
    const { codes, issues } = await readContent(rawData, text);
    expect([codes, issues.refused]).toEqual([['duplicateField'], true]);
  });

  test.each([
    ['a collection with its type at the end', JSON.stringify({ name: 'x', features, type: 'FeatureCollection' })],
    [
      'a collection with other members around the features',
      collectionOf({
        bbox: [1, 2],
        crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
        metadata: { features: [{ a: 1 }] },
        features,
        links: [{ rel: 'self' }],
        numberMatched: 2,
        numberReturned: 2,
      }),
    ],
    [
      'features with their members in reverse',
      collectionOf({ features: features.map((feature) => Object.fromEntries(Object.entries(feature).toReversed())) }),
    ],
    [
      'features with a foreign member that has the name of the list',
      collectionOf({ features: features.map((feature) => ({ type: 'Feature', features: [], ...feature })) }),
    ],
    ['one feature per line', features.map((feature) => `${JSON.stringify(feature)}\n`).join('')],
    ['a text sequence', features.map((feature) => `\u001e${JSON.stringify(feature)}\n`).join('')],
    ['an array of features', JSON.stringify(features)],
    ['features without geometry', collectionOf({ features: [featureOf(one, null), featureOf(two, undefined)] })],
    [
      'other geometries',
      collectionOf({ features: [featureOf(one, { type: 'Polygon', coordinates: [] }), featureOf(two, null)] }),
    ],
    [
      'features with altitudes',
      collectionOf({ features: [featureOf(one, point(one, 5)), featureOf(two, point(two, 0))] }),
    ],
  ])('is read: %s', async (_, content) => {
    const { records, codes } = await readContent(rawData, content);
    expect(codes).toEqual([]);
    expect(records).toEqual([one, two]);
    expect(Object.keys(records[0] ?? {})).toEqual(names);
  });

  test('an empty collection has no records', async () => {
    expect((await readContent(rawData, collectionOf({ features: [] }))).codes).toEqual(['noRecords']);
    expect((await readContent(rawData, collectionOf({ features: [] }), { allowEmpty: true })).codes).toEqual([
      'emptyDataset',
    ]);
  });

  test.each([
    ['are absent', without(one, 'LocationX', 'LocationY')],
    ['are null', { ...one, LocationX: null, LocationY: null }],
    ['are partly absent', without(one, 'LocationY')],
  ])('gives the position of its point if the properties %s', async (_, properties) => {
    const content = collectionOf({ features: [featureOf(one, point(one), properties)] });
    const { records, codes } = await readContent(rawData, content);
    expect(codes).toEqual([]);
    expect(JSON.stringify(records)).toBe(JSON.stringify([one]));
  });

  test('keeps the position of the properties if the geometry is rounded, and is refused if it differs', async () => {
    const located = { ...one, LocationX: 115.123456789, LocationY: -32.987654321 };
    const rounded = { type: 'Point', coordinates: [115.12346, -32.98765] };
    const { records, codes } = await readContent(rawData, collectionOf({ features: [featureOf(located, rounded)] }));
    expect([records, codes]).toEqual([[located], []]);
    for (const coordinates of [
      [115.1236, -32.98765],
      [-32.98765, 115.12346],
      ['115.12346', null],
    ]) {
      const geometry = { type: 'Point', coordinates };
      const { issues, first } = await readContent(rawData, collectionOf({ features: [featureOf(located, geometry)] }));
      expect(issues.groups.map(({ code }) => code)).toEqual(['positionConflict']);
      const field = coordinates[0] === '115.12346' ? 'LocationY' : 'LocationX';
      expect(first('positionConflict')).toMatchObject({
        place: { unit: 'record', number: 1 },
        identifier: '1',
        field,
        value: String(located[field]),
        explanation: `the geometry has ${String(coordinates[field === 'LocationX' ? 0 : 1])}`,
      });
    }
  });

  test('gives both positions of a coastal feature from a MultiPoint, and none from a Point', async () => {
    const place = sampleRecord(coastalFeatures, {
      CoastalFeatureOffshoreLatitude: -34,
      CoastalFeatureOffshoreLongitude: 115,
    });
    const fields = coastalFeatures.positions.map(({ longitudeField, latitudeField }) => [
      longitudeField,
      latitudeField,
    ]);
    const points = fields.map((pair) => pair.map((field) => place[field]));
    const properties = without(place, ...fields.flat());
    const read = (geometry: object, members: object = properties): ReturnType<typeof readContent> =>
      readContent(coastalFeatures, collectionOf({ features: [{ type: 'Feature', geometry, properties: members }] }));
    const both = await read({ type: 'MultiPoint', coordinates: points });
    expect([both.codes, both.records]).toEqual([[], [place]]);
    const swapped = await read({ type: 'MultiPoint', coordinates: points.toReversed() }, place);
    expect([swapped.codes, swapped.issues.totalOf('positionConflict')]).toEqual([['positionConflict'], 4]);
    const onePoint = { type: 'Point', coordinates: points[0] };
    expect((await read(onePoint)).issues.totalOf('missingField')).toBe(4);
    expect((await read(onePoint, place)).records).toEqual([place]);
  });

  test('has a warning for each unknown property, and none for other members of features', async () => {
    const content = collectionOf({ features: [{ ...featureOf(one, null, { ...one, Colour: 'grey' }), extra: 1 }] });
    const { records, issues } = await readContent(rawData, content);
    expect(records).toEqual([one]);
    expect(issues.groups.map(({ code, examples }) => [code, examples.map(({ field }) => field)])).toEqual([
      ['unknownColumn', ['Colour']],
    ]);
  });

  test.each([
    ['with another collection after it', collectionOf({ features }).repeat(2), 'trailingContent'],
    [
      'with properties twice',
      collectionOf({ features }).replace('"properties":', '"properties":{},"properties":'),
      'duplicateField',
    ],
    ['with a page of the matches', collectionOf({ features, numberMatched: 3, numberReturned: 2 }), 'pageObject'],
    [
      'with a next page',
      collectionOf({ links: [{ rel: 'self' }, { rel: 'next', href: 'x' }], features }),
      'pageObject',
    ],
    ['with more records on the server', collectionOf({ exceededTransferLimit: true, features }), 'pageObject'],
    [
      'with more records on the server (properties)',
      collectionOf({ properties: { exceededTransferLimit: true }, features }),
      'pageObject',
    ],
  ])('%s is refused', async (_, content, code) => {
    const { codes, issues } = await readContent(rawData, content);
    expect(codes).toContain(code);
    expect(issues.refused).toBe(true);
  });

  test('without a length is accepted if the collection is closed', async () => {
    const response = `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${collectionOf({ features })}`;
    expect((await readRawResponse(rawData, response)).codes).toEqual([]);
    expect((await readRawResponse(rawData, response.slice(0, -1))).codes).toEqual(['truncatedJson']);
  });
});

test.each([
  ['a feature set', { features: [{ attributes: one }], geometryType: 'esriGeometryPoint' }],
  ['one feature', { attributes: one, geometry: { x: 115, y: -32 } }],
  ['an array of features', [{ attributes: one }]],
])('Esri JSON is refused by name: %s', async (_, content) => {
  const { codes, records } = await readContent(rawData, JSON.stringify(content));
  expect([codes, records]).toEqual([['esriJson'], []]);
});
