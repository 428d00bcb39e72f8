import { createHash } from 'node:crypto';

import { type BrowserContext, test as freshTest } from '@playwright/test';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy for the host under test. It forwards everything until it is configured otherwise. */
export interface ChangeableHost {
  readonly siteUrl: string;
  /** `gone` closes every connection. `silent` accepts requests but never responds. */
  state: 'reachable' | 'gone' | 'silent';
  /** Functions that change the content of files, by path. */
  readonly changes: Map<string, (content: Buffer) => Buffer>;
  close(): void;
}

/**
 * Starts a proxy on a free port. `hostUrl` is the URL of the host under test and ends in a slash. `basePath`, with a
 * slash at both ends, is the path of the site on the proxy, which responds to all other paths with 404.
 */
async function startChangeableHost(hostUrl: string, basePath: string): Promise<ChangeableHost> {
  const server = createServer((request, response) => {
    const requestUrl = request.url ?? '/';
    const path = requestUrl.slice(basePath.length);
    if (host.state === 'gone') request.socket.destroy();
    else if (!requestUrl.startsWith(basePath)) response.writeHead(404).end();
    else if (host.state === 'reachable') void forward(path, response);
  });
  async function forward(path: string, response: ServerResponse): Promise<void> {
    const upstream = await fetch(hostUrl + path);
    const content = Buffer.from(await upstream.arrayBuffer());
    const change = host.changes.get(path.replace(/\?.*/, ''));
    const type = upstream.headers.get('Content-Type') ?? 'application/octet-stream';
    response.writeHead(upstream.status, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
    response.end(change ? change(content) : content);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host: ChangeableHost = {
    siteUrl: `http://127.0.0.1:${port}${basePath}`,
    state: 'reachable',
    changes: new Map(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return host;
}

/**
 * A `test` with a proxy for the host that serves only files, so that responses of the API come from the browser. The
 * site is at the root of the proxy unless `basePath` is set.
 */
export const test = freshTest.extend<{ host: ChangeableHost; basePath: string }>({
  basePath: ['/', { option: true }],
  host: async ({ basePath }, use) => {
    const host = await startChangeableHost(process.env['COASTWATCH_PLAIN_HOST'] ?? '', basePath);
    await use(host);
    host.close();
  },
  serviceWorkers: 'allow',
});

/** Divides timers of at least a second by five. Shorter timers are part of an interaction. */
const shortPauses = `{
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (run, milliseconds, ...rest) =>
    setTimeout(run, milliseconds >= 1000 ? milliseconds / 5 : milliseconds, ...rest);
}\n`;

/**
 * Shortens the pauses and timeouts of each page in this context and, if a host is given, of the service worker that
 * this host sends.
 */
export async function shortenPauses(context: BrowserContext, host?: ChangeableHost): Promise<void> {
  await context.addInitScript(shortPauses);
  host?.changes.set(workerPath, withShortPauses);
}

const workerPath = 'sw.js';

function withShortPauses(script: Buffer): Buffer {
  return Buffer.concat([Buffer.from(shortPauses), script]);
}

/** Returns a function that changes the data version in a manifest, as if the same files had been published again. */
export function withDataVersion(dataVersion: string): (manifest: Buffer) => Buffer {
  return (manifest) => {
    const { content, ...envelope } = JSON.parse(manifest.toString()) as { content: object };
    const changed = JSON.stringify({ ...content, dataVersion });
    const checksum = createHash('sha256').update(changed).digest('hex').slice(0, 32);
    const start = JSON.stringify({ ...envelope, checksum }).slice(0, -1);
    return Buffer.from(`${start},"content":${changed}}`);
  };
}
