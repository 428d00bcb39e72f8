import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeSmallSite } from '../../support/small-site.ts';
import { startHost, type TestedHost, hasServer } from '../../support/start-host.ts';
import { type RawResponse, sendBytes } from './send-bytes.ts';
import { oracleRecords } from '../oracle.ts';

/* Unusual requests, such as absolute URLs in the request line and conditional headers other than If-None-Match. */

let folder: string;
let site: string;
let nodeOrigin: string;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-unusual-'));
  site = join(folder, 'site');
  await writeSmallSite(site, 'static');
  nodeOrigin = new URL(await start('node', '/')).origin;
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true });
});

const hosts = ['node', 'nginx', 'nginx in front of node', 'caddy', 'caddy in front of node'] as const;

async function start(host: (typeof hosts)[number], basePath: string): Promise<string> {
  const proxyTo = host.endsWith('in front of node') ? nodeOrigin : undefined;
  const hostFolder = join(folder, host.replaceAll(' ', '-'));
  const server = await startHost(host.split(' ')[0] as TestedHost, hostFolder, {
    siteDirectory: site,
    basePath,
    proxyTo,
  });
  running.push(server);
  return server.address.href;
}

async function send(root: string, target: string, lines: readonly string[] = [], method = 'GET'): Promise<RawResponse> {
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

const record = `/webapi/v1/RawData/${oracleRecords.RawData[0]?.identifier ?? 0}`;
const list = '/webapi/v1/CoastalFeatures';
const isInstalled = (host: string): boolean =>
  host === 'node' || hasServer(host.startsWith('nginx') ? 'nginx' : 'caddy');

describe.each(hosts.filter(isInstalled))('%s', (host) => {
  let root: string;
  beforeAll(async () => {
    root = await start(host, '/');
  });

  it('responds to an absolute URL as to its path', async () => {
    for (const path of [
      ...[record, list, `${list}?pageNumber=0`, '/webapi/v1/RawData/x', '/webapi/v1/Sharks'],
      ...['/webapi/v1/RawData/pages/asc/1.json', '/', '/index.html', '/robots.txt', '/data/manifest.json'],
      ...['/no-such-file.txt', '/_headers'],
    ]) {
      const { origin } = new URL(root);
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
        const expected = await send(root, path, [], method);
        expect(await send(root, origin + path, [], method), `${method} ${path}`).toEqual(expected);
        const { status } = await send(root, `${origin.toUpperCase()}${path}`, [], method);
        expect(status, `${method} ${path}`).toBe(expected.status);
      }
    }
  });

  it.each(['/index.html/', '/data/manifest.json/', '/data/manifest.json%00', '/data/..%00/manifest.json'])(
    'finds no file at a URL that differs slightly from the URL of a file: %s',
    async (path) => {
      const { status, headers } = await send(root, path);
      // nginx refuses a NUL before it applies any configuration.
      expect(status).toBe(path.includes('%00') && host.startsWith('nginx') ? 400 : 404);
      expect(headers['content-type']).toMatch(/^text\/plain|^application\/json/);
      expect(headers['retry-after']).toBe(undefined);
    },
  );

  it('sends the page for a URL without a path', async () => {
    expect(await send(root, new URL(root).origin)).toEqual(await send(root, '/'));
  });

  it('responds to OPTIONS * without a page', async () => {
    const { status, headers } = await send(root, '*', [], 'OPTIONS');
    // nginx refuses it and Caddy grants it before they apply any configuration.
    expect(status).toBe(host === 'node' ? 204 : host.startsWith('nginx') ? 400 : 200);
    expect(headers['content-type'] ?? '').not.toContain('html');
    if (host === 'node')
      expect(headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' });
  });

  it.each([list, record, '/robots.txt', '/data/manifest.json', '/'])(
    'ignores conditional headers other than If-None-Match: %s',
    async (path) => {
      const withoutConditions = await send(root, path);
      expect(withoutConditions.status).toBe(200);
      for (const condition of [
        'If-Match: "another"',
        'If-Match: *',
        'If-Match: \u00b4',
        'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
        'If-Unmodified-Since: yesterday',
      ]) {
        expect(await send(root, path, [condition]), condition).toEqual(withoutConditions);
      }
      // The configuration of nginx cannot distinguish an empty header from an absent one, so nginx refuses it.
      for (const empty of ['If-Match: ', 'If-Unmodified-Since: ']) {
        const response = await send(root, path, [empty]);
        if (response.status === 200) expect(response, empty).toEqual(withoutConditions);
        else {
          expect([host.startsWith('nginx'), response.status], empty).toEqual([true, 400]);
          expect(JSON.parse(response.body), empty).toHaveProperty(
            'ClientMessage',
            'The request could not be understood.',
          );
        }
      }
    },
  );
});

it('uses the host of an absolute URL in links', async () => {
  const root = await start('node', '/');
  const { body } = await send(root, 'http://data.example.org/webapi/v1/RawData?pageNumber=1&pageSize=1');
  expect(body).toContain('"NextPageLink":"http://data.example.org/webapi/v1/RawData?pageNumber=2');
});
