import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileHeaders } from '../../../core/http/file-headers.ts';
import { createEdgeHandler } from '../../../hosts/edge/edge-handler.ts';
import { listen } from '../../../hosts/node/listen.ts';
import type { RunningServer } from '../../support/run-node.ts';
import { startHost } from '../../support/start-host.ts';
import { isFullSize, printedRandom, sizeOf } from '../../support/test-size.ts';
import { compressionSuffixes } from '../cases/method-cases.ts';
import { sendOverHttp } from '../check-case.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* Range requests, entity tags and CORS on every host that runs code, compared with the files byte for byte. */

const random = printedRandom('byte ranges');
const folder = temporaryFolder();
let site: string;
let files: string[];

beforeAll(async () => {
  site = join(folder, 'site');
  await writeFixtureSite(site, 'compute');
  await writeFile(join(site, 'downloads/empty.csv'), '');
  await writeFile(join(site, 'page.html'), '<title>A page</title>');
  const hashed = (await readdir(join(site, 'data'))).filter((name) => /^[0-9a-f]{32}\.(?:bin|json)$/.test(name));
  const hashedDownload = (await readdir(join(site, 'downloads'))).find((name) => /^RawData\.\w{16}\.fgb$/.test(name));
  files = [
    ...['fgb', 'csv'].map((extension) => `downloads/RawData.${extension}`),
    ...(isFullSize ? ['downloads/RawData.parquet', 'downloads/RawData.geojson', 'downloads/checksums.txt'] : []),
    `downloads/${hashedDownload ?? ''}`,
    ...hashed.slice(0, isFullSize ? 3 : 1).map((name) => `data/${name}`),
    'data/manifest.json',
  ];
});

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const strongTag = /^"[^"]+"$/;
const exposed = Object.fromEntries(Object.entries(openFileHeaders).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * `edge`: the handler of the edge host over a store that ignores Range and sends weak tags. The soak tests add another
 * base path, and the handler in workerd.
 */
const hosts = [
  { name: 'node', basePath: '/' },
  { name: 'edge', basePath: '/coast/' },
  ...(isFullSize
    ? ([
        { name: 'node', basePath: '/coast/' },
        { name: 'workerd', basePath: '/' },
        { name: 'workerd', basePath: '/coast/' },
      ] as const)
    : []),
] as const;

async function startEdgeOverPlainStore(basePath: string): Promise<Pick<RunningServer, 'address'> & { stop(): void }> {
  const files = sirv(site, { dev: true, etag: true });
  const store = createServer((request, response) => {
    delete request.headers.range;
    files(request, response);
  });
  const filesUrl = await listen(store, { port: 0, host: '127.0.0.1', basePath: '/' });
  const handle = createEdgeHandler();
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const headers = new Headers(request.headers as Record<string, string>);
    const webRequest = new Request(new URL(url, 'http://edge.example'), { method, headers });
    void handle(webRequest, { filesUrl, fetch: (each) => fetch(each), basePath, compresses: true }).then(
      async ({ status, headers, body }) => {
        response.writeHead(status, Object.fromEntries(headers));
        if (body) await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => response.destroy());
        else response.end();
      },
    );
  });
  const address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath }));
  const stop = (): void => {
    for (const each of [server, store]) {
      each.close();
      each.closeAllConnections();
    }
  };
  return { address, stop };
}

describe.each(hosts)('with range requests, $name under $basePath', ({ name, basePath }) => {
  let host: Pick<RunningServer, 'address'> & { stop(): unknown };

  beforeAll(async () => {
    const hostFolder = join(folder, `${name}${basePath.replaceAll('/', '-')}`);
    host =
      name === 'edge'
        ? await startEdgeOverPlainStore(basePath)
        : await startHost(name, hostFolder, { siteDirectory: site, basePath });
  });
  afterAll(() => host.stop());

  async function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
    const { pathname } = new URL(path, host.address);
    const received = await sendOverHttp(host.address, { method, path: pathname, headers });
    return { ...received, body: Buffer.from(received.bytes ?? '') };
  }

  it('sends every complete file with a strong tag, and different files with different tags', async () => {
    const tags = new Map<string, string>();
    for (const path of files) {
      const bytes = await readFile(join(site, path));
      const { status, headers, body } = await send(path);
      expect([path, status, body.equals(bytes)]).toEqual([path, 200, true]);
      expect(headers).toMatchObject({ ...exposed, 'accept-ranges': 'bytes', 'content-length': `${bytes.length}` });
      expect(headers.etag).toMatch(strongTag);
      tags.set(path, headers.etag ?? '');
      const head = await send(path, {}, 'HEAD');
      expect([head.status, head.headers.etag, head.headers['content-length'], head.body.length]).toEqual([
        ...[200, headers.etag, `${bytes.length}`, 0],
      ]);
    }
    const contents = await Promise.all(files.map((path) => readFile(join(site, path), 'latin1')));
    // A download has the same content under both of its names.
    expect(new Set(tags.values()).size).toBeGreaterThanOrEqual(new Set(contents).size);
  });

  it('sends the bytes of any range, also to a client that accepts compression', async () => {
    for (const path of files) {
      const bytes = await readFile(join(site, path));
      const size = bytes.length;
      const { etag } = (await send(path, {}, 'HEAD')).headers;
      const wanted: [range: string, first: number, last: number][] = [
        ['bytes=0-0', 0, 0],
        ['bytes=0-', 0, size - 1],
        ['bytes=-8', size - 8, size - 1],
        ['bytes=-1', size - 1, size - 1],
        [`bytes=${size - 1}-${size + 500}`, size - 1, size - 1],
      ];
      for (let count = 0; count < sizeOf(12); count++) {
        const first = Math.floor(random.unit() * size);
        const last = Math.min(size - 1, first + Math.floor(random.unit() ** 3 * size));
        wanted.push([`bytes=${first}-${last}`, first, last]);
      }
      for (const [range, first, last] of wanted) {
        for (const more of [{}, { 'Accept-Encoding': 'gzip, br' }, { 'If-Range': etag ?? '' }]) {
          const { status, headers, body } = await send(path, { Range: range, ...more });
          const what = `${range} of ${path} with ${JSON.stringify(more)}`;
          expect([what, status, headers['content-range']]).toEqual([what, 206, `bytes ${first}-${last}/${size}`]);
          expect(body.equals(bytes.subarray(first, last + 1)), what).toBe(true);
          expect(headers).toMatchObject({ ...exposed, etag, 'content-length': `${last - first + 1}` });
          expect(headers['content-encoding']).toBeUndefined();
        }
      }
    }
  });

  it('sends the complete file when If-Range names other content or is not a strong tag', async () => {
    for (const path of files) {
      const bytes = await readFile(join(site, path));
      const { etag = '', 'last-modified': modified = '' } = (await send(path, {}, 'HEAD')).headers;
      for (const condition of [`W/${etag}`, '"another"', etag.slice(0, -2) + '"', new Date(0).toUTCString()]) {
        const { status, body } = await send(path, { Range: 'bytes=0-3', 'If-Range': condition });
        expect([path, condition, status, body.equals(bytes)]).toEqual([path, condition, 200, true]);
      }
      if (modified !== '') {
        expect((await send(path, { Range: 'bytes=0-3', 'If-Range': modified })).status).toBe(200);
      }
    }
  });

  it('refuses a range after the end and reports the size of the file, also to other sites', async () => {
    for (const path of files) {
      const { length } = await readFile(join(site, path));
      for (const range of [`bytes=${length}-`, `bytes=${length + 5}-${length + 9}`]) {
        const { status, headers, body } = await send(path, { Range: range });
        expect([path, range, status]).toEqual([path, range, 416]);
        expect(headers).toMatchObject({ ...exposed, 'content-range': `bytes */${length}` });
        expect(headers['cache-control']).toMatch(/no-store$/);
        expect(body.toString()).not.toContain('<');
      }
    }
  });

  it('never sends wrong bytes for a malformed range or several ranges', async () => {
    for (const path of files.slice(0, 3)) {
      const bytes = await readFile(join(site, path));
      const malformed = ['bytes=5-1', 'bytes=', 'bytes=a-b', 'lines=1-2', '5-6', 'bytes=0-1,9-12', 'bytes=-0'];
      for (const range of malformed) {
        const { status, body } = await send(path, { Range: range });
        expect([path, range, status]).toEqual([path, range, range === 'bytes=-0' ? 416 : 200]);
        if (status === 200) expect(body.equals(bytes)).toBe(true);
      }
    }
  });

  it('evaluates If-None-Match before Range', async () => {
    for (const path of files) {
      const { etag = '', 'cache-control': caching } = (await send(path, {}, 'HEAD')).headers;
      for (const tags of [etag, `W/${etag}`, `"another", ${etag}`]) {
        const { status, headers, body } = await send(path, { 'If-None-Match': tags, Range: 'bytes=0-3' });
        expect([path, tags, status, body.length]).toEqual([path, tags, 304, 0]);
        expect(headers).toMatchObject({ ...exposed, etag, 'cache-control': caching });
      }
      const changed = await send(path, { 'If-None-Match': '"another"', Range: 'bytes=0-3' });
      expect([path, changed.status, changed.body.length]).toEqual([path, 206, 4]);
    }
  });

  it('gives compressed copies their own strong tags, which do not match the uncompressed file', async () => {
    let isCompressed = false;
    for (const path of files) {
      const bytes = await readFile(join(site, path));
      const { etag } = (await send(path, {}, 'HEAD')).headers;
      for (const [accepted, decode] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        const { headers, body } = await send(path, { 'Accept-Encoding': accepted });
        expect(headers.etag).toMatch(strongTag);
        const encoding = headers['content-encoding'];
        expect([path, (encoding ? decode(body) : body).equals(bytes)]).toEqual([path, true]);
        expect([path, headers.etag === etag]).toEqual([path, encoding === undefined]);
        if (encoding === undefined) continue;
        isCompressed = true;
        expect([path, headers.vary]).toEqual([path, 'Accept-Encoding']);
        const again = await send(path, { 'Accept-Encoding': accepted, 'If-None-Match': headers.etag ?? '' });
        expect([path, again.status, again.headers.etag, again.headers.vary]).toEqual([
          ...[path, 304, headers.etag, 'Accept-Encoding'],
        ]);
        const part = await send(path, { Range: 'bytes=0-3', 'If-Range': headers.etag ?? '' });
        expect([path, part.status, part.body.equals(bytes)]).toEqual([path, 200, true]);
        // Chromium sends this when it has cached the compressed file and needs a part.
        const held = await send(path, { Range: 'bytes=0-3', 'If-None-Match': headers.etag ?? '' });
        expect([path, held.status, held.body.length, held.headers.vary]).toEqual([path, 206, 4, 'Accept-Encoding']);
      }
    }
    expect(isCompressed).toBe(true);
  });

  it('accepts tags with the suffix of a proxy that compresses in If-None-Match, but not for parts of a file', async () => {
    const data = files.find((path) => path.startsWith('data/')) ?? '';
    const isEdge = name === 'edge' || name === 'workerd';
    const gzip: Record<string, string> = isEdge ? { 'Accept-Encoding': 'gzip' } : {};
    for (const path of ['downloads/RawData.csv', data, 'data/manifest.json', 'page.html']) {
      const bytes = await readFile(join(site, path));
      const { etag } = (await send(path)).headers;
      if (etag === undefined) {
        // The file store of workerd sends no tags, so pages have none.
        expect([name, path]).toEqual(['workerd', 'page.html']);
        continue;
      }
      for (const suffix of compressionSuffixes) {
        const suffixed = etag.replace(/"$/, `${suffix}"`);
        for (const tag of [suffixed, suffixed.startsWith('W/') ? suffixed.slice(2) : `W/${suffixed}`]) {
          const tags = `"other-gzip", ${tag},W/"another"`;
          const { status, headers, body } = await send(path, {
            'If-None-Match': tags,
            'Cache-Control': 'no-cache',
            ...gzip,
          });
          expect([path, tag, status, body.length]).toEqual([path, tag, 304, 0]);
          // The edge host itself has this tag for a compressed copy, which not every client of a cache can read.
          if (isEdge && path !== 'page.html') expect((await send(path, { 'If-None-Match': tags })).status).toBe(200);
          // A cache must not store the strong tag of the uncompressed file with compressed bytes.
          if (path !== 'page.html') expect([path, headers.etag]).toEqual([path, tag]);
        }
        if (path === 'page.html') continue;
        const part = { Range: 'bytes=0-3' };
        const resumed = await send(path, { ...part, 'If-Range': suffixed });
        expect([path, suffixed, resumed.status, resumed.body.equals(bytes)]).toEqual([path, suffixed, 200, true]);
        const cached = await send(path, { ...part, 'If-None-Match': suffixed });
        expect([path, suffixed, cached.status, cached.headers.etag]).toEqual([path, suffixed, 206, etag]);
      }
    }
  });

  it('grants the CORS preflight for files that other sites may read, and for no others', async () => {
    const preflight = {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'if-range,range',
    };
    for (const path of [...files, 'downloads/Missing.fgb']) {
      const { status, headers, body } = await send(path, preflight, 'OPTIONS');
      expect([path, status, body.length]).toEqual([path, 204, 0]);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': 'Range, If-Range, If-None-Match, If-Modified-Since',
        'access-control-max-age': '86400',
      });
    }
    const closed = await send('index.html', preflight, 'OPTIONS');
    expect([closed.status, closed.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(closed.headers['access-control-allow-origin']).toBeUndefined();
    const write = await send('downloads/RawData.csv', {}, 'PUT');
    expect([write.status, write.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
