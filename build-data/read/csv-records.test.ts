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

  test('an empty cell in quotes is an empty text in a text field if the header has no quotes, and null in any other', async () => {
    const nulls = { ...one, ReportDateTime: null, LocationDetail: null };
    const quoted = csvOf(rawData, [nulls, nulls]).replace(/,(?=[,\n])/g, ',""');
    const [read] = (await readContent(rawData, quoted)).records;
    expect(read).toMatchObject({ ReportDateTime: null, LocationDetail: '' });
    const quotedHeader = quoted.replace(/^.*/, (header) => header.replace(/[^,]+/g, '"$&"'));
    expect((await readContent(rawData, quotedHeader)).records[0]).toMatchObject({ LocationDetail: null });
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

describe('rows of empty cells', () => {
  const commas = ','.repeat(names.length - 1);
  const widths = [1, 2, names.length, names.length + 3];

  test.each([
    ['commas only', ...widths.slice(1).map((width) => ','.repeat(width - 1))],
    ['white space', ...widths.map((width) => Array.from({ length: width }, () => ' \u00a0').join(','))],
    ['tabs and spaces', '\t\t\t', ' \t '],
    ['empty cells in quotes', ...widths.slice(1).map((width) => Array.from({ length: width }, () => '""').join(','))],
    ['line feeds in quotes', `"\n",${commas.slice(1)}`],
  ])('of %s are skipped with one warning, wherever they are', async (_, ...rows) => {
    const [header = '', ...lines] = csvOf(rawData, [one, three]).split('\n');
    const empty = rows.map((row) => `${row}\n`).join('');
    const content = `${empty}${header}\n${empty}${lines[0] ?? ''}\n${empty}${lines[1] ?? ''}\n${empty}`;
    const { records, codes, issues } = await readContent(rawData, content);
    expect(records).toEqual([one, three]);
    expect(codes).toEqual(['emptyRow']);
    expect(issues.totalOf('emptyRow')).toBe(rows.length * 4);
  });

  test('alone are no records', async () => {
    const { codes, issues } = await readContent(rawData, `${csvOf(rawData, [])}${commas}\n`);
    expect(codes).toEqual(['emptyRow', 'noRecords']);
    expect(issues.refused).toBe(true);
    expect((await readContent(rawData, `${commas}\n${commas}\n`)).codes).toEqual(['emptyRow', 'noHeader', 'noRecords']);
  });
});

describe('a first line that names the separator', () => {
  test.each(['sep=,', 'SEP=,', '"sep=,"', '\ufeffsep=,', '\n\nsep=,', 'sep=,,,,,', 'sep=;', 'sep=;,,,', 'sep=\t'])(
    'is skipped with a warning: %j',
    async (line) => {
      const { records, codes } = await readContent(rawData, `${line}\r\n${csv}`);
      expect(records).toEqual([one, two, three]);
      expect(codes).toEqual(['separatorLine']);
    },
  );

  test('is only recognised before the header', async () => {
    expect((await readContent(rawData, `${csv}sep=,\n`)).codes).toEqual(['raggedRow']);
    expect((await readContent(rawData, `sep=\n${csv}`)).codes).toContain('noHeader');
  });
});

describe('dates and times', () => {
  const forms = ['T', ' '].flatMap((separator) => ['', '.0', '.000', '.000000'].map((zeros) => [separator, zeros]));

  test.each(forms)('with %j and "%s" after the seconds are published in one form', async (separator, zeros) => {
    const written = `2021-07-31${separator ?? ''}18:27:22${zeros ?? ''}`;
    const changed = { ...one, SightingDateTime: written, ReportDateTime: written };
    const published = { ...one, SightingDateTime: '2021-07-31T18:27:22', ReportDateTime: '2021-07-31T18:27:22' };
    for (const content of [csvOf(rawData, [changed]), JSON.stringify([changed])]) {
      const { records, issues, first } = await readContent(rawData, content);
      expect(records).toEqual([published]);
      const isPlain = written === published.SightingDateTime;
      expect(issues.groups.map(({ code, total }) => [code, total])).toEqual(isPlain ? [] : [['dateTimeForm', 2]]);
      if (!isPlain) expect(first('dateTimeForm')).toMatchObject({ field: 'ReportDateTime', value: `"${written}"` });
    }
  });

  test.each([
    ['03/04/1991', 'malformedDateTime', 'the order of day and month is unknown'],
    ['2021-07-31 18:27:22.5', 'malformedDateTime', 'the fraction of a second would be lost'],
    ['2021-07-31T18:27:22.000001', 'malformedDateTime', 'the fraction of a second would be lost'],
    ['2021-07-31 18:27', 'malformedDateTime', 'expected YYYY-MM-DDThh:mm:ss'],
    ['2021-07-31  18:27:22', 'malformedDateTime', 'expected YYYY-MM-DDThh:mm:ss'],
    ['2021-07-31 18:27:22.', 'malformedDateTime', 'expected YYYY-MM-DDThh:mm:ss'],
    ['2021-07-31 18:27:22+08', 'dateTimeWithOffset', 'expected YYYY-MM-DDThh:mm:ss'],
    ['2021-02-29 18:27:22.000', 'impossibleDateTime', 'a day of the calendar'],
  ])('such as %s are refused', async (written, code, explanation) => {
    const { records, codes, first } = await readContent(
      rawData,
      csvOf(rawData, [{ ...one, SightingDateTime: written }]),
    );
    expect([records, codes]).toEqual([[], [code]]);
    expect(first(code as never)?.value).toBe(`"${written}"`);
    expect(first(code as never)?.explanation).toContain(explanation);
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

  test.each(['115,751', '-31,99', '1.234,5', '1,234.5', '1,234,567', '115,'])(
    '"%s" is refused, and the message names the decimal comma',
    async (text) => {
      const faulty = { ...one, LocationX: text };
      for (const content of [csvOf(rawData, [faulty]), JSON.stringify([faulty])]) {
        const { codes, issues, first } = await readContent(rawData, content);
        expect(codes).toEqual(['commaInNumber']);
        expect(issues.groups[0]?.kind.title).toContain('decimal comma');
        expect(first('commaInNumber')).toMatchObject({
          field: 'LocationX',
          value: `"${text}"`,
          explanation: 'expected a number from -180 to 180, without a comma',
        });
      }
    },
  );

  test.each([
    [' 5', 'numberExpected'],
    ['1,000', 'commaInNumber'],
    ['NULL', 'numberExpected'],
    ['', 'nullNotAllowed'],
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
    ['LocationY', '17.7660', 'outsideRegion', '17.7660'],
    ['LocationY', 'here', 'numberExpected', '"here"'],
    ['LocationY', '', 'nullNotAllowed', 'an empty cell'],
    ['OwnerValue', '', 'toleratedNull', 'an empty cell'],
    ['RawDataId', '1.50', 'notInteger', '1.50'],
  ])('the value of %s is shown as in the file: %s', async (field, value, code, shown) => {
    const { first } = await readContent(rawData, csvOf(rawData, [{ ...one, [field]: value }]));
    expect(first(code as never)).toMatchObject({ field, value: shown });
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
});
