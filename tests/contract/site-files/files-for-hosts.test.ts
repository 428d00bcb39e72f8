import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeSmallSite } from '../../support/small-site.ts';
import { startHost } from '../../support/start-host.ts';
import { type RawResponse, sendBytes } from '../hostile/send-bytes.ts';

/* Files in a site's directory for hosts and tools, such as `_headers`, which must not be sent to visitors. */

const forHosts = [
  ...['_headers', '_redirects', '_routes.json', '_worker.js/index.js.js', '_headers.html'],
  ...['.assetsignore', '.nojekyll', '.git/config.json', 'data/.index.json', 'CNAME'],
];
const secret = 'not for readers';

let folder: string;
let site: string;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-for-hosts-'));
  site = join(folder, 'site');
  await writeSmallSite(site, 'static');
  for (const path of forHosts) {
    await mkdir(dirname(join(site, path)), { recursive: true });
    await writeFile(join(site, path), secret);
  }
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true });
});

const hosts = ['node', 'workerd'] as const;

async function start(host: (typeof hosts)[number], basePath: string): Promise<URL> {
  const hostFolder = join(folder, `${host}${basePath.replaceAll('/', '-')}`);
  const server = await startHost(host, hostFolder, { siteDirectory: site, basePath });
  running.push(server);
  return server.address;
}

/** The response to a path exactly as written, without headers that change from one response to the next. */
async function send(root: URL, path: string): Promise<RawResponse> {
  const lines = [`GET ${root.pathname}${path} HTTP/1.1`, `Host: ${root.host}`, 'Connection: close', '', ''];
  const { status, headers, body } = await sendBytes(root, Buffer.from(lines.join('\r\n')));
  return { status, headers: { ...headers, date: '' }, body };
}

/** A path and other spellings of it. */
const spellings = (path: string): string[] => [
  path,
  `${path}?a=1`,
  `/${path}`,
  `./${path}`,
  `assets/../${path}`,
  path.replace(/[a-z_.]/, (character) => `%${character.charCodeAt(0).toString(16)}`),
];

describe.each(hosts)('on %s', (host) => {
  it.each(['/', '/coast/'])('files for hosts look missing to visitors, under %s', async (basePath) => {
    const root = await start(host, basePath);
    const exposed: string[] = [];
    const notFound = await send(root, 'no-such-file.txt');
    for (const path of forHosts.flatMap(spellings)) {
      const response = await send(root, path);
      // A missing file under data/, whose first letter may be percent-encoded, has other headers.
      const expected = path.includes('ata/') ? await send(root, path.replace('.index', 'no-such-file')) : notFound;
      expect(expected.status).toBe(404);
      if (!isDeepStrictEqual(response, expected)) exposed.push(`${path}: ${JSON.stringify(response)}`);
    }
    expect(exposed).toEqual([]);
    expect((await send(root, 'robots.txt')).status).toBe(200);
  });
});
