import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeSmallSite } from '../../support/small-site.ts';
import { startHost } from '../../support/start-host.ts';
import { type RawResponse, sendBytes } from '../hostile/send-bytes.ts';

/* A page without its headers could be framed. So every spelling of its URL must return the page with them, or a 404. */

const pages = ['', 'index.html', 'docs/', 'docs/index.html', '%69ndex.html', 'x/../index.html', './docs/', '?a=1'];
const notFound = [
  ...['/', '//', '/index.html', '/docs/', 'docs//', 'docs//index.html', 'docs///', './/index.html', 'x/..//index.html'],
  ...['index.html.br', 'index.html.gz', 'docs/index.html.br', 'docs/index.html.gz', 'index.html%2ebr', 'index.html/'],
];

let folder: string;
let site: string;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-policies-'));
  site = join(folder, 'site');
  await writeSmallSite(site, 'static');
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true });
});

const hosts = ['node', 'workerd'] as const;

async function start(host: (typeof hosts)[number], basePath: string): Promise<URL> {
  const hostFolder = join(folder, host + basePath.replaceAll('/', '-'));
  const server = await startHost(host, hostFolder, { siteDirectory: site, basePath });
  running.push(server);
  return server.address;
}

async function send(root: URL, method: string, path: string, encoding = 'identity'): Promise<RawResponse> {
  const request = [`${method} ${root.pathname}${path} HTTP/1.1`, `Host: ${root.host}`, `Accept-Encoding: ${encoding}`];
  return sendBytes(root, Buffer.from([...request, 'Connection: close', '', ''].join('\r\n')));
}

describe.each(hosts)('on %s', (host) => {
  describe.each(['/', '/coast/'])('under %s', (basePath) => {
    let root: URL;
    beforeAll(async () => {
      root = await start(host, basePath);
    });

    it('a page has its headers for several spellings of its URL, for GET and HEAD, in every encoding', async () => {
      for (const path of pages) {
        for (const method of ['GET', 'HEAD']) {
          for (const encoding of ['identity', 'gzip', 'br']) {
            const { status, headers } = await send(root, method, path, encoding);
            const found = [status, headers['content-type'], headers['x-content-type-options']];
            expect([method, path, encoding, ...found, headers['content-security-policy']]).toEqual([
              ...[method, path, encoding, 200, 'text/html; charset=UTF-8', 'nosniff', "frame-ancestors 'none'"],
            ]);
          }
        }
      }
    });

    it('other spellings of its URL are not found', async () => {
      for (const path of notFound) {
        const { status, headers } = await send(root, 'GET', path);
        const described = [path, status, headers['content-type'], headers['x-content-type-options']];
        expect(described).toEqual([path, 404, 'text/plain; charset=UTF-8', 'nosniff']);
      }
    });

    it('the response to a refused method is plain text', async () => {
      const { status, headers } = await send(root, 'POST', '');
      expect([status, headers['content-type']]).toEqual([405, 'text/plain; charset=UTF-8']);
      expect(headers['x-content-type-options']).toBe('nosniff');
    });
  });
});
