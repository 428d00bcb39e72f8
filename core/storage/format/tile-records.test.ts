import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { coastalFeature, rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import type { DatasetDescription, DatasetRecord } from '../../datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../datasets/datasets.ts';
import { dateTimeToSeconds } from '../../datasets/recorded-time.ts';
import { MalformedBytesError } from './bytes.ts';
import { encodeTileRecordsOf } from '../../../build-data/write/testing/column-records.ts';
import { decodeTileRecords, recordText } from './tile-records.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const texts = fc.option(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'NULL', 'a', 'b', 'c', '"', '\\', '\n', '🦈', '31°59.655s', '__proto__'),
  ),
);
const seconds = fc.integer({
  min: dateTimeToSeconds('1800-01-01T00:00:00'),
  max: dateTimeToSeconds('9999-12-31T23:59:59'),
});
const longitudes = fc.oneof(fc.constantFrom(-180, 180, -0), fc.double({ min: -180, max: 180, noNaN: true }));
const latitudes = fc.oneof(fc.constantFrom(-90, 90, 0), fc.double({ min: -90, max: 90, noNaN: true }));
const rawRecords = fc
  .tuple(fc.maxSafeNat(), seconds, longitudes, latitudes, texts, texts)
  .map(([identifier, time, longitude, latitude, first, second]) =>
    rawDataRecord(identifier, time, longitude, latitude, { LocationDetail: first, ObjectId: second }),
  );
const pairs = fc.tuple(longitudes, latitudes);
const features = fc
  .tuple(fc.maxSafeNat(), fc.string(), pairs, pairs)
  .map(([identifier, name, inshore, offshore]) => coastalFeature(identifier, name, inshore, offshore));

function locate(dataset: DatasetDescription, record: DatasetRecord) {
  return {
    key: dataset === rawData ? dateTimeToSeconds(String(record['SightingDateTime'])) : 0,
    longitudes: dataset.positions.map(({ longitudeField }) => Number(record[longitudeField])),
    latitudes: dataset.positions.map(({ latitudeField }) => Number(record[latitudeField])),
    firstPoint: 0,
  };
}

describe('tile records', () => {
  it.each([
    { dataset: rawData, records: rawRecords },
    { dataset: coastalFeatures, records: features },
  ] as { dataset: DatasetDescription; records: fc.Arbitrary<DatasetRecord> }[])(
    'restore the JSON of every record of $dataset.name byte for byte',
    ({ dataset, records }) => {
      fc.assert(
        fc.property(fc.array(records, { maxLength: 40 }), (list) => {
          const columns = decodeTileRecords(dataset, encodeTileRecordsOf(dataset, list));
          expect(columns.records).toBe(list.length);
          for (const [row, record] of list.entries()) {
            expect(recordText(columns, row, locate(dataset, record))).toBe(JSON.stringify(record));
          }
        }),
      );
    },
  );

  const whole = decode(encodeTileRecordsOf(rawData, [rawDataRecord(7, 0, 115, -32), rawDataRecord(9, 0, 115, -32)]));

  it.each([
    { problem: 'not JSON', text: '<!doctype html>', message: 'not JSON in UTF-8' },
    { problem: 'an array', text: '[]', message: 'not a JSON object' },
    { problem: 'another format', text: '{"format":"else"}', message: 'not tile records' },
    {
      problem: 'a later version',
      text: whole.replace('"version":11', '"version":12'),
      message: 'tile records of version 12, while this reader knows version 11',
    },
    {
      problem: 'no columns',
      text: '{"format":"coastwatch-tile-records","version":11,"records":0}',
      message: 'its number of records or its columns are missing',
    },
    {
      problem: 'a column too short',
      text: whole.replace('"records":2', '"records":3'),
      message: 'its column RawDataId does not hold 3 values',
    },
    {
      problem: 'a missing column',
      text: whole.replace('"OwnerValue"', '"Owner"'),
      message: 'its column OwnerValue does not hold 2 values',
    },
  ])('are refused with a message that names the problem: $problem', ({ text, message }) => {
    expect(() => decodeTileRecords(rawData, encode(text))).toThrow(new MalformedBytesError(message));
  });

  it('are read or refused with a MalformedBytesError, whatever JSON replaces a column', () => {
    const columns = (JSON.parse(whole) as { columns: Record<string, unknown> }).columns;
    const forms = fc.oneof(
      fc.jsonValue(),
      fc.record({ values: fc.jsonValue(), at: fc.array(fc.jsonValue(), { minLength: 2, maxLength: 2 }) }),
      fc.record({ steps: fc.array(fc.jsonValue(), { minLength: 2, maxLength: 2 }) }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(columns)), forms, (name, form) => {
        const changed = { ...(JSON.parse(whole) as object), columns: { ...columns, [name]: form } };
        try {
          const decoded = decodeTileRecords(rawData, encode(JSON.stringify(changed)));
          const location = locate(rawData, rawDataRecord(0, 0, 115, -32));
          JSON.parse(recordText(decoded, 1, location));
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytesError);
        }
      }),
      { numRuns: sizeOf(500) },
    );
  });
});
