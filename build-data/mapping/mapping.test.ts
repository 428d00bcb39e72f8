import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { defaultTimes, otherRules } from '../../core/datasets/testing/default-rules.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../../core/datasets/datasets.ts';
import { sizeOf } from '../../tests/support/test-size.ts';
import { readContent } from '../read/testing/read-content.ts';
import { MappingError, parseMapping, readMapping } from './mapping.ts';

const minimal = {
  RawDataId: { column: 'id' },
  SightingDateTime: { column: 'date', format: 'dd/MM/yyyy HH:mm:ss' },
  LocationX: { column: 'x' },
  LocationY: { column: 'y' },
};

/** Reads rows with the columns id, date, x and y, and others, with the minimal mapping and changes to it. */
function read(
  content: string | Uint8Array,
  { fields = {}, ...settings }: { fields?: object; [name: string]: unknown },
) {
  const json = { ...settings, fields: { ...minimal, ...fields } };
  return readContent(rawData, content, { mapping: parseMapping('test', json, rawData) });
}

async function readOne(content: string, change: Parameters<typeof read>[1]): Promise<RawDataRecord> {
  const { records, issues } = await read(content, change);
  expect(issues.groups.filter(({ kind }) => kind.severity === 'fault')).toEqual([]);
  expect(records).toHaveLength(1);
  return records[0] as RawDataRecord;
}

const instantOfSighting = (record: RawDataRecord): string =>
  new Date(defaultTimes.instantOf(record.SightingDateTime, defaultTimes.basisOf(record)) * 1000).toISOString();

describe('a mapping', () => {
  it('turns the columns of another form into fields, and leaves out the rows that it names', async () => {
    const content = [
      'no|id|date|x|y|kind|length|status',
      '1|7|31/07/2021 18:27:22|-115,75|-31,9|shark seen|250|ok',
      '2|8|31/07/2021 18:27:22|-115,75|-31,9|shark seen|250|deleted',
      '',
    ];
    const record = await readOne(content.join('\n'), {
      ...{
        delimiter: '|',
        decimalComma: true,
        optionalColumns: ['nothing'],
        skipRows: [{ column: 'status', values: ['deleted'] }],
      },
      fields: {
        InteractionValue: { column: 'kind', values: { 'shark seen': 'sighted' }, otherValues: 'unreadable' },
        SightingSizeValue: { column: 'length', factor: 0.01, unit: 'm' },
        LocationX: { column: 'x', factor: -1 },
        ObjectId: [
          { when: { status: ['bad'] }, constant: 'bad' },
          { when: { status: ['ok', 'good'] }, template: '{no}-{id}' },
        ],
        LocationValue: [{ column: 'nothing' }, { column: 'status' }, { column: 'kind' }],
      },
    });
    expect(record).toMatchObject({
      ...{ RawDataId: 7, InteractionValue: 'sighted', SightingSizeValue: '2.5m', LocationX: 115.75, LocationY: -31.9 },
      ...{ ObjectId: '1-7', LocationValue: 'ok', SightingDateTime: '2021-07-31T18:27:22', OwnerValue: null },
    });
  });

  it.each(['windows-1252', 'utf-16le', 'utf-16be'])('reads text in %s', async (encoding) => {
    const text = 'id,date,x,y,place\n1,01/02/2020 00:00:00,1,2,Plage des Brûlés\n';
    const bytes = Buffer.from(text, encoding === 'windows-1252' ? 'latin1' : 'utf16le');
    const content = encoding === 'utf-16be' ? bytes.swap16() : bytes;
    const { records } = await read(content, { encoding, fields: { LocationValue: { column: 'place' } } });
    expect(records[0]).toMatchObject({ LocationValue: 'Plage des Brûlés' });
  });

  it('reads JSON and GeoJSON, whose point is in two columns of its own', async () => {
    const properties = { id: '5', date: '01/02/2020 03:04:05', x: 1, y: 2 };
    const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [115.5, -32.25] } };
    expect(await readOne(JSON.stringify([properties]), {})).toMatchObject({ RawDataId: 5, LocationX: 1 });
    const fields = { LocationX: { column: 'geometry.longitude' }, LocationY: { column: 'geometry.latitude' } };
    const collection = JSON.stringify({ type: 'FeatureCollection', features: [feature] });
    expect(await readOne(collection, { fields })).toMatchObject({ RawDataId: 5, LocationX: 115.5, LocationY: -32.25 });
  });

  it('reads times of a zone across its changes between winter and summer', async () => {
    const fields = { SightingDateTime: { column: 'date', format: 'yyyy-MM-dd HH:mm', zone: 'America/Halifax' } };
    const at = (date: string) => read(`id,date,x,y\n1,${date},1,2\n`, { fields });
    const instant = async (date: string): Promise<string> => {
      const { records } = await at(date);
      return instantOfSighting(records[0] as RawDataRecord);
    };
    // Clocks are set forward at 2:00 on 14 March 2021, and back at 2:00 on 7 November.
    expect(await instant('2021-03-14 01:59')).toBe('2021-03-14T05:59:00.000Z');
    expect(await instant('2021-03-14 03:00')).toBe('2021-03-14T06:00:00.000Z');
    expect(await instant('2021-11-07 01:30')).toBe('2021-11-07T04:30:00.000Z');
    expect(await instant('2021-11-07 02:30')).toBe('2021-11-07T06:30:00.000Z');
    expect((await at('2021-03-14 02:30')).first('unmappedValue')).toMatchObject({
      ...{ place: { unit: 'row', number: 2 }, field: 'SightingDateTime', value: '"2021-03-14 02:30"' },
      explanation: 'is a time that clocks in America/Halifax skip (test)',
    });
  });

  it('gives the instants of ISO 8601 and the starts of its intervals, and can skip rows without a day', async () => {
    const fields = { SightingDateTime: { column: 'date', format: 'ISO 8601', unreadable: 'skipRow' } };
    const dates = ['2019-05-01T12:00:00+02:00', '2020-01-02T03:04:05.6Z', '2020-06-01/2020-06-03', '2020', ''];
    const content = `id,date,x,y\n${dates.map((date, index) => `${index},${date},1,2\n`).join('')}`;
    const { records, issues } = await read(content, { fields });
    expect(records.map((record) => instantOfSighting(record as RawDataRecord)).slice(0, 2)).toEqual([
      '2019-05-01T10:00:00.000Z',
      '2020-01-02T03:04:05.000Z',
    ]);
    expect(records[2]).toMatchObject({ SightingDateTime: '2020-06-01T00:00:00' });
    expect(records).toHaveLength(3);
    expect(issues.groups.find(({ code }) => code === 'nullNotAllowed')?.total).toBe(1);
  });

  it.each([
    ['2020-06-01T10:00/2020-06-03T11:00', true],
    ['2020-06-01T10:00Z/2020-06-01T12:00Z', true],
    ['2020-06-01/03', true],
    ['2020-06-01T10:00/12:30', true],
    ['2020-06-01/P2D', true],
    ['2020-06-01/2020', true],
    ['2020-06-01T10:00 /x', false],
    ['2020-06-01T10:00/x', false],
    ['2020-06-01/', false],
    ['2020-06-01/31/07', false],
    ['2020-06-01/2020-06-31', false],
    ['/2020-06-01', false],
  ])('reads an interval only if both ends can be read: %s', async (date, isRead) => {
    const fields = { SightingDateTime: { column: 'date', format: 'ISO 8601', zone: 'UTC' } };
    const { records, codes } = await read(`id,date,x,y\n1,${date},1,2\n`, { fields });
    expect([records.length, codes.includes('unmappedValue')]).toEqual(isRead ? [1, false] : [0, true]);
  });

  it('converts web map coordinates to degrees', async () => {
    // Of the spherical Mercator projection, as its definition gives them.
    const [longitude, latitude, radius] = [115.75, -31.95, 6_378_137];
    const x = (radius * longitude * Math.PI) / 180;
    const y = radius * Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
    const content = `id,date,x,y\n1,01/02/2020 00:00:00,${x},${y}\n`;
    const record = await readOne(content, { coordinateSystem: 'EPSG:3857' });
    expect(record.LocationX).toBeCloseTo(longitude, 8);
    expect(record.LocationY).toBeCloseTo(latitude, 8);
  });

  it('makes the same identifier from the same key in every build, and different ones from different keys', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `tag ${index}`);
    const content = `id,date,x,y\n${ids.map((id) => `${id},01/02/2020 00:00:00,1,2\n`).join('')}`;
    const change = { fields: { RawDataId: { key: ['id', 'date'] } } };
    const [first, second] = [await read(content, change), await read(content, change)];
    const identifiers = first.records.map(({ RawDataId }) => RawDataId);
    expect(new Set(identifiers).size).toBe(500);
    expect(second.records.map(({ RawDataId }) => RawDataId)).toEqual(identifiers);
  });

  it('computes the lengths that it has no rule for', async () => {
    const fields = {
      CoastalFeatureID: { column: 'id' },
      CoastalFeatureDisplayName: { column: 'name' },
      CoastalFeatureTweet_Text: { column: 'name' },
      ...Object.fromEntries(
        ['Inshore', 'Offshore'].flatMap((position) => [
          [`CoastalFeature${position}Longitude`, { column: 'x' }],
          [`CoastalFeature${position}Latitude`, { column: 'y' }],
        ]),
      ),
    };
    const mapping = parseMapping('test', { fields }, coastalFeatures);
    const { records } = await readContent(coastalFeatures, 'id,name,x,y\n1,Back Beach,115,-32\n', { mapping });
    expect(records[0]).toMatchObject({ CoastalFeatureTweet_Text_Len: 10, CoastalFeatureOffshoreLatitude: -32 });
  });
});

describe('a mapping does not invent', () => {
  it.each(['EPSG:3857', 'EPSG:7844'])('a position for a row without one in %s', async (coordinateSystem) => {
    const { records, codes } = await read('id,date,x,y\n1,01/02/2020 00:00:00,,\n', { coordinateSystem });
    expect([records, codes]).toEqual([[], ['nullNotAllowed']]);
  });

  it.each([
    ['dd/MM/yyyy', 'Pacific/Auckland', '01/05/2018'],
    ['ISO 8601', 'America/Sao_Paulo', '2018-11-04'],
  ])('a time for a date in the format %s and the zone %s', async (format, zone, date) => {
    const fields = { SightingDateTime: { column: 'date', format, zone } };
    const { SightingDateTime } = await readOne(`id,date,x,y\n1,${date},1,2\n`, { fields });
    expect(SightingDateTime).toBe(format === 'ISO 8601' ? '2018-11-04T00:00:00' : '2018-05-01T00:00:00');
  });

  it('columns that differ from optional ones only in case, or that occur twice', async () => {
    const change = { optionalColumns: ['tag'], fields: { ObjectId: { column: 'tag' } } };
    const codesOf = async (header: string) => (await read(`${header}\n1,01/02/2020 00:00:00,1,2,a,b\n`, change)).codes;
    expect(await codesOf('id,date,x,y,Tag,other')).toEqual(['mismappedColumn']);
    expect(await codesOf('id,date,x,y,tag,tag')).toEqual(['duplicateColumn']);
  });

  it('a record from members of JSON that have other meanings, and reads properties named like those of a feature', async () => {
    const fields = { ...minimal, ObjectId: { column: 'type' }, LocationX: { column: 'geometry.longitude' } };
    const properties = { id: 3, type: 'buoy', date: '01/02/2020 00:00:00', y: 2 };
    const feature = { type: 'Feature', id: 9, properties, geometry: { type: 'Point', coordinates: [5, 6] } };
    const collection = { type: 'FeatureCollection', id: 'all', features: [feature] };
    expect(await readOne(JSON.stringify(collection), { fields })).toMatchObject({
      RawDataId: 3,
      ObjectId: 'buoy',
      LocationX: 5,
    });
    const twice = JSON.stringify([{ id: 1, date: '01/02/2020 00:00:00', x: 1, y: 2 }]).replace('{', '{"id":7,');
    expect((await read(twice, {})).codes).toContain('duplicateField');
  });

  it('cells from quotes that are ordinary characters', async () => {
    const { records, issues } = await read('id,date,x,y,size "cm\n1,01/02/2020 00:00:00,1,2,"\n', { quotes: false });
    expect([records.length, issues.refused]).toEqual([1, false]);
  });
});

describe('the built-in mapping of Darwin Core', () => {
  it('does not take facts from properties that no build wrote', async () => {
    const header = 'occurrenceID\teventDate\tdecimalLatitude\tdecimalLongitude\tscientificName\tdynamicProperties';
    const row = 'urn:1\t2021-05-01T10:00:00z\t-31.9\t115.75\tx\t{"LocationX":5,"ObjectId":"x","RawData":7}';
    const mapping = readMapping('darwin-core', rawData);
    const { records } = await readContent(rawData, `${header}\n${row}\n`, { mapping });
    expect(records).toMatchObject([{ LocationX: 115.75, ObjectId: 'urn:1', SightingDateTime: '2021-05-01T18:00:00' }]);
  });

  it('reads sightings and detections of an occurrence file', async () => {
    const rows = [
      ['occurrenceID', 'basisOfRecord', 'eventDate', 'decimalLatitude', 'decimalLongitude', 'scientificName'],
      ['urn:1', 'HumanObservation', '2021-05-01T10:00:00+08:00', '-31.9', '115.75', 'Carcharodon carcharias'],
      ['urn:2', 'MACHINE_OBSERVATION', '2021-05-02T01:00:00Z', '-31.9', '115.75', 'Carcharodon carcharias'],
    ];
    const extra = [
      ['organismID', 'coordinateUncertaintyInMeters', 'individualCount', 'occurrenceRemarks', 'unused "'],
      ['', '500', '2', 'near "the" reef', ''],
      ['shark 7', '', '', '', ''],
    ];
    const content = rows.map((row, index) => `${[...row, ...(extra[index] ?? [])].join('\t')}\n`).join('');
    const mapping = readMapping('darwin-core', rawData);
    const { records, issues } = await readContent(rawData, content, { mapping });
    expect(issues.refused).toBe(false);
    expect(records).toMatchObject([
      {
        ...{ ObjectId: 'urn:1', InteractionValue: 'Sighted', SightingNumbervalue: '2' },
        ...{ SightingDateTime: '2021-05-01T10:00:00', LocationX: 115.75 },
        LocationDetail: 'near "the" reef (position within 500 m)',
      },
      { InteractionValue: 'Detected', SightingDateTime: '2021-05-02T09:00:00', LocationDetail: null },
    ]);
    expect(records[1]?.['ObjectId']).toMatch(/^\d+$/);
  });

  const term = (name: string): string => `http://rs.tdwg.org/dwc/terms/${name}`;
  const archived = ['eventDate', 'decimalLatitude', 'decimalLongitude', 'scientificName'];
  const fieldsOfArchive = archived.map((name, index) => `<field index="${index + 1}" term="${term(name)}"/>`).join('');
  const meta = `<archive xmlns="http://rs.tdwg.org/dwc/text/"><core encoding="ISO-8859-1" fieldsTerminatedBy=","
    fieldsEnclosedBy='"' ignoreHeaderLines="1" rowType="${term('Occurrence')}"><files><location>data.csv</location></files>
    <id index="0"/>${fieldsOfArchive}<field term="${term('basisOfRecord')}" default="MachineObservation"/></core></archive>`;
  const readArchived = (zip: Uint8Array) => readContent(rawData, zip, { mapping: readMapping('darwin-core', rawData) });
  const problemOf = async (zip: Uint8Array) => (await readArchived(zip)).first('notAnArchive')?.explanation;

  it('leaves out records whose time or position is out of range, and counts them', async () => {
    const rows = ['1,1776-07-04,-31.9,115.75', '2,2021-05-01,99,115.75', '3,2021-05-01,-31.9,-180.5', '4,1800,1,2'];
    const all = [...rows, '5,1800-01-01T12:00:00+08:00,-90,180'].map((row) => `${row},shark\n`).join('');
    const mapping = readMapping('darwin-core-csv', rawData);
    const content = `occurrenceID,${archived.join(',')}\n${all}`;
    const { records, counts, issues } = await readContent(rawData, content, { mapping });
    expect([records.length, issues.refused]).toEqual([1, false]);
    expect(Array.from(counts ?? []).filter(([rule, count]) => rule.startsWith('rows skipped') && count > 0)).toEqual([
      ['rows skipped: SightingDateTime, is out of range', 1],
      ['rows skipped: LocationY, is out of range', 1],
      ['rows skipped: LocationX, is out of range', 1],
      ['rows skipped: SightingDateTime, is not a complete date of the format ISO 8601', 1],
    ]);
  });

  it('leaves out absences, and reads its terms in any letter case', async () => {
    const rows = [
      ...['1,Absent,,', '2,ABSENT ,2,', '3,,0,', '4,,,machineObservation', '5,Present,0,Machine Observation'],
      ...['6,,2,HUMAN_OBSERVATION'],
    ].map((row) => `${row},2021-05-01,-31.9,115.75,shark\n`);
    const header = `occurrenceID,occurrenceStatus,individualCount,basisOfRecord,${archived.join(',')}`;
    const mapping = readMapping('darwin-core-csv', rawData);
    const { records, counts } = await readContent(rawData, `${header}\n${rows.join('')}`, { mapping });
    expect(records.map(({ InteractionValue, LocationX }) => [InteractionValue, LocationX])).toEqual(
      ['Detected', 'Detected', 'Sighted'].map((interaction) => [interaction, 115.75]),
    );
    expect(counts?.get('rows skipped: occurrenceStatus is "absent"')).toBe(2);
    expect(counts?.get('rows skipped: individualCount is "0" and occurrenceStatus is ""')).toBe(1);
  });

  it('reads an archive whose columns, separators and default values only its meta.xml describes', async () => {
    const table = 'a,b,c,d,e\r\nurn:1,2021-05-01,-31.9,115.75,"Requin, dormeur é"\r\n';
    const files = { 'folder/meta.xml': Buffer.from(meta), 'folder/data.csv': Buffer.from(table, 'latin1') };
    const { records, issues } = await readArchived(zipSync(files));
    expect(issues.refused).toBe(false);
    expect(records).toMatchObject([{ InteractionValue: 'Detected', SightingSpeciesValue: 'Requin, dormeur é' }]);
    const bad = { ...files, 'folder/meta.xml': Buffer.from(meta.replace('/Occurrence', '/Event')) };
    expect(await problemOf(zipSync(bad))).toBe('meta.xml, core rowType: must be Occurrence');
  });

  it.each(['\n', '\r\n', '\r'])(
    'reads all files of the table in an archive, with lines that end in %j',
    async (end) => {
      const row = (id: string): string => `${id},2021-05-01,-31.9,115.75,shark`;
      const files = {
        'meta.xml': Buffer.from(meta.replace('</location>', '</location><location>more.csv</location>')),
        'verbatim/more.csv': Buffer.from('another file of the same name'),
        'more.csv': Buffer.from(['header', row('3'), ''].join(end)),
        'data.csv': Buffer.from(['header', row('1'), row('2')].join(end)),
      };
      const { records, codes } = await readArchived(zipSync(files));
      expect([records.map(({ ObjectId }) => ObjectId), codes]).toEqual([['1', '2', '3'], ['toleratedNull']]);
      const missing = { ...files, 'meta.xml': Buffer.from(meta.replace('data.csv', 'lost.csv')) };
      expect(await problemOf(zipSync(missing))).toBe('it has no lost.csv');
    },
  );

  it('refuses an archive that is too large in memory, damaged, or has another size than its directory says', async () => {
    const table = Buffer.from(`header\n1,2021-05-01,-31.9,115.75,shark\n${' '.repeat(5000)}\n`);
    const zip = zipSync({ 'meta.xml': Buffer.from(meta), 'data.csv': table });
    const directory = Buffer.from(zip).lastIndexOf('data.csv') - 46;
    const changed = (change: (copy: Buffer) => void): Buffer => {
      const copy = Buffer.from(zip);
      change(copy);
      return copy;
    };
    const sized = (bytes: number) => changed((copy) => copy.writeUInt32LE(bytes, directory + 24));
    expect(await problemOf(sized(2_100_000_000))).toBe('data.csv: 2100.0 MB unpacked, more than 2000.0 MB');
    expect(await problemOf(sized(table.length - 1))).toBe('data.csv is damaged');
    expect(await problemOf(sized(10))).toMatch('data.csv cannot be unpacked: RangeError');
    expect(await problemOf(changed((copy) => copy.writeUInt8(7, directory + 16)))).toBe('data.csv is damaged');
    expect(await problemOf(zip.slice(0, -30))).toBe('it is not complete');
    expect(await problemOf(changed((copy) => copy.writeUInt32LE(2 ** 31, directory + 42)))).toMatch(
      'data.csv cannot be',
    );
  });

  it('refuses a file without the columns that it needs', async () => {
    const mapping = readMapping('darwin-core', rawData);
    const { codes, issues } = await readContent(rawData, 'occurrenceID\teventDate\nurn:1\t2021-05-01\n', { mapping });
    expect(codes).toEqual(['missingColumn']);
    expect(issues.groups[0]?.causes.map(({ name }) => name)).toEqual([
      ...['decimalLongitude', 'decimalLatitude', 'scientificName'],
    ]);
  });
});

describe('a mapping with a fault is refused by the name of the rule:', () => {
  const fields = (change: object) => ({ fields: { ...minimal, ...change } });
  const date = (rule: object) => fields({ SightingDateTime: { column: 'date', ...rule } });
  it.each<[fault: string, json: unknown, message: string]>([
    ['not an object', [], 'the file: '],
    ['an unknown setting', { ...fields({}), quote: true }, 'quote: unknown member; see docs/mapping.md'],
    ['an unknown delimiter', { ...fields({}), delimiter: ' ' }, 'delimiter: '],
    ['an unknown encoding', { ...fields({}), encoding: 'ebcdic' }, 'encoding: '],
    ['an unknown coordinate system', { ...fields({}), coordinateSystem: 'EPSG:28350' }, 'coordinateSystem: '],
    ['no fields', {}, 'fields: '],
    [
      'a field that does not exist',
      fields({ Latitude: { column: 'y' } }),
      'fields.Latitude: RawData has no such field',
    ],
    [
      'a required field without a rule',
      { fields: { RawDataId: { column: 'id' } } },
      'fields.LocationX: there is no rule',
    ],
    ['no source', fields({ ObjectId: {} }), 'fields.ObjectId: needs exactly one of constant'],
    ['two sources', fields({ ObjectId: { column: 'a', constant: 'b' } }), 'fields.ObjectId: needs exactly one of'],
    ['an unknown rule', fields({ ObjectId: { column: 'a', regex: 'b' } }), 'fields.ObjectId.regex: unknown member'],
    ['a template without a column', fields({ ObjectId: { template: 'x' } }), 'fields.ObjectId: the template names no'],
    ['other values without values', fields({ ObjectId: { column: 'a', otherValues: 'keep' } }), 'otherValues needs'],
    ['a changed constant', fields({ ObjectId: { constant: 'a', factor: 2 } }), 'do not apply to a constant or a key'],
    [
      'a factor of zero',
      fields({ LocationX: { column: 'x', factor: 0 } }),
      'fields.LocationX: the factor must not be 0',
    ],
    [
      'a unit of a number',
      fields({ LocationX: { column: 'x', unit: 'm' } }),
      'fields.LocationX.unit: this field is not text',
    ],
    ['a date without a format', date({}), 'fields.SightingDateTime: needs a format'],
    ['a year of two digits', date({ format: 'dd/MM/yy' }), 'a year of two digits has no century'],
    ['an hour without AM or PM', date({ format: 'dd/MM/yyyy hh:mm' }), 'hours from 1 to 12 need AM or PM'],
    ['a week', date({ format: "kkkk-'W'WW-c" }), 'weeks, days of the year and quarters are not read'],
    ['a format without a day', date({ format: 'MM/yyyy' }), 'the format "MM/yyyy" does not read a complete date'],
    ['a format of a text', fields({ ObjectId: { column: 'a', format: 'yyyy' } }), 'fields.ObjectId'],
    ['capitals', date({ format: "DD/MM/YYYY 'D'" }), "day and year are written in lower case: dd/MM/yyyy 'D'"],
    ['a member of a rule', fields({ ObjectId: { colum: 'a' } }), 'fields.ObjectId.colum: unknown member'],
    ['minutes as months', date({ format: 'dd/MM/yyyy HH:MM' }), 'the format has MM twice'],
    [
      'a text as a number',
      fields({ LocationX: { constant: 'a' } }),
      'fields.LocationX.constant: this field is a number',
    ],
    [
      'a number as a text',
      fields({ InteractionId: { constant: 4 } }),
      'fields.InteractionId.constant: this field is text',
    ],
    ['an optional column without a rule', { ...fields({}), optionalColumns: ['z'] }, 'optionalColumns: has z'],
    ['an offset in a format', date({ format: 'dd/MM/yyyy HH:mm ZZ' }), 'an offset is read only with the format ISO'],
    ['an unknown zone', date({ format: 'dd/MM/yyyy', zone: 'AWST' }), 'the zone "AWST" is neither UTC'],
    ['a zone without a format', date({ zone: 'UTC' }), 'a zone needs a format'],
    ['an unknown treatment', fields({ ObjectId: { column: 'a', unreadable: 'guess' } }), 'fields.ObjectId'],
  ])('%s', (_, json, message) => {
    expect(() => parseMapping('test.json', json, rawData)).toThrow(MappingError);
    expect(() => parseMapping('test.json', json, rawData)).toThrow(message);
  });

  it('a name that is neither a file nor built in', () => {
    expect(() => readMapping('gbif', rawData)).toThrow(
      'gbif is neither a file that can be read nor a built-in mapping for RawData (darwin-core, darwin-core-csv)',
    );
  });
});

describe('a value that a rule cannot read is refused by its rule, row and text:', () => {
  it.each([
    ['31/02/2021 00:00:00,1,2,a', {}, 'SightingDateTime', 'is not a complete date of the format dd/MM/yyyy HH:mm:ss'],
    ['2021-02-01 00:00:00,1,2,a', {}, 'SightingDateTime', 'is not a complete date of the format dd/MM/yyyy HH:mm:ss'],
    ['01/02/2021 00:00:00,east,2,a', {}, 'LocationX', 'is not a number'],
    ['01/02/2021 00:00:00,"1,5",2,a', {}, 'LocationX', 'is not a number'],
    [
      '01/02/2021 00:00:00,1,2,b',
      { values: { a: 'x' }, otherValues: 'unreadable' },
      'ObjectId',
      'is not one of the values',
    ],
    ['01/02/2021 00:00:00,1,2,long', { factor: 2 }, 'ObjectId', 'is not a number'],
    ['01/02/2021 00:00:00,1,2,9e300', { factor: 1e300 }, 'ObjectId', 'is too large for the factor 1e+300'],
    [
      '01/02/2021 00:00:00,1,2,constructor',
      { values: {}, otherValues: 'unreadable' },
      'ObjectId',
      'is not one of the values',
    ],
  ] as const)('%s', async (row, rule, field, reason) => {
    const fields = { ObjectId: { column: 'code', ...rule } };
    const { records, first } = await read(`id,date,x,y,code\n1,${row}\n`, { fields });
    expect(records).toEqual([]);
    expect(first('unmappedValue')).toMatchObject({ place: { number: 2 }, field, explanation: `${reason} (test)` });
  });
});

describe('records that are written in a form of their own', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'É', ';', '"', ',', '\n', '7') }).map((each) => each.trim());
  const seconds = fc.integer({ min: Date.UTC(1980, 0) / 1000, max: Date.UTC(2060, 0) / 1000 });
  const rows = fc.uniqueArray(
    fc.record({
      ...{ id: fc.nat(), seconds, longitude: fc.integer({ min: -18e6, max: 18e6 }), note: text },
      ...{ latitude: fc.integer({ min: -9e6, max: 9e6 }), distance: fc.nat({ max: 9999 }), isSighting: fc.boolean() },
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 30 },
  );
  const comma = (number: number): string => String(number).replace('.', ',');
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const mapping = parseMapping(
    'inverse',
    {
      ...{ delimiter: ';', encoding: 'windows-1252', decimalComma: true },
      fields: {
        RawDataId: { column: 'Nummer' },
        SightingDateTime: { template: '{Tag} um {Zeit}', format: "d.M.yyyy 'um' HH:mm:ss", zone: 'UTC' },
        InteractionValue: { column: 'Art', values: { gesehen: 'Sighted', gehört: 'Detected' } },
        Distance: { column: 'km', factor: 1000 },
        LocationDetail: { column: 'Notiz' },
        LocationX: { column: 'West', factor: -1 },
        LocationY: { column: 'Nord' },
      },
    },
    rawData,
  );

  it('are recorded in the local time of the site', async () => {
    const content = 'Nummer;Tag;Zeit;Art;km;Notiz;West;Nord\r\n'.concat(
      ...['1;1.1.2020;12:00:00', '2;1.1.2020;20:00:00', '3;2.1.2020;12:00:00'].map((start) => `${start};;;;1;1\r\n`),
    );
    const timeRule = otherRules.times;
    const { records, issues } = await readContent(rawData, Buffer.from(content, 'latin1'), { mapping, timeRule });
    expect(issues.refused).toBe(false);
    expect(records.map(({ SightingDateTime }) => SightingDateTime)).toEqual([
      ...['2020-01-01T11:00:00', '2020-01-01T10:00:00', '2020-01-02T02:00:00'],
    ]);
  });

  it('are read as the same records', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const lines = all.map(({ id, seconds, longitude, latitude, distance, isSighting, note }) => {
          const date = new Date(seconds * 1000);
          const day = `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()}`;
          const time = date.toISOString().slice(11, 19);
          const cells = [id, day, time, isSighting ? 'gesehen' : 'gehört', comma(distance / 1000), note];
          return [...cells, comma(-longitude / 1e5), comma(latitude / 1e5)]
            .map((cell) => quoted(String(cell)))
            .join(';');
        });
        const content = ['Nummer;Tag;Zeit;Art;km;Notiz;West;Nord', ...lines, ''].join('\r\n');
        const { records, issues } = await readContent(rawData, Buffer.from(content, 'latin1'), { mapping });
        expect(issues.refused).toBe(false);
        const found = records.map((record) => {
          const { RawDataId: id, InteractionValue, Distance, LocationDetail, LocationX, LocationY } = record;
          const instant = Date.parse(instantOfSighting(record as RawDataRecord)) / 1000;
          return [id, instant, InteractionValue, Distance, LocationDetail, LocationX, LocationY];
        });
        const expected = all.map(({ id, seconds, longitude, latitude, distance, isSighting, note }) => {
          const position = [longitude / 1e5 + 0, latitude / 1e5 + 0];
          return [id, seconds, isSighting ? 'Sighted' : 'Detected', String(distance), note || null, ...position];
        });
        expect(found).toEqual(expected);
      }),
      { numRuns: sizeOf(500) },
    );
  });
});
