import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sendBytes } from '../contract/hostile/send-bytes.ts';
import { writeSmallSite } from '../support/small-site.ts';
import { hasServer, startPlainServer, type PlainServer } from '../support/start-host.ts';
import type { RunningServer } from '../support/run-node.ts';

/* Tests the access logs of nginx and Caddy with the generated configurations. */

let folder: string;
let site: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-server-logs-'));
  site = join(folder, 'site');
  await writeSmallSite(site, 'static');
});
afterAll(() => rm(folder, { recursive: true }));

/** Caddy refuses control characters in headers before it logs anything. */
const hostileAgent = (name: PlainServer): string => `a "quoted" \\ agent${name === 'nginx' ? '\u0007' : ''}`;

describe.each<PlainServer>(['nginx', 'caddy'])('the logs of %s', (name) => {
  const isMissing = !hasServer(name);
  if (isMissing) console.warn(`${name} is not installed: the tests of its logs are SKIPPED.`);
  let server: RunningServer;
  let lines: Readonly<Record<string, unknown>>[];

  beforeAll(async () => {
    if (isMissing) return;
    const options = { siteDirectory: site, basePath: '/', accessLog: accessLog(name), errorLog: errorLog(name) };
    server = await startPlainServer(name, join(folder, name), options);
    await fetch(new URL('webapi/v1/RawData.json', server.address), { headers: { 'User-Agent': 'reader' } });
    await fetch(new URL('webapi/v1/Sharks?x="<%22\\', server.address));
    const head = ['GET /data/manifest.json HTTP/1.1', 'Host: a.example', 'Connection: close'];
    await sendBytes(
      server.address,
      Buffer.from([...head, `User-Agent: ${hostileAgent(name)}`, '', ''].join('\r\n'), 'latin1'),
    );
    // Bytes that are not UTF-8. Caddy refuses a target that contains them.
    const target = name === 'nginx' ? '/\u00ff\u00fe' : '/missing';
    await sendBytes(
      server.address,
      Buffer.from(
        [`GET ${target} HTTP/1.1`, ...head.slice(1), 'User-Agent: \u00ff\u009b', '', ''].join('\r\n'),
        'latin1',
      ),
    );
    // A request for a part of a file, from a client that accepts compression. nginx handles it with a request to
    // itself.
    const part = { Range: 'bytes=0-3', 'Accept-Encoding': 'br', 'User-Agent': 'reader of parts' };
    await fetch(new URL('data/manifest.json', server.address), { headers: part });
    // Both servers write their last lines before they end.
    await server.stop();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(accessLog(name)));
    lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  });

  it.skipIf(isMissing)('contain one JSON object for each request', () => {
    expect(lines).toHaveLength(5);
  });

  it.skipIf(isMissing)('contain the time, request, status, bytes, duration and request identifier', () => {
    const shown = name === 'nginx' ? lines.map(fromNginx) : lines.map(fromCaddy);
    const [array, unknown, hostile, , part] = shown;
    expect(array).toMatchObject({ method: 'GET', path: '/webapi/v1/RawData.json', status: 200, agent: 'reader' });
    expect(unknown).toMatchObject({ status: 404 });
    expect(hostile?.agent).toContain('a "quoted" \\ agent');
    expect(part).toMatchObject({ status: 206, path: '/data/manifest.json', agent: 'reader of parts' });
    for (const { time, bytes, durationInSeconds, requestId, remoteAddress } of shown) {
      expect(Date.parse(String(time))).not.toBeNaN();
      expect(bytes).toBeGreaterThan(0);
      expect(durationInSeconds).toBeGreaterThanOrEqual(0);
      expect(requestId).toMatch(/^[\w-]{32,36}$/);
      expect(remoteAddress).toBe('127.0.0.1');
    }
    expect(new Set(shown.map(({ requestId }) => requestId)).size).toBe(5);
  });

  it.skipIf(isMissing)('have a separate file for errors', async () => {
    expect(await readFile(errorLog(name), 'utf8')).toBeTypeOf('string');
  });
});

const accessLog = (name: PlainServer): string => join(folder, `${name}.access.log`);
const errorLog = (name: PlainServer): string => join(folder, `${name}.error.log`);

interface LoggedRequest {
  readonly time: unknown;
  readonly method: unknown;
  readonly path: unknown;
  readonly status: unknown;
  readonly bytes: unknown;
  readonly durationInSeconds: unknown;
  readonly requestId: unknown;
  readonly remoteAddress: unknown;
  readonly agent: unknown;
}

function fromNginx(line: Readonly<Record<string, unknown>>): LoggedRequest {
  const { time, method, path, status, bytes, durationInSeconds, requestId, remoteAddress, userAgent } = line;
  return { time, method, path, status, bytes, durationInSeconds, requestId, remoteAddress, agent: userAgent };
}

function fromCaddy(line: Readonly<Record<string, unknown>>): LoggedRequest {
  const {
    ts,
    request,
    status,
    size,
    duration,
    resp_headers: sent,
  } = line as {
    readonly request: Readonly<Record<string, unknown>> & { headers: Readonly<Record<string, string[]>> };
    readonly resp_headers: Readonly<Record<string, string[]>>;
    readonly [name: string]: unknown;
  };
  return {
    time: ts,
    method: request['method'],
    path: request['uri'],
    status,
    bytes: size,
    durationInSeconds: duration,
    requestId: sent['X-Request-Id']?.[0],
    remoteAddress: request['remote_ip'],
    agent: request.headers['User-Agent']?.[0],
  };
}
