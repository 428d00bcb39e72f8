import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { rawData } from '../../core/datasets/datasets.ts';
import { readContent, readLocation, readRawResponse, readServed } from './testing/read-content.ts';
import { csvOf, sampleRecord } from './testing/sample-content.ts';
import type { ReadProgress } from './read-dataset.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

const records = Array.from({ length: 3000 }, (_, id) =>
  sampleRecord(rawData, { RawDataId: id, LocationDetail: 'größer 😀' }),
);
const csv = csvOf(rawData, records);
const json = JSON.stringify(records);

describe('URLs', () => {
  test.each([
    ['CSV', csv],
    ['JSON', json],
  ])('%s is streamed from a server, whatever its content type is', async (_, content) => {
    const outcome = await readServed(rawData, (request, response) => {
      expect(request.url).toBe('/webapi/v1/RawData');
      expect(request.headers.accept).toMatch(/^application\/json/);
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(content);
    });
    expect(outcome.codes).toEqual([]);
    expect(outcome.records).toEqual(records);
  });

  test('redirects are followed, and compression is declined', async () => {
    const accepted: unknown[] = [];
    const outcome = await readServed(rawData, (request, response) => {
      accepted.push(request.headers['accept-encoding']);
      if (request.url?.endsWith('/here') !== true) response.writeHead(302, { location: '/here' }).end();
      else response.end(json);
    });
    expect(outcome.codes).toEqual([]);
    expect(outcome.records).toEqual(records);
    expect(accepted).toEqual(['identity', 'identity']);
  });

  test.each([
    ['/elsewhere', 'it redirects more than 10 times'],
    ['ftp://127.0.0.1/file', 'it redirects to ftp:, not to http or https'],
    ['http://', 'it redirects to an invalid URL'],
  ])('a broken redirect to %s is a fault', async (location, explanation) => {
    const { codes, first } = await readServed(rawData, (_, response) => response.writeHead(302, { location }).end());
    expect(codes).toEqual(['refusedByServer']);
    expect(first('refusedByServer')?.explanation).toBe(explanation);
  });

  test('a compressed response is a fault, because its truncation would go unnoticed', async () => {
    const whole = gzipSync(json);
    for (const body of [whole, whole.subarray(0, whole.length - 12)]) {
      const { codes, first } = await readServed(rawData, (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
      );
      expect(codes).toEqual(['refusedByServer']);
      expect(first('refusedByServer')?.explanation).toContain('gzip although it was asked not to');
    }
  });

  test('a response with Content-Range is a fault, even with status 200', async () => {
    const { codes, first } = await readServed(rawData, (_, response) =>
      response.writeHead(200, { 'content-range': 'bytes 0-99/200' }).end(json),
    );
    expect(codes).toEqual(['refusedByServer']);
    expect(first('refusedByServer')?.explanation).toContain('Content-Range bytes 0-99/200');
  });

  test.each([204, 206, 404, 500, 503])('status %i is a fault, and its explanation names the status', async (status) => {
    const { codes, first } = await readServed(rawData, (_, response) => response.writeHead(status).end());
    expect(codes).toEqual(['refusedByServer']);
    expect(first('refusedByServer')?.explanation).toContain(`status ${String(status)}`);
  });

  const chunkedText = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

  describe.each(['HTTP/1.0', 'HTTP/1.1'])('%s', (version) => {
    const headWith = (...headers: string[]): string =>
      [`${version} 200 OK`, 'Connection: close', ...headers, '', ''].join('\r\n');

    test('CSV without a length is refused: an incomplete transfer would look complete', async () => {
      for (const body of [csv, csv.slice(0, csv.indexOf('\n', csv.length / 2) + 1)]) {
        const outcome = await readRawResponse(rawData, headWith() + body);
        expect(outcome.codes).toEqual(['unknownLength']);
        expect(outcome.records).toEqual([]);
      }
    });

    test('JSON without a length is accepted when its array is closed, and refused when it is not', async () => {
      const whole = await readRawResponse(rawData, headWith() + json);
      expect([whole.codes, whole.records.length]).toEqual([[], records.length]);
      const cut = await readRawResponse(rawData, headWith() + json.slice(0, json.length / 2));
      expect(cut.codes).toEqual(['truncatedJson']);
    });

    test.each([
      ['CSV', csv, csv.slice(0, csv.indexOf('\n', csv.length / 2) + 1)],
      ['JSON', json, json.slice(0, -1)],
    ])('%s shorter than its Content-Length is refused', async (_, whole, part) => {
      const head = headWith(`Content-Length: ${String(Buffer.byteLength(whole))}`);
      expect((await readRawResponse(rawData, head + whole)).codes).toEqual([]);
      const outcome = await readRawResponse(rawData, head + part);
      expect(outcome.codes).toContain('connectionCut');
      expect(outcome.issues.refused).toBe(true);
    });
  });

  test.each([
    ['CSV', csv, csv.slice(0, csv.indexOf('\n', csv.length / 2) + 1)],
    ['JSON', json, json.slice(0, -1)],
  ])('chunked %s without its last chunk is refused', async (_, whole, part) => {
    const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect((await readRawResponse(rawData, `${head}${chunkedText(whole)}0\r\n\r\n`)).codes).toEqual([]);
    for (const body of [chunkedText(part), chunkedText(whole).slice(0, -100)]) {
      const outcome = await readRawResponse(rawData, head + body);
      expect(outcome.codes).toContain('connectionCut');
      expect(outcome.issues.refused).toBe(true);
    }
  });

  test('a URL is shown without its query, which may contain a key', async () => {
    const { issues } = await readLocation(rawData, 'http://127.0.0.1:1/records.csv?token=secret#part');
    expect(issues.groups[0]?.location).toBe('http://127.0.0.1:1/records.csv?…');
  });

  test.each(['http://', 'http://user@127.0.0.1/', 'https://a:b@127.0.0.1/', 'http:/\\:'])(
    '%s is not a usable URL',
    async (address) => {
      const { codes, issues } = await readLocation(rawData, address);
      expect(codes).toEqual(['invalidAddress']);
      expect(issues.groups[0]?.location).not.toContain('@');
    },
  );
});

describe('files', () => {
  const canMakePipes = spawnSync('mkfifo', ['--version']).status === 0;
  if (!canMakePipes) console.warn('NO mkfifo here: the tests of named pipes are SKIPPED');

  describe.skipIf(!canMakePipes)('named pipes', () => {
    let folder: string;
    let pipe: string;
    beforeEach(() => {
      folder = folderOfTest();
      pipe = join(folder, 'pipe');
      spawnSync('mkfifo', [pipe]);
    });

    test('a pipe without a writer times out', async () => {
      const { codes, first } = await readLocation(rawData, pipe, { idleTimeoutMilliseconds: 100 });
      expect(codes).toEqual(['timedOut']);
      expect(first('timedOut')?.explanation).toBe('nothing was written to this pipe for 0.1 seconds');
    });

    test.each([
      ['CSV', csv],
      ['JSON', json],
    ])('%s is read from a pipe that is opened for writing later', async (_, content) => {
      const reading = readLocation(rawData, pipe);
      await writeFile(pipe, content);
      const outcome = await reading;
      expect([outcome.codes, outcome.records.length]).toEqual([[], records.length]);
    });
  });

  test.each([
    ['ftp://example.org/records.csv', 'ftp: is not supported'],
    ['sftp://me:secret@example.org/records.csv', 'sftp: is not supported'],
    ['file:///srv/data/my%20records.csv', 'give the path instead: /srv/data/my records.csv'],
    ['file:records.csv', 'give the path instead'],
    ['file://elsewhere/records.csv', 'give the path instead'],
  ])('%s is refused as a URL that is neither http nor https', async (location, explanation) => {
    const { codes, first, issues } = await readLocation(rawData, location);
    expect([codes, first('unsupportedScheme')?.explanation]).toEqual([['unsupportedScheme'], explanation]);
    expect(issues.groups[0]?.location).not.toContain('secret');
  });
});

describe('text', () => {
  test('invalid UTF-8 is reported once, with the offset of the first byte, and other faults are reported too', async () => {
    const bytes = Buffer.from(csvOf(rawData, [records[0] ?? {}, { ...records[1], LocationX: 500 }]));
    const offset = bytes.indexOf('ö');
    bytes.fill(0xf6, offset, offset + 2);
    const { codes, first } = await readContent(rawData, bytes);
    expect(codes).toEqual(['notUtf8', 'outOfRange']);
    expect(first('notUtf8')?.explanation).toBe(`first at byte offset ${String(offset)}, byte 0xF6`);
  });

  test.each([
    ['in the middle of a large file', 2_000_000],
    ['right after the byte order mark', 3],
  ])('the offset is exact %s', async (_, offset) => {
    const filler = `\ufeff${csv.repeat(10)}`;
    const bytes = Buffer.from(filler);
    const faulty = bytes.indexOf('e', offset);
    bytes[faulty] = 0xff;
    const { first } = await readContent(rawData, bytes);
    expect(first('notUtf8')?.explanation).toBe(`first at byte offset ${String(faulty)}, byte 0xFF`);
  });
});

describe('progress', () => {
  test('ends with all bytes and all records', async () => {
    const steps: ReadProgress[] = [];
    await readServed(rawData, (_, response) => response.end(json), { onProgress: (progress) => steps.push(progress) });
    const size = Buffer.byteLength(json);
    expect(steps.at(-1)).toEqual({ bytesRead: size, totalBytes: size, records: 3000 });
    expect(steps.map(({ bytesRead }) => bytesRead)).toEqual(
      steps.map(({ bytesRead }) => bytesRead).toSorted((a, b) => a - b),
    );
  });
});

test.each([csv, json])('an error thrown by a callback does not count as a fault of the data', async (content) => {
  const failure = new Error('disk full');
  const onProgress = (): void => {
    throw failure;
  };
  await expect(readContent(rawData, content, { onProgress })).rejects.toBe(failure);
  const onRecord = (): void => {
    throw failure;
  };
  await expect(readContent(rawData, content, { onRecord })).rejects.toBe(failure);
});
