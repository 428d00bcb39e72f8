import type { Server } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { type RawResponse, sendBytes } from './send-bytes.ts';
import { fixtureOracle } from '../fixture/fixture-oracle.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* Unusual requests to the Node host, such as absolute URLs in the request line and conditional headers other than If-None-Match. */

const folder = temporaryFolder();
let server: Server;
let root: string;

beforeAll(async () => {
  const site = join(folder, 'site');
  await writeSmallSite(site, 'static');
  server = createSiteServer({ directory: site });
  root = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
});
afterAll(async () => {
  server.close();
});

async function send(target: string, lines: readonly string[] = [], method = 'GET'): Promise<RawResponse> {
  const request = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${new URL(root).host}`,
    ...lines,
    'Connection: close',
    '',
    '',
  ];
  const { status, headers, body } = await sendBytes(new URL(root), Buffer.from(request.join('\r\n')));
  return { status, headers: { ...headers, date: '' }, body };
}

const record = `/webapi/v1/RawData/${fixtureOracle.records.RawData[0]?.identifier ?? 0}`;
const list = '/webapi/v1/CoastalFeatures';
it('responds to an absolute URL as to its path', async () => {
  for (const path of [
    ...[record, list, `${list}?pageNumber=0`, '/webapi/v1/RawData/x', '/webapi/v1/Sharks'],
    ...['/webapi/v1/RawData/pages/asc/1.json', '/', '/index.html', '/robots.txt', '/data/manifest.json'],
    ...['/no-such-file.txt', '/_headers'],
  ]) {
    const { origin } = new URL(root);
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
      const expected = await send(path, [], method);
      expect(await send(origin + path, [], method), `${method} ${path}`).toEqual(expected);
      const { status } = await send(`${origin.toUpperCase()}${path}`, [], method);
      expect(status, `${method} ${path}`).toBe(expected.status);
    }
  }
});

it.each(['/index.html/', '/data/manifest.json/', '/data/manifest.json%00', '/data/..%00/manifest.json'])(
  'finds no file at a URL that differs slightly from the URL of a file: %s',
  async (path) => {
    const { status, headers } = await send(path);
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^text\/plain|^application\/json/);
    expect(headers['retry-after']).toBe(undefined);
  },
);

it('sends the page for a URL without a path', async () => {
  expect(await send(new URL(root).origin)).toEqual(await send('/'));
});

it('responds to OPTIONS * without a page', async () => {
  const { status, headers } = await send('*', [], 'OPTIONS');
  expect(status).toBe(204);
  expect(headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' });
});

it.each([list, record, '/robots.txt', '/data/manifest.json', '/'])(
  'ignores conditional headers other than If-None-Match: %s',
  async (path) => {
    const withoutConditions = await send(path);
    expect(withoutConditions.status).toBe(200);
    for (const condition of [
      'If-Match: "another"',
      'If-Match: *',
      'If-Match: \u00b4',
      'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
      'If-Unmodified-Since: yesterday',
      'If-Match: ',
      'If-Unmodified-Since: ',
    ]) {
      expect(await send(path, [condition]), condition).toEqual(withoutConditions);
    }
  },
);

it('uses the host of an absolute URL in links', async () => {
  const { body } = await send('http://data.example.org/webapi/v1/RawData?pageNumber=1&pageSize=1');
  expect(body).toContain('"NextPageLink":"http://data.example.org/webapi/v1/RawData?pageNumber=2');
});
