import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders, Server } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSite } from '../../build-data/testing/write-site.ts';
import { manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest, encodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { forwardedSchemes } from '../../tests/contract/cases/forwarded-schemes.ts';
import { type ReceivedResponse, sendOverHttp } from '../../tests/contract/check-case.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { sendBytes } from '../../tests/contract/hostile/send-bytes.ts';
import { runCommand } from '../../tests/support/run-node.ts';
import { readServeOptions } from './command/options.ts';
import { listen } from './listen.ts';
import type { ServerRequest } from './observability/route-class.ts';
import { createSiteServer, toApiRequest } from './site-server.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const folder = temporaryFolder();
let site: string;
let server: Server;
let address: URL;

const send = (path: string, headers: OutgoingHttpHeaders = {}, to = address): Promise<ReceivedResponse> =>
  sendOverHttp(to, { method: 'GET', path, headers });

beforeAll(async () => {
  const explorerDirectory = join(folder, 'explorer');
  await mkdir(join(explorerDirectory, 'assets'), { recursive: true });
  await writeFile(join(explorerDirectory, 'index.html'), '<!doctype html><title>Coastwatch</title>'.padEnd(1000));
  await writeFile(join(explorerDirectory, 'sw.js'), '// worker');
  await writeFile(join(explorerDirectory, 'assets/index-abc.js'), '// script'.padEnd(1000));
  await writeFile(join(folder, 'secret.txt'), 'not for the web');
  site = join(folder, 'site');
  await writeSite(fixtureTables(), {
    outputDirectory: site,
    target: 'compute',
    sample: false,
    explorerDirectory,
  });
  server = createSiteServer({ directory: site });
  address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
});
afterAll(() => {
  server.close();
});

describe('the Node host', () => {
  it.each([
    ['/webapi/v1/RawData?pageNumber=1&pageSize=50', 'a buffered response'],
    ['/webapi/v1/RawData', 'a streamed response'],
  ])('compresses %s, %s, if the client accepts it', async (path) => {
    const plain = await send(path);
    const brotli = await send(path, { 'Accept-Encoding': 'br;q=1, gzip;q=0.8' });
    const gzip = await send(path, { 'Accept-Encoding': 'br;q=0, gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const bytes = plain.bytes ?? new Uint8Array();
    expect(Number(plain.headers['content-length'])).toBe(bytes.length);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers['vary']).toBe('Accept-Encoding');
    expect(brotliDecompressSync(brotli.bytes ?? '').equals(bytes)).toBe(true);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes ?? '').equals(bytes)).toBe(true);
    expect(brotli.bytes?.length).toBeLessThan(bytes.length / 3);
  });

  it('uses the Host header in links, and localhost if it is invalid', async () => {
    const linkFor = async (host: string): Promise<string> => {
      const { body } = await send('/webapi/v1/RawData?pageNumber=1', { Host: host });
      return (JSON.parse(body) as { MetaData: { NextPageLink: string } }).MetaData.NextPageLink;
    };
    expect(await linkFor('data.example.org:8443')).toMatch(/^http:\/\/data\.example\.org:8443\/webapi\/v1\/RawData\?/);
    for (const host of [
      'a b',
      '<script>',
      'x/y',
      'user@host',
      'host:99999999',
      '"',
      'x'.repeat(260),
      'x'.repeat(5000),
    ]) {
      expect(await linkFor(host)).toMatch(/^http:\/\/localhost\/webapi\/v1\/RawData\?/);
    }
  });

  it.each(forwardedSchemes)(
    'uses the scheme that a proxy on this machine reports: %j, so %s',
    async (headers, scheme) => {
      const { body } = await send('/webapi/v1/RawData?pageNumber=1', { ...headers, Host: 'data.example.org' });
      const { MetaData } = JSON.parse(body) as { MetaData: { NextPageLink: string } };
      expect(MetaData.NextPageLink).toMatch(new RegExp(`^${scheme}://data\\.example\\.org/webapi/`));
    },
  );

  it('ignores the scheme that a client on another machine reports', () => {
    for (const [headers] of forwardedSchemes) {
      for (const remoteAddress of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', undefined]) {
        const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.toString()]);
        const request = { method: 'GET', url: '/', headers: { host: 'a', ...Object.fromEntries(lowerCase) } };
        const incoming = { ...request, socket: { remoteAddress } } as ServerRequest;
        expect(toApiRequest(incoming, undefined).url).toBe('http://a/');
      }
    }
  });

  it.each([
    ['FOO /webapi/v1/RawData HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
    ['CONNECT /webapi/v1/RawData HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
    [`GET /webapi/v1/RawData?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a.example\r\n\r\n`, 431],
    ['GET /webapi/v1/RawData HTTP/1.1\r\nHost: a.example\r\nbad header\r\n\r\n', 400],
    ['nonsense\r\n\r\n', 405],
  ])('responds to %j as the contract says, with %i', async (text, status) => {
    const received = await sendBytes(address, Buffer.from(text));
    expect(received.status).toBe(status);
    expect(received.headers['access-control-allow-origin']).toBe('*');
    expect(received.headers['allow']).toBe(status === 405 ? 'GET, HEAD, OPTIONS' : undefined);
    expect(Object.keys(JSON.parse(received.body) as object)).toEqual([
      'DeveloperMessage',
      'ClientMessage',
      'StackTrace',
      'ErrorNumber',
      'ErrorLink',
    ]);
  });

  it('responds to a request without a Host header, with an unknown expectation or to upgrade the protocol', async () => {
    const path = '/webapi/v1/RawData/46307';
    for (const head of [
      'Connection: close',
      'Host: a\r\nExpect: banana\r\nConnection: close',
      'Host: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c',
    ]) {
      const { body } = await sendBytes(address, Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`));
      expect([head, body.slice(0, 19)]).toEqual([head, '{"RawDataId":46307,']);
    }
  });

  it('keeps running when a bug in the program affects a response', async () => {
    const directory = join(folder, 'broken');
    await cp(site, directory, { recursive: true, dereference: true });
    const manifest = await decodeManifest(Uint8Array.from(await readFile(join(directory, manifestPath))));
    // This is not a valid header value, so sending the response fails.
    await writeFile(join(directory, manifestPath), await encodeManifest({ ...manifest, dataVersion: 'a\nb' }));
    const broken = createSiteServer({ directory });
    const root = new URL(await listen(broken, { port: 0, host: '127.0.0.1', basePath: '/' }));
    for (let round = 0; round < 3; round++) {
      expect((await send('/webapi/v1/RawData/46307', {}, root)).status).toBe(503);
    }
    expect((await send('/healthz', {}, root)).status).toBe(200);
    broken.close();
  });

  it('keeps running when files disappear while they are being sent', async () => {
    const directory = join(folder, 'vanishing');
    await cp(site, directory, { recursive: true, dereference: true });
    const vanishing = createSiteServer({ directory });
    const root = new URL(await listen(vanishing, { port: 0, host: '127.0.0.1', basePath: '/' }));
    let isOver = false;
    const clients = Array.from({ length: 20 }, async () => {
      while (!isOver) await send('/', {}, root).catch(() => undefined);
    });
    for (let turn = 0; turn < 100; turn++) {
      await rename(directory, `${directory}-away`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      await rename(`${directory}-away`, directory);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    isOver = true;
    await Promise.all(clients);
    expect((await send('/', {}, root)).status).toBe(200);
    vanishing.close();
  });
});

describe('the serve command', () => {
  it.each([
    [['--dir', '/nowhere'], 1, '/nowhere contains no data/manifest.json'],
    [[], 2, '--dir is missing'],
    [['--dir', '.', '--port', '70000'], 2, '--port 70000 is not a port number'],
    [['--dir', '.', '--base-path', 'coast'], 2, '--base-path coast is not a path such as /coast/'],
    [['--dir', '.', '--base-path', '/webapi/'], 2, 'not beginning with /webapi, where the API is'],
    [['--dir', '.', '--base-path', '/küste/'], 2, '--base-path /küste/ is not a path such as /coast/'],
    [['--dir', '.', '--public-origin', 'data.example.org'], 2, '--public-origin data.example.org is not an origin'],
    [['--dir', '.', '--public-origin', 'https://data.example.org/'], 2, 'is not an origin'],
    [['--dir', '.', '--answer-memory', 'much'], 2, '--answer-memory much is not a number of megabytes'],
    [['--director', '.'], 2, '--director'],
  ])('refuses %j with exit code %i and a one-line message', (commandLine, exitCode, line) => {
    expect(() => readServeOptions(commandLine)).toThrow(
      expect.objectContaining({ exitCode, message: expect.stringContaining(line) as string }),
    );
  });

  it('exits with code 2 and a one-line message when its options are wrong', async () => {
    const { exitCode, stderr } = await runCommand('hosts/node/node-host.ts', ['--dir', '.', '--port', '70000']);
    expect(exitCode).toBe(2);
    expect(stderr).toBe('--port 70000 is not a port number. See all options with: npm run serve -- --help\n');
  });
});
