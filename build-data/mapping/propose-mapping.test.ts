import { describe, expect, it } from 'vitest';

import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { readContent } from '../read/testing/read-content.ts';
import { parseMapping } from './mapping.ts';
import { proposeMapping } from './propose-mapping.ts';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8'): Buffer => Buffer.from(text, encoding);

describe('a proposed mapping', () => {
  it('recognises columns, delimiter, encoding, decimal comma and the format of dates', async () => {
    const header = 'Datum;Uhrzeit;Station;Breite;Länge;Tag;Art;Farbe';
    const rows = [
      '28.02.2020;09:07;Süd 1;44,5;-63,25;A7;Prionace glauca;blau',
      '01.03.2020;23:59;Süd 2;44,6;-63,5;A8;x;',
    ];
    const content = bytesOf(`${[header, ...rows].join('\r\n')}\r\n`, 'latin1');
    const { mapping, notes } = proposeMapping(content, rawData);
    expect(mapping).toMatchObject({
      ...{ delimiter: ';', encoding: 'windows-1252', decimalComma: true },
      fields: {
        SightingDateTime: { template: '{Datum} {Uhrzeit}', format: 'dd.MM.yyyy HH:mm' },
        ...{ LocationX: { column: 'Länge' }, LocationY: { column: 'Breite' }, LocationValue: { column: 'Station' } },
        ...{ ObjectId: { column: 'Tag' }, SightingSpeciesValue: { column: 'Art' } },
      },
    });
    expect(notes).toContain('not used: Farbe');
    const { records } = await readContent(rawData, content, { mapping: parseMapping('proposed', mapping, rawData) });
    expect(records[0]).toMatchObject({
      LocationX: -63.25,
      SightingDateTime: '2020-02-28T09:07:00',
      LocationValue: 'Süd 1',
    });
  });

  it('prefers columns with nothing but the name of a place, and a unique code as the key of a record', () => {
    const header =
      'Name.Current.Sci,Common Name,Field Number,Location,Dead Animal Internal Exam (Partial or Complete),Date,Lat,Long';
    const rows = ['a,b,ME-1,Reid Beach,Partial,2020-01-01,44,-63', 'a,b,ME-2,Reid Beach,,2020-01-01,44,-63'];
    const content = bytesOf([header, ...rows, ''].join('\n'));
    expect(proposeMapping(content, rawData).mapping.fields).toMatchObject({
      ...{ RawDataId: { key: ['Field Number'] }, ObjectId: { column: 'Field Number' } },
      ...{ LocationValue: { column: 'Location' }, SightingSpeciesValue: { column: 'Common Name' } },
    });
    expect(proposeMapping(content, coastalFeatures).mapping.fields).toMatchObject({
      CoastalFeatureDisplayName: { column: 'Location' },
      CoastalFeatureID: { key: ['Field Number'] },
    });
  });

  it('says that day and month may be swapped, and prefers the format that reads all rows', () => {
    const content = (date: string) => bytesOf(`id,date,lat,lon\n1,01/02/2020,1,2\n2,${date},1,2\n`);
    const swapped = 'date: the format could also be MM/dd/yyyy';
    expect(proposeMapping(content('03/04/2020'), rawData).notes).toContain(swapped);
    const american = proposeMapping(content('03/31/2020'), rawData);
    expect(american.mapping.fields['SightingDateTime']).toEqual({ column: 'date', format: 'MM/dd/yyyy' });
    expect(american.notes).not.toContain(swapped);
  });

  it.each([
    {
      what: 'the position and the date of the event, not those of the release',
      file: 'Id,Release longitude,Release latitude,Longitude,Latitude,Release date,Date\n1,1,2,115,-32,2020-01-01,2021-01-01',
      fields: { LocationX: { column: 'Longitude' }, SightingDateTime: { column: 'Date', format: 'ISO 8601' } },
      note: 'LocationX: from Longitude, but it could also be Release longitude',
    },
    {
      what: 'the date of the sighting, not that of the report',
      file: 'Report Date,Date of birth,Sighting Date,lat,lon\n2020-01-01,2001-01-01,2019-12-31,1,2',
      fields: { SightingDateTime: { column: 'Sighting Date', format: 'ISO 8601' } },
      note: 'SightingDateTime: from Sighting Date, but it could also be Report Date, Date of birth',
    },
    {
      what: 'no degrees without their minutes',
      file: 'date,Lat_Deg,Lat_Min,Lon_Deg,Lon_Min\n2020-01-01,-32,30,115,45',
      fields: { LocationX: { column: '' }, LocationY: { column: '' } },
      note: 'LocationY: Lat_Deg and Lat_Min are degrees and minutes: add a column with decimal degrees',
    },
    {
      what: 'degrees west without a sign',
      file: 'date,Latitude,Longitude West\n2020-01-01,44.6,63.2',
      fields: { LocationX: { column: 'Longitude West', factor: -1 } },
      note: 'LocationX: Longitude West is negated, because of its name',
    },
    {
      what: 'no length as a longitude, and the size in metres',
      file: 'date,Length (cm),Long (cm),Longitude,Latitude\n2020-01-01,250,110,115,-32',
      fields: {
        LocationX: { column: 'Longitude' },
        SightingSizeValue: { column: 'Length (cm)', factor: 0.01, unit: 'm' },
      },
      note: 'SightingSizeValue: from Length (cm), because of a word in its name',
    },
    {
      what: 'times with AM and PM in a column of their own',
      file: 'Date,Time,AM/PM,lat,lon\n2020-01-31,9:05,PM,1,2',
      fields: { SightingDateTime: { template: '{Date} {Time} {AM/PM}', format: 'yyyy-MM-dd h:mm a' } },
      note: 'Date: without a zone, times are kept as recorded',
    },
    {
      what: 'that day and month may be swapped between hyphens',
      file: 'date,lat,lon\n03-04-2021,1,2',
      fields: { SightingDateTime: { column: 'date', format: 'dd-MM-yyyy' } },
      note: 'date: the format could also be MM-dd-yyyy',
    },
    {
      what: 'that several columns have times',
      file: 'Date,Soak time,Time of day,lat,lon\n2020-01-31,1:30,9:05,1,2',
      fields: {},
      note: 'SightingDateTime: the time is from Soak time, but it could also be Time of day',
    },
    {
      what: 'that a column was chosen by a word in its name',
      file: 'date,Station depth,lat,lon\n2020-01-31,30,1,2',
      fields: { LocationValue: { column: 'Station depth' } },
      note: 'LocationValue: from Station depth, because of a word in its name',
    },
  ])('finds or says $what', ({ file, fields, note }) => {
    const { mapping, notes } = proposeMapping(bytesOf(`${file}\n`), rawData);
    expect(mapping.fields).toMatchObject(fields);
    expect(notes).toContain(note);
  });

  it('leaves what it does not find empty, so that a build refuses the mapping until it is completed', () => {
    const { mapping } = proposeMapping(bytesOf('name,longitude\nA,1\n'), coastalFeatures);
    expect(mapping.fields).toMatchObject({
      CoastalFeatureDisplayName: { column: 'name' },
      CoastalFeatureOffshoreLongitude: { column: 'longitude' },
      CoastalFeatureInshoreLatitude: { column: '' },
    });
    expect(() => parseMapping('proposed', mapping, coastalFeatures)).toThrow(
      'fields.CoastalFeatureInshoreLatitude.column',
    );
  });

  it('is made for a file without rows, without columns or without text', () => {
    for (const text of ['', '\n', 'a', 'a,b\n', '\u0000\u0001\n']) {
      expect(Object.keys(proposeMapping(bytesOf(text), rawData).mapping.fields)).toContain('RawDataId');
    }
  });
});
