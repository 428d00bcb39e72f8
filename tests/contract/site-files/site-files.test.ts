import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { embedModulePath, embedPagePath, withEmbedOrigins } from '../../../core/http/embedding.ts';
import { fileSecurityHeaders } from '../../../core/http/file-headers.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { startHost } from '../../support/start-host.ts';
import { fixtureOracle } from '../fixture/fixture-oracle.ts';
import { type RawResponse, sendBytes } from '../hostile/send-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/*
 * The files of a static site on the hosts that run code, at the root and under a base path: its pages, the responses of
 * the API that it contains as files, files for hosts, and the page for unknown paths.
 */

/** Files for hosts and tools, which must not be sent to visitors. */
const forHosts = [
  ...['_headers', '_redirects', '_routes.json', '_worker.js/index.js.js', '_headers.html'],
  ...['.assetsignore', '.nojekyll', '.git/config.json', 'data/.index.json', 'CNAME'],
];
const embedPage = '<!doctype html><meta name="coastwatch-embed-origins" content="*" /><title>Map</title>';

const folder = temporaryFolder();
let siteDirectory: string;
beforeAll(async () => {
  // The site is built for the root. Hosts that run code adapt the links of the 404 page to their base path.
  siteDirectory = join(folder, 'site');
  await writeSmallSite(siteDirectory, 'static');
  const files = {
    ...Object.fromEntries(forHosts.map((path) => [path, 'not for readers'])),
    [embedPagePath]: withEmbedOrigins(embedPage, ['https://news.example.org', "'self'"]),
    [embedModulePath]: 'export {};\n',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(siteDirectory, path)), { recursive: true });
    await writeFile(join(siteDirectory, path), text);
  }
});

const identifier = fixtureOracle.records.RawData[0]?.identifier ?? 0;
const apiFiles = [
  ...['RawData.json', 'RawData.json.br', `RawData/${identifier}.json`],
  ...['RawData/pages/desc/1.json', 'RawData/pages/desc/1.json.br'],
];
const query = 'pageNumber=1&latitude=-32&longitude=115';

/** Paths that some part of a server may mistake for a file of the API. */
function spellingsOfApiFile(file: string): string[] {
  const path = `v1/${file}`;
  return [
    ...[`webapi/${path}`, `/webapi/${path}`, `///webapi/${path}`, `./webapi/${path}`, `.//webapi/${path}`],
    ...[`x/../webapi/${path}`, `x/%2e%2e/webapi/${path}`, `x/..%2fwebapi/${path}`, `..//webapi/${path}`],
    ...[`data/..//webapi/${path}`, `%77ebapi/${path}`, `%2fwebapi/${path}`, `webapi%2f${path}`],
    ...[`webapi/%2e/${path}`, `webapi/x/../${path}`, `WEBAPI/${path}`, `webapi/V1/${file}`, `webapi//${path}`],
    ...[`webapi/${path}/`, `webapi\\${path}`, `%77ebapi%2f${path.replaceAll('/', '%2f')}`],
  ];
}

const spellingsOfFile = (path: string): string[] => [
  ...[path, `${path}?a=1`, `/${path}`, `./${path}`, `assets/../${path}`],
  path.replace(/[a-z_.]/, (character) => `%${character.charCodeAt(0).toString(16)}`),
];

/** What a browser sends when a person opens a URL. */
const asBrowser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };

describe.each([
  { host: 'node', basePath: '/' },
  { host: 'node', basePath: '/coast/' },
  { host: 'workerd', basePath: '/' },
  { host: 'workerd', basePath: '/coast/' },
] as const)('on $host under $basePath', ({ host, basePath }) => {
  let server: Awaited<ReturnType<typeof startHost>>;
  let root: URL;
  beforeAll(async () => {
    const hostFolder = join(folder, `${host}${basePath.replaceAll('/', '-')}`);
    server = await startHost(host, hostFolder, { siteDirectory, basePath });
    root = server.address;
  });
  afterAll(() => server.stop());

  /** Sends a request for a path exactly as written. */
  function send(path: string, method = 'GET', encoding = 'identity'): Promise<RawResponse> {
    const lines = [`${method} ${basePath}${path} HTTP/1.1`, `Host: ${root.host}`, `Accept-Encoding: ${encoding}`];
    return sendBytes(root, Buffer.from([...lines, 'Connection: close', '', ''].join('\r\n')));
  }
  const open = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(root.href + path, { method, headers: { ...asBrowser, ...headers }, redirect: 'manual' });

  it('a page has its headers at several spellings of its URL, for GET and HEAD, in every encoding', async () => {
    // A page without its headers could be framed.
    const pages = ['', 'index.html', 'docs/', 'docs/index.html', '%69ndex.html', 'x/../index.html', './docs/', '?a=1'];
    for (const path of pages) {
      for (const method of ['GET', 'HEAD']) {
        for (const encoding of ['identity', 'gzip', 'br']) {
          const { status, headers } = await send(path, method, encoding);
          const found = [status, headers['content-type'], headers['x-content-type-options']];
          expect([method, path, encoding, ...found, headers['content-security-policy']]).toEqual([
            ...[method, path, encoding, 200, 'text/html; charset=UTF-8', 'nosniff', "frame-ancestors 'none'"],
          ]);
        }
      }
    }
  });

  it('other spellings of its URL are not found, and other methods are refused', async () => {
    for (const path of [
      ...['/', '//', '/index.html', '/docs/', 'docs//', 'docs//index.html', 'docs///', './/index.html'],
      ...['x/..//index.html', 'index.html.br', 'index.html.gz', 'docs/index.html.br', 'docs/index.html.gz'],
      ...['index.html%2ebr', 'index.html/'],
    ]) {
      const { status, headers } = await send(path);
      const described = [path, status, headers['content-type'], headers['x-content-type-options']];
      expect(described).toEqual([path, 404, 'text/plain; charset=UTF-8', 'nosniff']);
    }
    const { status, headers } = await send('', 'POST');
    expect([status, headers['content-type']]).toEqual([405, 'text/plain; charset=UTF-8']);
  });

  it('no spelling of an API file returns it for a query', async () => {
    // At its own path, parameters are refused.
    const sent: string[] = [];
    for (const path of apiFiles.flatMap(spellingsOfApiFile)) {
      const { status } = await send(`${path}?${query}`);
      if (![301, 308, 400, 404].includes(status)) sent.push(`${path}: ${status}`);
    }
    expect(sent).toEqual([]);
    expect((await send('webapi/v1/RawData')).status).toBe(200);
    expect((await send(`data/manifest.json?${query}`)).status).toBe(200);
  });

  it('files for hosts look missing to visitors', async () => {
    const sendWithoutDate = async (path: string): Promise<RawResponse> => {
      const { headers, ...response } = await send(path);
      return { ...response, headers: { ...headers, date: '' } };
    };
    const exposed: string[] = [];
    const notFound = await sendWithoutDate('no-such-file.txt');
    for (const path of forHosts.flatMap(spellingsOfFile)) {
      const response = await sendWithoutDate(path);
      // A missing file under data/, whose first letter may be percent-encoded, has other headers.
      const expected = path.includes('ata/') ? await sendWithoutDate(path.replace('.index', 'no-such-file')) : notFound;
      expect(expected.status).toBe(404);
      if (!isDeepStrictEqual(response, expected)) exposed.push(`${path}: ${JSON.stringify(response)}`);
    }
    expect(exposed).toEqual([]);
    expect((await send('robots.txt')).status).toBe(200);
  });

  it('the page for embedding may be framed by the sites that it names, and its module loaded by any site', async () => {
    for (const path of ['embed/', 'embed/index.html', 'embed/?place=1']) {
      const response = await open(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).toContain('<title>Map</title>');
      expect(response.headers.get('Content-Security-Policy')).toBe("frame-ancestors https://news.example.org 'self'");
    }
    for (const query of ['', '?place=1&r=5']) {
      const { status, headers } = await open(`embed${query}`);
      expect([status, headers.get('Cache-Control')]).toEqual([301, 'no-cache']);
      expect(new URL(headers.get('Location') ?? '', root).href).toBe(new URL(`embed/${query}`, root).href);
    }
    const { status, headers } = await open(embedModulePath);
    expect([status, headers.get('Access-Control-Allow-Origin'), headers.get('Cache-Control')]).toEqual([
      ...[200, '*', 'no-cache'],
    ]);
    expect(headers.get('Content-Type')).toBe('text/javascript; charset=UTF-8');
  });

  it('every unknown path returns the 404 page with its status and headers', async () => {
    for (const path of [
      ...['nope', 'nope/', 'nope.html', 'a/b/c/d', 'docs/nope/', 'docs/nope.html', '404.html', '404.html?a=1'],
      ...['index.html/x', 'embedded', 'assets/nope.js', 'downloads/nope.csv', `data/${'0'.repeat(32)}.bin`],
      ...['_headers', '%3Cb%3E'],
    ]) {
      const response = await open(path);
      const html = await response.text();
      const { headers } = response;
      expect([path, response.status, headers.get('Content-Type')]).toEqual([path, 404, 'text/html; charset=UTF-8']);
      expect(html).toContain('<h1>Page not found</h1>');
      expect(html).toContain('<meta name="robots" content="noindex" />');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Vary')).toContain('Accept');
      expect(headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
      for (const [name, value] of Object.entries(fileSecurityHeaders)) expect(headers.get(name)).toBe(value);
      expect([headers.get('ETag'), headers.get('Last-Modified')]).toEqual([null, null]);
      const head = await open(path, {}, 'HEAD');
      expect([head.status, await head.text()]).toEqual([404, '']);
      for (const name of ['Content-Type', 'Cache-Control', 'Content-Security-Policy']) {
        expect([name, head.headers.get(name)]).toEqual([name, headers.get(name)]);
      }
    }
    const modified = new Date().toUTCString();
    for (const headers of [{ 'If-None-Match': '*' }, { 'If-Modified-Since': modified }, { Range: 'bytes=0-9' }]) {
      const response = await open('nope', headers);
      expect([response.status, (await response.text()).includes('Continue with')]).toEqual([404, true]);
    }
  });

  it('the links of the 404 page lead to pages of the site from any path', async () => {
    const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
    document.write(await (await open('a/b/c/d')).text());
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

  it('scripts and programs receive a line of text for an unknown path, and the API its errors', async () => {
    for (const path of ['nope', 'assets/nope.js']) {
      const { status, headers } = await open(path, { Accept: '*/*' });
      expect([status, headers.get('Content-Type')]).toEqual([404, 'text/plain; charset=UTF-8']);
      expect(headers.get('Vary')).toContain('Accept');
    }
    const response = await open('webapi/v1/Nope');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/json; charset=UTF-8']);
    expect(await response.json()).toHaveProperty('DeveloperMessage');
  });
});
