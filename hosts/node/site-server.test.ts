import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request as startRequest, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { RecordTableBuilder } from '../../build-data/write/record-table.ts';
import { writeSite } from '../../build-data/testing/write-site.ts';
import { forwardedSchemes } from '../../tests/contract/cases/forwarded-schemes.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { runCommand, startCommand, waitForOutput } from '../../tests/support/run-node.ts';
import { readServeOptions } from './command/options.ts';
import { listen } from './listen.ts';
import { createSiteServer, toApiRequest } from './site-server.ts';

let folder: string;
let site: string;
let server: Server;
let address: URL;

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

function send(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET', to = address): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = startRequest({ hostname: to.hostname, port: to.port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

/** Sends bytes unchanged, and resolves with everything received. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname, () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(received);
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-node-'));
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
    siteUrl: 'http://localhost/',
    explorerDirectory,
    builtAt: '2026-01-01T00:00:00.000Z',
  });
  server = createSiteServer({ directory: site });
  address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

describe('the Node host', () => {
  it('serves the page with revalidation, and assets and data files as immutable', async () => {
    const page = await send('/');
    expect(page.body.toString()).toContain('Coastwatch');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect((await send('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await send('/data/manifest.json')).headers['cache-control']).toBe('no-cache');
    expect((await send('/assets/index-abc.js')).headers['cache-control']).toContain('immutable');
    const manifest = JSON.parse((await send('/data/manifest.json')).body.toString()) as {
      content: { datasets: Record<string, { list: { hash: string } }> };
    };
    const table = await send(`/data/${manifest.content.datasets['RawData']?.list.hash ?? ''}.bin`);
    expect(table.status).toBe(200);
    expect(table.headers['cache-control']).toContain('immutable');
    expect(table.headers['content-type']).toContain('application/octet-stream');
    expect(table.headers['access-control-allow-origin']).toBe('*');
  });

  it('sends precompressed files if the client accepts them', async () => {
    const plain = await send('/', { 'Accept-Encoding': 'identity' });
    const brotli = await send('/', { 'Accept-Encoding': 'gzip, br' });
    const gzip = await send('/', { 'Accept-Encoding': 'gzip' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  });

  it.each([
    ['/webapi/v1/RawData?pageNumber=1&pageSize=50', 'a buffered response'],
    ['/webapi/v1/RawData', 'a streamed response'],
  ])('compresses %s, %s, if the client accepts it', async (path) => {
    const plain = await send(path);
    const brotli = await send(path, { 'Accept-Encoding': 'br;q=1, gzip;q=0.8' });
    const gzip = await send(path, { 'Accept-Encoding': 'br;q=0, gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(Number(plain.headers['content-length'])).toBe(plain.body.length);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers['vary']).toBe('Accept-Encoding');
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 3);
  });

  it('sends HEAD responses and 304 without a body, also to a client that accepts compression', async () => {
    const head = await send('/webapi/v1/RawData', { 'Accept-Encoding': 'br' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    const tag = String(head.headers['etag']);
    const same = await send('/webapi/v1/RawData', { 'Accept-Encoding': 'br', 'If-None-Match': tag });
    expect(same.status).toBe(304);
    expect(same.body.length).toBe(0);
  });

  it('uses the Host header in links, and localhost if it is invalid', async () => {
    const linkFor = async (host: string): Promise<string> => {
      const { body } = await send('/webapi/v1/RawData?pageNumber=1', { Host: host });
      return (JSON.parse(body.toString()) as { MetaData: { NextPageLink: string } }).MetaData.NextPageLink;
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
      const { MetaData } = JSON.parse(body.toString()) as { MetaData: { NextPageLink: string } };
      expect(MetaData.NextPageLink).toMatch(new RegExp(`^${scheme}://data\\.example\\.org/webapi/`));
    },
  );

  it('ignores the scheme that a client on another machine reports', () => {
    for (const [headers] of forwardedSchemes) {
      for (const remoteAddress of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', undefined]) {
        const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.toString()]);
        const request = { method: 'GET', url: '/', headers: { host: 'a', ...Object.fromEntries(lowerCase) } };
        const incoming = { ...request, socket: { remoteAddress } } as IncomingMessage;
        expect(toApiRequest(incoming, undefined).url).toBe('http://a/');
      }
    }
  });

  it('sends nothing from outside the site', async () => {
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/data/../../secret.txt',
      '/%2e%2e%2fsecret.txt',
      '//secret.txt',
      '/..\\secret.txt',
      '/%00',
    ]) {
      const { status, body } = await send(path);
      expect(status, path).toBe(404);
      expect(body.toString()).not.toContain('not for the web');
    }
  });

  it('refuses POST for files, and all but three methods for the API', async () => {
    expect((await send('/', {}, 'POST')).status).toBe(405);
    for (const method of ['POST', 'TRACE', 'PROPFIND', 'QUERY']) {
      const { status, body, headers } = await send('/webapi/v1/RawData', {}, method);
      expect(status).toBe(405);
      expect(headers['allow']).toBe('GET, HEAD, OPTIONS');
      expect(JSON.parse(body.toString())).toMatchObject({ ErrorNumber: '0' });
    }
  });

  it('accepts request lines with an absolute URL or an asterisk', async () => {
    const withAbsoluteUrl = await sendRaw(
      'GET http://elsewhere.example/webapi/v1/RawData/46307 HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n',
    );
    expect(withAbsoluteUrl).toContain('{"RawDataId":46307,');
    const asterisk = await sendRaw('OPTIONS * HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n');
    expect(asterisk).toMatch(/^HTTP\/1\.1 (?:405|404|200|204)/);
  });

  it.each([
    ['FOO /webapi/v1/RawData HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
    ['CONNECT /webapi/v1/RawData HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
    [`GET /webapi/v1/RawData?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a.example\r\n\r\n`, 431],
    ['GET /webapi/v1/RawData HTTP/1.1\r\nHost: a.example\r\nbad header\r\n\r\n', 400],
    ['nonsense\r\n\r\n', 405],
  ])('responds to %j as the contract says, with %i', async (text, status) => {
    const received = await sendRaw(text);
    const [head = '', body = ''] = received.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Access-Control-Allow-Origin: *');
    expect(head.includes('Allow: GET, HEAD, OPTIONS')).toBe(status === 405);
    expect(Object.keys(JSON.parse(body) as object)).toEqual([
      'DeveloperMessage',
      'ClientMessage',
      'StackTrace',
      'ErrorNumber',
      'ErrorLink',
    ]);
  });

  it('responds to a request without a Host header, and to one with an unknown expectation', async () => {
    const path = '/webapi/v1/RawData/46307';
    expect(await sendRaw(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toContain('{"RawDataId":46307,');
    const expecting = `GET ${path} HTTP/1.1\r\nHost: a\r\nExpect: banana\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(expecting)).toContain('{"RawDataId":46307,');
  });

  it('keeps running when files disappear while they are being sent', async () => {
    const directory = join(folder, 'vanishing');
    await cp(site, directory, { recursive: true, dereference: true });
    const vanishing = createSiteServer({ directory });
    const root = new URL(await listen(vanishing, { port: 0, host: '127.0.0.1', basePath: '/' }));
    let isOver = false;
    const clients = Array.from({ length: 20 }, async () => {
      while (!isOver) await send('/', {}, 'GET', root).catch(() => undefined);
    });
    for (let turn = 0; turn < 100; turn++) {
      await rename(directory, `${directory}-away`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      await rename(`${directory}-away`, directory);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    isOver = true;
    await Promise.all(clients);
    expect((await send('/', {}, 'GET', root)).status).toBe(200);
    vanishing.close();
  });

  it('keeps running when clients disconnect during a response', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(address.port), address.hostname, () => {
          socket.write('GET /webapi/v1/RawData HTTP/1.1\r\nHost: a.example\r\nAccept-Encoding: br\r\n\r\n');
          setTimeout(() => {
            socket.destroy();
            resolve();
          }, attempt);
        });
      });
    }
    expect((await send('/webapi/v1/RawData/46307')).status).toBe(200);
  });

  it('serves a site under a base path', async () => {
    const underPath = createSiteServer({ directory: site, basePath: '/coast/' });
    const root = new URL(await listen(underPath, { port: 0, host: '127.0.0.1', basePath: '/coast/' }));
    expect((await send('/coast/', {}, 'GET', root)).body.toString()).toContain('Coastwatch');
    const { body } = await send('/coast/webapi/v1/RawData?pageNumber=1', { Host: 'a.example' }, 'GET', root);
    expect(body.toString()).toContain('"NextPageLink":"http://a.example/coast/webapi/v1/RawData?pageNumber=2');
    expect((await send('/webapi/v1/RawData', {}, 'GET', root)).status).toBe(404);
    underPath.close();
  });

  it('notices a new build that replaces the old one', async () => {
    const directory = join(folder, 'changing');
    const options = {
      outputDirectory: directory,
      target: 'compute',
      siteUrl: 'http://localhost/',
      sample: false,
    } as const;
    const [features, records] = fixtureTables();
    if (!features || !records) throw new Error('the fixture must have two tables');
    await writeSite([features, records], { ...options, builtAt: '2026-01-01T00:00:00.000Z' });
    const changing = createSiteServer({ directory });
    const root = new URL(await listen(changing, { port: 0, host: '127.0.0.1', basePath: '/' }));
    const total = async (): Promise<unknown> =>
      JSON.parse((await send('/webapi/v1/CoastalFeatures?pageNumber=1&pageSize=1', {}, 'GET', root)).body.toString());
    expect(await total()).toMatchObject({ MetaData: { TotalItems: 274 } });
    const empty = new RecordTableBuilder(features.dataset).finish();
    await writeSite([empty, records], { ...options, builtAt: '2026-01-02T00:00:00.000Z' });
    await expect.poll(total, { timeout: 5000 }).toMatchObject({ MetaData: { TotalItems: 0 } });
    changing.close();
  });
});

describe('the serve command', () => {
  const command = 'hosts/node/main.ts';

  it('prints its address, serves requests, and exits with code 0 after SIGTERM', async () => {
    const child = startCommand(command, ['--dir', site, '--port', '0']);
    const [, printed = ''] = await waitForOutput(child, /Coastwatch is at (http:\/\/127\.0\.0\.1:\d+\/)/);
    expect((await fetch(`${printed}webapi/v1/RawData/46307`)).status).toBe(200);
    child.kill('SIGTERM');
    const exitCode = await new Promise((resolve) => child.once('exit', resolve));
    expect(exitCode).toBe(0);
  });

  it('finishes a response in progress before it stops, however slowly it is read', async () => {
    const large = join(folder, 'large');
    const records = new RecordTableBuilder(rawData);
    for (const record of sampleRawData({ seed: 1, rawDataRecords: 20_000 })) records.add(record);
    const [features] = fixtureTables();
    if (!features) throw new Error('the fixture must have a table of features');
    const { manifest } = await writeSite([features, records.finish()], {
      outputDirectory: large,
      target: 'compute',
      exports: false,
      sample: true,
      siteUrl: 'http://localhost/',
      builtAt: '2026-01-01T00:00:00.000Z',
    });
    expect(manifest.datasets['RawData']?.records).toBe(20_000);
    const child = startCommand(command, ['--dir', large, '--port', '0']);
    const [, printed = ''] = await waitForOutput(child, /Coastwatch is at (http:\/\/127\.0\.0\.1:\d+\/)/);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const response = await fetch(`${printed}webapi/v1/RawData`, { headers: { 'Accept-Encoding': 'identity' } });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 500));
    let received = first?.value?.length ?? 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      received += part.value.length;
    expect(received).toBe(Number(response.headers.get('Content-Length')));
    expect(await exited).toBe(0);
  });

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
    const { exitCode, stderr } = await runCommand(command, ['--dir', '.', '--port', '70000']);
    expect(exitCode).toBe(2);
    expect(stderr).toBe('--port 70000 is not a port number. See all options with: npm run serve -- --help\n');
  });

  it('says in one line that the port is in use', async () => {
    const finished = await runCommand(command, ['--dir', site, '--port', address.port]);
    expect(finished.exitCode).toBe(1);
    expect(finished.stderr).toBe(
      `Port ${address.port} is in use. Choose another with --port, or stop the program that uses it.\n`,
    );
  });
});
