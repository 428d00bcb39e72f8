import { appendFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { iso8601, parseMapping } from '../mapping/mapping.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import type { VersionComparison } from './compare-versions.ts';
import { type Outcome, readContent, readLocation, readRawResponse, readServed } from '../read/testing/read-content.ts';
import { csvOf, sampleRecord } from '../read/testing/sample-content.ts';
import { type IssueCode, issueKinds, IssueLog, type ReportIssue } from './issues.ts';
import { reviewComparison } from './validate-version.ts';

const names = rawData.fields.map((field) => field.name);
const csv = (changes: DatasetRecord = {}): Promise<Outcome> =>
  readContent(rawData, csvOf(rawData, [sampleRecord(rawData, changes)]));
const json = (changes: DatasetRecord = {}): Promise<Outcome> =>
  readContent(rawData, JSON.stringify([sampleRecord(rawData, changes)]));
const content = (text: string): Promise<Outcome> => readContent(rawData, text);
const header = (...columns: string[]): Promise<Outcome> =>
  readContent(rawData, csvOf(rawData, [sampleRecord(rawData)], { header: columns }));
const goodCsv = csvOf(rawData, [sampleRecord(rawData)]);
const goodRecord = JSON.stringify(sampleRecord(rawData));

/** The result of a comparison with a previous build of ten records. */
function compared(comparison: Partial<VersionComparison>, records: number): Promise<Outcome> {
  const issues = new IssueLog();
  const previous: VersionComparison = {
    outcome: 'compared',
    previousDataVersion: '0123456789abcdef',
    previousRecords: { RawData: 10 },
    datasets: undefined,
  };
  const report: ReportIssue = (code, details) => {
    issues.add(code, 'RawData', 'a.csv', details);
  };
  reviewComparison({ ...previous, ...comparison }, { name: 'RawData', records, report }, 10);
  const codes = issues.groups.map((group) => group.code);
  return Promise.resolve({ records: [], issues, codes, first: () => undefined });
}

function removing(...identifiers: number[]): Pick<VersionComparison, 'datasets'> {
  const none = { count: 0, identifiers: [], notListed: 0 };
  const changed = { count: 0, records: [], notListed: 0 };
  const removed = { count: identifiers.length, identifiers, notListed: 0 };
  return { datasets: { RawData: { records: 9, added: none, changed, removed } } };
}

/** Reads with a mapping whose columns have the names of the fields. */
function mapped(settings: object, content: string | Uint8Array): Promise<Outcome> {
  const fields = Object.fromEntries(
    rawData.fields.map(({ name, type }) => [
      name,
      { column: name, ...(type === 'dateTime' ? { format: iso8601 } : {}) },
    ]),
  );
  return readContent(rawData, content, { mapping: parseMapping('test', { fields, ...settings }, rawData) });
}

/** One input for every kind of issue: the type ensures that none is missing. */
const producers: Record<IssueCode, () => Promise<Outcome>> = {
  fileNotFound: () => readLocation(rawData, join(folderOfTest(), 'absent.csv')),
  isDirectory: () => readLocation(rawData, folderOfTest()),
  fileChanged: async () => {
    const path = join(folderOfTest(), 'growing.csv');
    await writeFile(path, goodCsv);
    let isFirst = true;
    return readLocation(rawData, path, {
      onProgress: () => {
        if (isFirst) appendFileSync(path, '\n');
        isFirst = false;
      },
    });
  },
  // A name that is too long for any file system, because permissions have no effect if a test runs as root.
  fileNotReadable: () => readLocation(rawData, 'x'.repeat(5000)),
  notAFile: () => readLocation(rawData, '/dev/null'),
  unsupportedScheme: () => readLocation(rawData, 'ftp://127.0.0.1/records.csv'),
  invalidAddress: () => readLocation(rawData, 'http://user:secret@127.0.0.1/'),
  hostNotReached: () => readLocation(rawData, 'http://127.0.0.1:1/'),
  refusedByServer: () => readServed(rawData, (_, response) => response.writeHead(404).end('[]')),
  connectionCut: () =>
    readServed(rawData, (_, response) => {
      response.writeHead(200, { 'content-length': '1000000' });
      response.write(`[${goodRecord}`, () => response.destroy());
    }),
  unknownLength: () => readRawResponse(rawData, `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${goodCsv}`),
  timedOut: () => readServed(rawData, (_, response) => response.write('['), { idleTimeoutMilliseconds: 50 }),
  emptyFile: () => content(''),
  webPage: () => content('\n<!DOCTYPE html><html></html>'),
  notText: () => content('PK\u0003\u0004…'),
  utf16: () => readContent(rawData, Buffer.from(`\ufeff${goodCsv}`, 'utf16le')),
  notAnArchive: () => mapped({}, Buffer.from('PK\u0003\u0004')),
  notInEncoding: () => mapped({ encoding: 'utf-16le' }, Buffer.from([0x61, 0, 0x62])),
  notUtf8: () => readContent(rawData, Buffer.from(goodCsv.replace('Back', 'Bäck'), 'latin1')),
  recordTooLong: () => csv({ LocationDetail: 'x'.repeat(2 ** 21) }),
  wrongDelimiter: () => content(goodCsv.replaceAll(',', ';')),
  noHeader: () => content(goodCsv.slice(goodCsv.indexOf('\n') + 1)),
  missingColumn: () => header(...names.slice(1)),
  mismappedColumn: () =>
    mapped({}, csvOf(rawData, [sampleRecord(rawData)], { header: ['RawDataID', ...names.slice(1)] })),
  misnamedColumn: () => header('RawDataID', ...names.slice(1)),
  duplicateColumn: () => header(...names, 'Distance'),
  raggedRow: () => content(`${goodCsv}1,2,3\n`),
  unclosedQuote: () => content(`${goodCsv}1,"2,3\n`),
  misplacedQuote: () => content(`${goodCsv}1,"2"3\n`),
  notAnArray: () => content(`{"data":[${goodRecord}]}`),
  esriJson: () => content('{"geometryType":"esriGeometryPoint","features":[]}'),
  pageObject: () => content(`{"MetaData":{"TotalItems":1},"PagedItems":[${goodRecord}]}`),
  truncatedJson: () => content(`[${goodRecord},{"RawDataId":`),
  malformedJson: () => content(`[${goodRecord} ${goodRecord}]`),
  trailingContent: () => content(`[${goodRecord}] x`),
  recordNotObject: () => content(`[${goodRecord},5]`),
  missingField: () => content(`[${goodRecord.replace(/"Distance":[^,]*,/, '')}]`),
  misnamedField: () => content(`[${goodRecord.replace('"Distance"', '"distance"')}]`),
  duplicateField: () => content(`[${goodRecord.replace('{', '{"Distance":null,')}]`),
  positionConflict: () => content(`{"properties":${goodRecord},"geometry":{"type":"Point","coordinates":[1,2]}}`),
  notWgs84: () => content(`{"features":[{"properties":${goodRecord}}],"crs":{"properties":{"name":"EPSG:28350"}}}`),
  wrongDataset: () => readContent(coastalFeatures, goodCsv),
  nullNotAllowed: () => csv({ SightingDateTime: null }),
  textExpected: () => json({ ObjectId: 1160 }),
  numberExpected: () => csv({ LocationX: '0x10' }),
  commaInNumber: () => csv({ LocationX: '115,751' }),
  notFinite: () => csv({ LocationX: 'NaN' }),
  unmappedValue: () => mapped({}, csvOf(rawData, [sampleRecord(rawData, { LocationX: 'x' })])),
  notInteger: () => csv({ RawDataId: 1.5 }),
  outOfRange: () => csv({ RawDataId: -1 }),
  malformedDateTime: () => csv({ SightingDateTime: '31/07/2021' }),
  impossibleDateTime: () => csv({ SightingDateTime: '2021-02-30T00:00:00' }),
  dateTimeWithOffset: () => csv({ SightingDateTime: '2021-02-20T00:00:00+08:00' }),
  unusableCharacter: () => json({ LocationDetail: '\ud800' }),
  wrongLength: () =>
    readContent(coastalFeatures, JSON.stringify([sampleRecord(coastalFeatures, { CoastalFeatureTweet_Text: 'x' })])),
  duplicateIdentifier: () => content(`[${goodRecord},${goodRecord}]`),
  noRecords: () => content('[]'),
  emptyDataset: () => readContent(rawData, '[]', { allowEmpty: true }),
  missingFinalNewline: () => content(goodCsv.trimEnd()),
  emptyRow: () => content(`${goodCsv}${','.repeat(16)}\n`),
  separatorLine: () => content(`sep=,\n${goodCsv}`),
  unnamedColumn: () => header('', ...names),
  unknownColumn: () => header('Colour', ...names),
  toleratedNull: () => csv({ OwnerValue: null }),
  outsideRegion: () => csv({ LocationY: 17.76639 }),
  mostOutsideRegion: () =>
    content(
      csvOf(
        rawData,
        Array.from({ length: 10 }, (_, index) =>
          sampleRecord(rawData, { RawDataId: index, ...(index < 6 && { LocationY: 51.5 }) }),
        ),
      ),
    ),
  unknownValue: () =>
    readContent(
      coastalFeatures,
      csvOf(coastalFeatures, [sampleRecord(coastalFeatures, { CoastalFeatureInshore_Offshore: 'same' })]),
    ),
  dateTimeForm: () => csv({ SightingDateTime: '2021-07-31 18:27:22.000' }),
  notNumericText: () => csv({ InteractionId: 'sighted' }),
  // Without the identifiers of the previous build, only the numbers of records are known.
  tooManyRemoved: () => compared({}, 8),
  recordsRemoved: () => compared(removing(7), 9),
  previousUnreadable: () => compared({ outcome: 'unreadable', previousRecords: {} }, 9),
};

describe('an input with one kind of issue produces that issue and no other', () => {
  for (const [code, produce] of Object.entries(producers)) {
    test(code, async () => {
      const { codes, issues } = await produce();
      expect(codes).toEqual(code === 'mostOutsideRegion' ? ['outsideRegion', code] : [code]);
      expect(issues.refused).toBe(issueKinds[code as IssueCode].severity === 'fault');
    });
  }
});

test('every kind of issue has a description and a remedy', () => {
  for (const { title, whatToDo } of Object.values(issueKinds)) {
    expect(title).toMatch(/^[A-Z][^.]+[^.]$/);
    expect(whatToDo).toMatch(/^[A-Z].+\.$/);
  }
});
