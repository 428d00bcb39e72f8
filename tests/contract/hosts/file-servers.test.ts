import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  allowsAnyOrigin,
  contentTypes,
  fileSecurityHeaders,
  immutableCacheControl,
} from '../../../core/http/file-headers.ts';
import { hasServer, startPlainServer } from '../../support/start-host.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { allCases } from '../all-cases.ts';
import { checkEach, differences, hostAt, sendOverHttp, type ReceivedResponse } from '../check-case.ts';
import { isForFiles } from '../contract-cases.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/* A static tree on nginx and Caddy with the configurations in `deploy/`: only files, and no handler. */

const cases = allCases.filter(isForFiles);

const folder = temporaryFolder();
let site: string;
let dataVersion: string;

beforeAll(async () => {
  const tree = join(folder, 'tree');
  ({ dataVersion } = await writeSmallSite(tree, 'static'));
  await mkdir(join(tree, 'embed'));
  await mkdir(join(tree, 'types'));
  await writeFile(join(tree, 'embed/index.html'), '<title>Map</title>');
  for (const extension of Object.keys(contentTypes)) await writeFile(join(tree, `types/a.${extension}`), 'a');
  for (const name of ['_headers', '.htpasswd']) await writeFile(join(tree, name), 'not for readers');
  await writeFile(join(folder, 'secret.txt'), 'not for readers');
  await symlink('../secret.txt', join(tree, 'link.txt'));
  // A link to the tree, as publishing creates.
  site = join(folder, 'site');
  await symlink('tree', site);
});

describe.each(['nginx', 'caddy'] as const)('a static tree on %s', (name) => {
  const isInstalled = hasServer(name);
  if (!isInstalled) console.warn(`${name} is not installed: a static tree on it is SKIPPED.`);

  describe.skipIf(!isInstalled)('the server', () => {
    let server: Awaited<ReturnType<typeof startPlainServer>>;
    beforeAll(async () => {
      server = await startPlainServer(name, join(folder, name), { siteDirectory: site });
    });
    afterAll(() => server.stop());

    const send = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<ReceivedResponse> =>
      sendOverHttp(server.address, { method, path, headers });

    it('accepts its configuration without a warning', () => {
      const command =
        name === 'nginx'
          ? ['-t', '-c', join(folder, name, 'nginx-main.conf')]
          : ['validate', '--adapter', 'caddyfile', '--config', server.configuration];
      const { status, stderr } = spawnSync(name, command, { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      expect(stderr).not.toMatch(/\[warn\]|"level":"warn",.*"logger":"caddyfile"/);
    });

    it(`sends the files at the static paths of the API, in ${cases.length} cases`, async () => {
      const host = hostAt(server.address, dataVersion, true);
      await checkEach(cases, (each) => differences(each, host));
    });

    it('ignores a query at a static path', async () => {
      const whole = await send('/webapi/v1/RawData.json');
      expect(whole.status).toBe(200);
      expect((await send('/webapi/v1/RawData.json?pageNumber=1')).body).toBe(whole.body);
    });

    it('responds to every other path of the API with an error in JSON', async () => {
      for (const [path, method, status] of [
        ['RawData', 'GET', 404],
        ['RawData?pageNumber=1', 'GET', 404],
        ['RawData/999999999.json', 'GET', 404],
        ['RawData/pages/desc/99.json', 'GET', 404],
        ['Sharks.json', 'GET', 404],
        ['a"b', 'GET', 404],
        ['RawData.json', 'POST', 405],
      ] as const) {
        const { status: found, headers, body } = await send(`/webapi/v1/${path}`, {}, method);
        expect([path, found, headers['content-type']]).toEqual([path, status, 'application/json; charset=UTF-8']);
        expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
        const problem = JSON.parse(body) as Readonly<Record<string, unknown>>;
        expect(Object.keys(problem).join()).toBe('DeveloperMessage,ClientMessage,StackTrace,ErrorNumber,ErrorLink');
        expect(problem['DeveloperMessage']).toContain('/webapi/v1/{Dataset}/pages/{asc|desc}/{n}.json');
      }
    });

    it('sends pages with their headers, and lets other sites frame only the page for embedding', async () => {
      for (const path of ['/', '/index.html', '/?c=-31.99,115.75', '/docs/', '/embed/', '/embed/index.html']) {
        const { status, headers } = await send(path);
        expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=UTF-8']);
        expect(headers['cache-control']).toBe('no-cache');
        for (const [header, value] of Object.entries(fileSecurityHeaders)) {
          expect([path, headers[header.toLowerCase()]]).toEqual([path, value]);
        }
        const policy = path.startsWith('/embed/') ? /^undefined$|^frame-ancestors \*$/ : /^frame-ancestors 'none'$/;
        expect(String(headers['content-security-policy'])).toMatch(policy);
      }
      const { status, headers } = await send('/embed?place=1');
      expect([301, 308]).toContain(status);
      expect(new URL(headers['location'] ?? '', server.address).pathname).toBe('/embed/');
    });

    it('sends every file with its type', async () => {
      for (const [extension, type] of Object.entries(contentTypes)) {
        expect([extension, (await send(`/types/a.${extension}`)).headers['content-type']]).toEqual([extension, type]);
      }
    });

    it('lets clients cache hashed names forever, and scripts of other sites read the data', async () => {
      const hashed = (await readdir(join(site, 'data'))).find((file) => /^[0-9a-f]{32}\.bin$/.test(file)) ?? '';
      const download = (await readdir(join(site, 'downloads'))).find((file) => /^RawData\.\w{16}\.csv$/.test(file));
      const immutable = [`data/${hashed}`, `downloads/${download ?? ''}`, 'assets/page-1a2b3c4d.js'];
      const revalidated = ['data/manifest.json', 'downloads/RawData.csv', 'sw.js', 'feeds/records.atom', 'sitemap.xml'];
      for (const path of [...immutable, ...revalidated, 'datapackage.json', 'client/coastwatch-client.js']) {
        const { status, headers } = await send(`/${path}`);
        expect([path, status, headers['cache-control']]).toEqual([
          path,
          200,
          immutable.includes(path) ? immutableCacheControl : 'no-cache',
        ]);
        const origin = allowsAnyOrigin(path) ? '*' : undefined;
        expect([path, headers['access-control-allow-origin']]).toEqual([path, origin]);
        const tag = headers['etag'] ?? '';
        const { status: again, headers: unchanged } = await send(`/${path}`, { 'If-None-Match': tag });
        expect([path, again, unchanged['cache-control']]).toEqual([path, 304, headers['cache-control']]);
      }
      const preflight = await send('/downloads/RawData.fgb', { Origin: 'https://elsewhere.example' }, 'OPTIONS');
      expect(preflight.status).toBe(204);
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Range, If-Range, If-None-Match, If-Modified-Since',
      });
    });

    it('sends compressed copies, but parts of the file itself', async () => {
      const bytes = await readFile(join(site, 'downloads/RawData.csv'));
      const compressed = await send('/downloads/RawData.csv', { 'Accept-Encoding': 'gzip' });
      expect([compressed.headers['content-encoding'], compressed.headers['vary']]).toEqual(['gzip', 'Accept-Encoding']);
      expect(gunzipSync(compressed.bytes ?? '').equals(bytes)).toBe(true);
      const part = await send('/downloads/RawData.csv', { 'Accept-Encoding': 'gzip, br', Range: 'bytes=3-40' });
      expect([part.status, part.body]).toEqual([206, bytes.subarray(3, 41).toString()]);
      expect(part.headers['content-encoding']).toBeUndefined();
      expect(part.headers['access-control-allow-origin']).toBe('*');
    });

    it('sends the 404 page for unknown paths, and hides files for hosts and links that lead out of the tree', async () => {
      const missing = ['/nope', '/docs/nope/', '/assets/nope.js', `/data/${'0'.repeat(32)}.bin`];
      // Caddy follows links and has no setting that prevents it.
      const hidden = ['/_headers', '/.htpasswd', '/data/.index.json', ...(name === 'nginx' ? ['/link.txt'] : [])];
      for (const path of [...missing, ...hidden]) {
        const { status, headers, body } = await send(path);
        expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=UTF-8']);
        expect(body).toContain('<h1>Page not found</h1>');
        expect(headers['cache-control']).toBe('no-store');
      }
    });
  });
});
