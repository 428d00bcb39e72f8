import { describe, expect, test } from 'vitest';

import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { readContent } from './testing/read-content.ts';
import { csvOf, sampleRecord } from './testing/sample-content.ts';

const names = rawData.fields.map((field) => field.name);
const one = sampleRecord(rawData, { RawDataId: 1 });
const two = sampleRecord(rawData, { RawDataId: 2, LocationDetail: 'two\nlines, "quoted"', Distance: null });
const three = sampleRecord(rawData, { RawDataId: 3, OwnerValue: 'DPAW report ', SightingSizeValue: 'NULL' });
const csv = csvOf(rawData, [one, two, three]);

describe('CSV is parsed in all its variants', () => {
  test.each([
    ['with line feeds', csv],
    ['with carriage returns and line feeds', csvOf(rawData, [one, two, three], { lineEnd: '\r\n' })],
    ['with a byte order mark', `\ufeff${csv}`],
    ['with blank lines at the end', `${csv}\n\n\r\n`],
    ['with columns in any order', csvOf(rawData, [one, two, three], { header: names.toReversed() })],
    ['with blank lines before the header', `\n\n${csv}`],
    ['with every cell in quotes', csvOf(rawData, [one, three]).replace(/[^,\n]+/g, '"$&"')],
  ])('%s', async (shape, content) => {
    const { records, codes } = await readContent(rawData, content);
    expect(codes).toEqual([]);
    expect(records).toEqual(shape === 'with every cell in quotes' ? [one, three] : [one, two, three]);
    expect(records.map((record) => Object.keys(record))).toEqual(records.map(() => names));
  });

  test('an empty cell in quotes is an empty text in a text field, and null in any other', async () => {
    const nulls = { ...one, ReportDateTime: null, LocationDetail: null };
    const quoted = csvOf(rawData, [nulls, nulls]).replace(/,(?=[,\n])/g, ',""');
    const [read] = (await readContent(rawData, quoted)).records;
    expect(read).toMatchObject({ ReportDateTime: null, LocationDetail: '' });
  });

  test('a file with one record is valid', async () => {
    const { records, codes } = await readContent(rawData, csvOf(rawData, [one]));
    expect(records).toEqual([one]);
    expect(codes).toEqual([]);
  });

  test('a header without records is refused, but accepted with a warning if an empty dataset is allowed', async () => {
    const header = csvOf(rawData, []);
    for (const content of [header, header.slice(0, -1)]) {
      const refused = await readContent(rawData, content);
      expect([refused.codes, refused.issues.refused]).toEqual([['noRecords'], true]);
      const allowed = await readContent(rawData, content, { allowEmpty: true });
      expect([allowed.codes, allowed.issues.refused, allowed.records]).toEqual([['emptyDataset'], false, []]);
    }
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])(
    'a last row without %s at its end is read with a warning that names its row and identifier',
    async (_, lineEnd) => {
      const whole = csvOf(rawData, [one, two, three], { lineEnd });
      expect((await readContent(rawData, whole)).codes).toEqual([]);
      const { records, codes, first } = await readContent(rawData, whole.slice(0, -lineEnd.length));
      expect(records).toEqual([one, two, three]);
      expect(codes).toEqual(['missingFinalNewline']);
      expect(first('missingFinalNewline')).toEqual({ place: { unit: 'row', number: 5 }, identifier: '3' });
    },
  );

  test('a file cut inside its last number is read with a warning', async () => {
    const header = [...names.filter((name) => name !== 'LocationY'), 'LocationY'];
    const whole = csvOf(rawData, [one, { ...two, LocationY: -32.5125 }], { header });
    const { records, codes, first } = await readContent(rawData, whole.slice(0, whole.lastIndexOf('5125')));
    expect(records[1]?.['LocationY']).toBe(-32);
    expect(codes).toEqual(['missingFinalNewline']);
    expect(first('missingFinalNewline')?.identifier).toBe('2');
  });

  test('a column without a name and unknown columns are ignored, and each is reported once', async () => {
    const header = ['', ...names, 'Colour', 'Weight\u001b[2J'];
    const { records, issues } = await readContent(rawData, csvOf(rawData, [one, three], { header }));
    expect(records).toEqual([one, three]);
    expect(issues.groups.map(({ code, total, examples }) => [code, total, examples.map(({ field }) => field)])).toEqual(
      [
        ['unnamedColumn', 1, [undefined]],
        ['unknownColumn', 2, ['Colour', 'Weight\\u{1b}[2J']],
      ],
    );
  });
});

describe('numbers', () => {
  test.each([
    ['63755', 63755],
    ['+5', 5],
    ['5e3', 5000],
    ['63755.0', 63755],
    ['0', 0],
    ['-0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is an identifier', async (text, value) => {
    const { records } = await readContent(rawData, csvOf(rawData, [{ ...one, RawDataId: text }]));
    expect(Object.is(records[0]?.['RawDataId'], value)).toBe(true);
  });

  test.each([
    ['0x10', 'numberExpected'],
    [' 5', 'numberExpected'],
    ['1,000', 'numberExpected'],
    ['NULL', 'numberExpected'],
    ['', 'nullNotAllowed'],
    ['-1', 'outOfRange'],
    ['1.5', 'notInteger'],
    ['9007199254740992', 'outOfRange'],
    ['1e999', 'notFinite'],
    ['-Infinity', 'notFinite'],
    ['nan', 'notFinite'],
  ])('"%s" is not an identifier', async (text, code) => {
    const { codes, records } = await readContent(rawData, csvOf(rawData, [{ ...one, RawDataId: text }]));
    expect(codes).toEqual([code]);
    expect(records).toEqual([]);
  });
});

describe('faults name the row, the identifier, the field, the value and what is expected', () => {
  test('an impossible date is reported with its row, even after a record of three lines', async () => {
    const tall = { ...two, LocationDetail: 'a\r\nb\nc' };
    const faulty = { ...three, SightingDateTime: '2021-02-29T00:00:00' };
    const { first, records } = await readContent(rawData, csvOf(rawData, [one, tall, faulty], { lineEnd: '\r\n' }));
    expect(records).toHaveLength(2);
    expect(first('impossibleDateTime')).toEqual({
      place: { unit: 'row', number: 6 },
      identifier: '3',
      field: 'SightingDateTime',
      value: '"2021-02-29T00:00:00"',
      explanation: 'expected a day of the calendar from 1800 on, and a time from 00:00:00 to 23:59:59',
    });
  });

  test.each([
    ['LocationY', '95.0', 'outOfRange', '95.0'],
    ['LocationY', '+9.5e1', 'outOfRange', '+9.5e1'],
    ['LocationY', '17.7660', 'outsideRegion', '17.7660'],
    ['LocationY', '95', 'outOfRange', '95'],
    ['LocationY', 'here', 'numberExpected', '"here"'],
    ['LocationY', '', 'nullNotAllowed', 'an empty cell'],
    ['OwnerValue', '', 'toleratedNull', 'an empty cell'],
    ['RawDataId', '1.50', 'notInteger', '1.50'],
  ])('the value of %s is shown as in the file: %s', async (field, value, code, shown) => {
    const { first } = await readContent(rawData, csvOf(rawData, [{ ...one, [field]: value }]));
    expect(first(code as never)).toMatchObject({ field, value: shown });
  });

  test('a duplicate identifier is shown as in the file', async () => {
    const { first } = await readContent(rawData, csvOf(rawData, [one, { ...two, RawDataId: '1e0' }]));
    expect(first('duplicateIdentifier')).toMatchObject({ identifier: '1e0', value: '1e0' });
  });

  test('a duplicate identifier is reported with both rows', async () => {
    const { first } = await readContent(rawData, csvOf(rawData, [one, two, three, { ...three, RawDataId: 1 }]));
    expect(first('duplicateIdentifier')).toMatchObject({
      place: { unit: 'row', number: 6 },
      identifier: '1',
      explanation: 'already used in row 2',
    });
  });

  test('several faults in one record are all reported, including a wrong length', async () => {
    const record = sampleRecord(coastalFeatures, {
      CoastalFeatureID: -5,
      CoastalFeatureInshoreLatitude: 95,
      CoastalFeatureDisplayName: null,
      CoastalFeatureTweet_Text_Len: 11,
    });
    const { codes, first } = await readContent(coastalFeatures, csvOf(coastalFeatures, [record]));
    expect(new Set(codes)).toEqual(new Set(['outOfRange', 'nullNotAllowed', 'wrongLength']));
    expect(first('wrongLength')).toMatchObject({
      value: '11',
      explanation: 'expected 10, the length of CoastalFeatureTweet_Text',
    });
  });

  test('ragged rows are reported, and reading continues', async () => {
    const { records, issues, first } = await readContent(rawData, csv.replace('\n', '\n1,2\n').concat('x,'.repeat(30)));
    expect(records).toEqual([one, two, three]);
    expect(issues.totalOf('raggedRow')).toBe(2);
    expect(first('raggedRow')).toMatchObject({
      place: { unit: 'row', number: 2 },
      explanation: '2 cells, the header has 17',
    });
  });

  test('faults before a misplaced quote are reported too', async () => {
    const content = `${csvOf(rawData, [{ ...one, LocationX: 500 }, three])}5,"x"y\n${csv}`;
    const { codes, first, records } = await readContent(rawData, content);
    expect(codes).toEqual(['outOfRange', 'misplacedQuote']);
    expect(first('misplacedQuote')).toEqual({ place: { unit: 'row', number: 4 }, explanation: 'in cell 2' });
    expect(records).toEqual([three]);
  });

  test('an unclosed quote is reported with the row in which it opens', async () => {
    const { first, records } = await readContent(rawData, `${csv}4,"open\n${csv.replaceAll('"', '')}`);
    expect(first('unclosedQuote')?.place).toEqual({ unit: 'row', number: 6 });
    expect(records).toHaveLength(3);
  });
});

describe('headers', () => {
  test('missing, misnamed and duplicate columns are all reported at once', async () => {
    const header = ['rawdataid', 'ObjektId', ...names.slice(3), 'LocationX'];
    const { issues } = await readContent(rawData, csvOf(rawData, [one], { header }));
    expect(
      issues.groups.map(({ code, examples }) => [code, examples.map(({ field, value }) => [field, value])]),
    ).toEqual([
      ['missingColumn', [['Distance', undefined]]],
      ['duplicateColumn', [['LocationX', undefined]]],
      [
        'misnamedColumn',
        [
          ['RawDataId', '"rawdataid"'],
          ['ObjectId', '"ObjektId"'],
        ],
      ],
    ]);
  });

  test.each([
    [';', 'semicolons'],
    ['\t', 'tabs'],
    ['|', 'vertical bars'],
  ])('the separator "%s" is recognised and reported', async (delimiter, name) => {
    const { codes, first } = await readContent(rawData, csvOf(rawData, [one], { delimiter }));
    expect(codes).toEqual(['wrongDelimiter']);
    expect(first('wrongDelimiter')?.explanation).toBe(`found ${name}`);
  });

  test('the columns of the other dataset are recognised and reported', async () => {
    const { codes, first } = await readContent(coastalFeatures, csv);
    expect(codes).toEqual(['wrongDataset']);
    expect(first('wrongDataset')?.explanation).toContain('columns of RawData');
  });
});
