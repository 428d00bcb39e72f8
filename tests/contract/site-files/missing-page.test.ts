import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fileSecurityHeaders } from '../../../core/site/file-headers.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { startHost } from '../../support/start-host.ts';

/* The page for unknown paths, on every host that runs code, at the root and under a base path. */

/** What a browser sends when a person opens a URL. */
const asBrowser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };
const missing = [
  ...[
    'nope',
    'nope/',
    'nope.html',
    'a/b/c/d',
    'docs/nope/',
    'docs/nope.html',
    '404.html',
    '404.html?a=1',
    'index.html/x',
  ],
  ...['assets/nope.js', 'downloads/nope.csv', `data/${'0'.repeat(32)}.bin`, '_headers', '%3Cb%3E'],
];

let folder: string;
let siteDirectory: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-missing-'));
  // The site is built for the root. Hosts that run code adapt the links of the page to their base path.
  siteDirectory = join(folder, 'site');
  await writeSmallSite(siteDirectory, 'compute');
});
afterAll(() => rm(folder, { recursive: true }));

const cases = (['node', 'workerd'] as const).flatMap((host) =>
  ['/', '/coast/'].map((basePath) => ({ host, basePath })),
);

describe.each(cases)('on $host under $basePath', ({ host, basePath }) => {
  let root: string;
  let server: Awaited<ReturnType<typeof startHost>>;
  beforeAll(async () => {
    const hostFolder = join(folder, `${host}${basePath.replaceAll('/', '-')}`);
    server = await startHost(host, hostFolder, { siteDirectory, basePath });
    root = server.address.href;
  });
  afterAll(async () => {
    await server.stop();
  });
  const get = (path: string, init: RequestInit = {}) =>
    fetch(root + path, { headers: asBrowser, redirect: 'manual', ...init });

  it('every unknown path returns the page with its status and headers', async () => {
    for (const path of missing) {
      const response = await get(path);
      const html = await response.text();
      expect([path, response.status, response.headers.get('Content-Type')]).toEqual([
        path,
        404,
        'text/html; charset=UTF-8',
      ]);
      expect(html).toContain('<h1>Page not found</h1>');
      expect(html).toContain('<meta name="robots" content="noindex" />');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('Vary')).toContain('Accept');
      expect(response.headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
      for (const [name, value] of Object.entries(fileSecurityHeaders)) expect(response.headers.get(name)).toBe(value);
      expect([response.headers.get('ETag'), response.headers.get('Last-Modified')]).toEqual([null, null]);
      const head = await get(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([404, '']);
      for (const name of ['Content-Type', 'Cache-Control', 'Content-Security-Policy']) {
        expect([name, head.headers.get(name)]).toEqual([name, response.headers.get(name)]);
      }
    }
  });

  it('the links of the page lead to pages of the site from any path', async () => {
    const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
    document.write(await (await get('a/b/c/d')).text());
    const links = Array.from(document.querySelectorAll('a[href]'), (link) => link.getAttribute('href') ?? '');
    const targets = [...new Set(links.filter((href) => !href.startsWith('#')).map((href) => href.replace(/#.*/, '')))];
    expect(targets.sort()).toEqual(
      ['', 'docs/', 'docs/changes/', 'docs/data-dictionary/', 'docs/downloads/', 'docs/embedding/'].map(
        (path) => basePath + path,
      ),
    );
    for (const target of targets) expect([target, (await fetch(new URL(target, root))).status]).toEqual([target, 200]);
    expect(document.querySelectorAll('script')).toHaveLength(0);
  });

  it('conditional and range headers do not change the response', async () => {
    for (const headers of [
      { 'If-None-Match': '*' },
      { 'If-Modified-Since': new Date().toUTCString() },
      { Range: 'bytes=0-9' },
    ]) {
      const response = await get('nope', { headers: { ...asBrowser, ...headers } });
      expect([response.status, (await response.text()).includes('Continue with')]).toEqual([404, true]);
    }
  });

  it('scripts and programs receive a line of text, and requests to the API receive its errors', async () => {
    for (const path of ['nope', 'assets/nope.js']) {
      const response = await get(path, { headers: { Accept: '*/*' } });
      expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'text/plain; charset=UTF-8']);
      expect(response.headers.get('Vary')).toContain('Accept');
    }
    const response = await get('webapi/v1/Nope');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/json; charset=UTF-8']);
    expect(await response.json()).toHaveProperty('DeveloperMessage');
  });
});
