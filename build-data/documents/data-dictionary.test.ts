import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { datasets, rawData } from '../../core/datasets/datasets.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { rawDataRecord, tableOf } from '../write/testing/stored-dataset.ts';
import {
  buildDataDictionary,
  type DataDictionary,
  describeCopies,
  dictionaryCsv,
  type DictionaryField,
  dictionaryJson,
} from './data-dictionary.ts';
import { publication } from '../site/testing/default-site.ts';

const facts = { rules: defaultRules, dataVersion: '0123456789abcdef', sample: false, publication };

function findField(dictionary: DataDictionary, name: string): DictionaryField {
  const field = dictionary.fields.find((each) => each.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
}

const dictionary = buildDataDictionary(
  tableOf(rawData, [
    rawDataRecord(1, 0, 115, -32, { SightingSpeciesValue: 'white', Distance: 'NULL', OwnerValue: null }),
    rawDataRecord(2, 1, 115, -32, { SightingSpeciesValue: 'tiger', InteractionId: 'x', LocationDetail: '' }),
    rawDataRecord(3, 2, 115, 17.5, { SightingSpeciesValue: 'white', LocationDetail: ' a ' }),
    rawDataRecord(9, 3, 115, -32, { SightingSpeciesValue: '=white', LocationDetail: '🦈', OwnerValue: null }),
    rawDataRecord(10, 4, 115, -32, { SightingSpeciesValue: '=white', LocationDetail: 'a' }),
  ]),
  facts,
);

describe('a data dictionary', () => {
  it('counts every value of a field with few values, the most frequent first', () => {
    expect(findField(dictionary, 'SightingSpeciesValue').values).toBeUndefined(); // 3 values are too many for 5 records
    expect(findField(dictionary, 'SightingSpeciesValue').distinctValues).toBe(3);
    const more = buildDataDictionary(
      tableOf(
        rawData,
        ['b', 'a', 'b', 'b', 'a', 'c', 'c'].map((species, index) =>
          rawDataRecord(index, index, 115, -32, { SightingSpeciesValue: species }),
        ),
      ),
      facts,
    );
    expect(findField(more, 'SightingSpeciesValue').values).toEqual([
      { value: 'b', records: 3 },
      { value: 'a', records: 2 },
      { value: 'c', records: 2 },
    ]);
    expect(findField(more, 'RawDataId').values).toBeUndefined();
  });

  it('stops counting when values are too many or too long for an enumeration', () => {
    const countValues = (texts: readonly string[]): unknown => {
      const records = [...texts, ...texts].map((LocationDetail, index) =>
        rawDataRecord(index, index, 115, -32, { LocationDetail }),
      );
      const { distinctValues, values } = findField(
        buildDataDictionary(tableOf(rawData, records), facts),
        'LocationDetail',
      );
      return [distinctValues, values?.length];
    };
    const details = Array.from({ length: 101 }, (_, index) => `detail ${index}`);
    expect(countValues(details.slice(1))).toEqual([100, 100]);
    expect(countValues(details)).toEqual([undefined, undefined]);
    expect(countValues(['x'.repeat(200), 'y'])).toEqual([2, 2]);
    expect(countValues(['x'.repeat(201), 'y'])).toEqual([undefined, undefined]);
  });

  it('states the number of nulls, the longest text in code units, and the smallest and largest value', () => {
    expect(findField(dictionary, 'OwnerValue').nullRecords).toBe(2);
    expect(findField(dictionary, 'LocationDetail').longest).toBe(3);
    expect(findField(dictionary, 'LocationY')).toMatchObject({
      smallest: -32,
      largest: 17.5,
      minimum: -90,
      maximum: 90,
    });
    expect(findField(dictionary, 'SightingDateTime')).toMatchObject({
      smallest: '1970-01-01T00:00:00',
      largest: '1970-01-01T00:00:04',
      nullRule: 'Never null.',
    });
    expect(findField(dictionary, 'LocationDetail').smallest).toBeUndefined();
  });

  it('lists quirks with their number and examples, whether or not the build warns about them', () => {
    expect(findField(dictionary, 'OwnerValue').quirks).toEqual([
      { meaning: 'Missing text: the API documentation promises text', records: 2, examples: [9, 1] },
    ]);
    expect(findField(dictionary, 'InteractionId').quirks).toMatchObject([{ records: 1, examples: [2] }]);
    expect(findField(dictionary, 'LocationY').quirks).toMatchObject([{ records: 1, examples: [3] }]);
    expect(findField(dictionary, 'Distance').quirks).toEqual([
      { meaning: 'The text NULL, which is not null', records: 1, examples: [1] },
    ]);
    expect(findField(dictionary, 'LocationDetail').quirks.map(({ meaning }) => meaning)).toEqual([
      'A text with leading or trailing spaces',
      'An empty text, which is not null',
    ]);
  });

  it('counts the codes that several records of a group share, and matches the group without regard to case', () => {
    const coded = (identifier: number, ObjectId: string | null, InteractionValue: string | null) =>
      rawDataRecord(identifier, identifier, 115, -32, { ObjectId, InteractionValue });
    const { quirks } = findField(
      buildDataDictionary(
        tableOf(rawData, [
          ...[coded(1, 'A', 'sighted'), coded(2, 'A', 'Sighted '), coded(3, 'A', 'caught & released')],
          ...[coded(4, 'B', 'sighted'), coded(5, 'B', null), coded(6, 'C', 'sighted')],
          ...[coded(7, '12', 'Detected'), coded(8, '12', 'detected '), coded(9, null, 'sighted')],
          coded(10, null, 'sighted'),
        ]),
        facts,
      ),
      'ObjectId',
    );
    expect(quirks.slice(0, 2)).toEqual([
      {
        meaning: '1 code used by more than one record among the sightings (InteractionValue is "sighted")',
        records: 2,
        examples: [1, 2],
      },
      {
        meaning:
          '2 codes used by more than one record among the records other than detections (InteractionValue is not "detected")',
        records: 5,
        examples: [1, 2, 3, 4, 5],
      },
    ]);
    expect(findField(dictionary, 'ObjectId').quirks).toEqual([]);
  });

  it('counts the records that repeat another one in all fields except the identifier', () => {
    const same = { LocationDetail: '"RawDataId":7', ObjectId: 'WA1TSE' };
    const copied = buildDataDictionary(
      tableOf(rawData, [
        ...[7, 3, 12].map((identifier) => rawDataRecord(identifier, 5, 115, -32, same)),
        rawDataRecord(8, 5, 115, -32, { ...same, Distance: '5' }),
        ...[20, 21].map((identifier) => rawDataRecord(identifier, 6, 115, -32, same)),
      ]),
      facts,
    );
    expect(copied.exactCopies).toEqual({ records: 3, examples: [7, 12, 21] });
    const sentence = '3 records repeat another one in every field but RawDataId.';
    expect(describeCopies(copied)).toBe(sentence);
    expect(dictionaryCsv(copied)).toContain(sentence);
    expect(describeCopies(dictionary)).toBe('No record repeats another one in every field but RawDataId.');
  });

  it('counts each code of a list of codes, once per record', () => {
    const [features] = fixtureTables();
    const lists = ['SWT, PEL', 'PEL,SWT', 'SWT', 'SWT, SWT', '', 'SWT,'];
    const records = lists.map((CoastalFeatureResponse_Region, index) => ({
      ...features.record(index),
      CoastalFeatureResponse_Region,
    }));
    const described = buildDataDictionary(tableOf(features.dataset, records), facts);
    expect(findField(described, 'CoastalFeatureResponse_Region')).toMatchObject({
      isCodeList: true,
      distinctValues: 2,
      values: [
        { value: 'SWT', records: 5 },
        { value: 'PEL', records: 2 },
      ],
    });
    const rows = parse(dictionaryCsv(described), { bom: true }) as string[][];
    expect(rows.find(([name]) => name === 'CoastalFeatureResponse_Region')).toContain('"SWT" (5); "PEL" (2)');
  });

  it('works for datasets without records', () => {
    for (const dataset of datasets) {
      const empty = buildDataDictionary(tableOf(dataset, []), facts);
      expect([empty.records, empty.last]).toEqual([0, null]);
      expect(empty.fields.every(({ values, quirks }) => values === undefined && quirks.length === 0)).toBe(true);
    }
  });
});

describe('the files of a data dictionary', () => {
  it('are JSON with the complete content, in which the sample notice comes first', () => {
    expect(JSON.parse(dictionaryJson(dictionary))).toEqual(JSON.parse(JSON.stringify(dictionary)));
    const sample = dictionaryJson({ ...dictionary, sample: true });
    expect(Object.values(JSON.parse(sample) as object)[0]).toBe('This is sample data: every record is invented.');
  });

  it('are CSV with a row per field, in which no cell looks like a formula', () => {
    const hostile: DataDictionary = {
      ...dictionary,
      fields: dictionary.fields.map((field) => ({ ...field, meaning: '=HYPERLINK("https://example.org","x")\r\n' })),
    };
    expect(dictionaryCsv(hostile).startsWith('\ufeffField,')).toBe(true);
    const rows = parse(dictionaryCsv(hostile), { bom: true }) as string[][];
    expect(rows).toHaveLength(2 + rawData.fields.length);
    expect(rows.slice(2).map(([name]) => name)).toEqual(rawData.fields.map(({ name }) => name));
    const column = rows[0]?.indexOf('Meaning') ?? -1;
    expect(rows[1]?.[column]).toContain('not where the animal was');
    expect(rows[2]?.[column]).toBe('\'=HYPERLINK("https://example.org","x")\r\n');
    for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^[=+@\t\r]/);
  });
});
