import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeSmallSite } from '../../support/small-site.ts';
import { startHost } from '../../support/start-host.ts';
import { sendBytes } from '../hostile/send-bytes.ts';
import { fixtureOracle } from '../fixture/fixture-oracle.ts';

/*
 * A static tree contains responses of the API as files. On a host with the handler, these files must be reachable only at
 * the paths of the API, where parameters are refused, and under no other spelling of their names.
 */

const identifier = fixtureOracle.records.RawData[0]?.identifier ?? 0;
const files = [
  ...['RawData.json', 'RawData.json.br', `RawData/${identifier}.json`],
  ...['RawData/pages/desc/1.json', 'RawData/pages/desc/1.json.br'],
];
const query = 'pageNumber=1&latitude=-32&longitude=115';

/** Paths, relative to the site's root, that some part of a server may mistake for the file. */
function spellings(file: string): string[] {
  const path = `v1/${file}`;
  return [
    ...[
      `webapi/${path}`,
      `/webapi/${path}`,
      `///webapi/${path}`,
      `./webapi/${path}`,
      `.//webapi/${path}`,
      `x/../webapi/${path}`,
    ],
    ...[`x/%2e%2e/webapi/${path}`, `x/..%2fwebapi/${path}`, `..//webapi/${path}`, `data/..//webapi/${path}`],
    ...[`%77ebapi/${path}`, `%2fwebapi/${path}`, `webapi%2f${path}`, `webapi/%2e/${path}`, `webapi/x/../${path}`],
    ...[
      `WEBAPI/${path}`,
      `webapi/V1/${file}`,
      `webapi//${path}`,
      `webapi/${path}/`,
      `webapi\\${path}`,
      `%77ebapi%2f${path.replaceAll('/', '%2f')}`,
    ],
  ];
}
const addresses = files.flatMap(spellings);

let folder: string;
let site: string;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-api-files-'));
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

async function requestStatus(root: URL, target: string): Promise<number> {
  const lines = [`GET ${target} HTTP/1.1`, `Host: ${root.host}`, 'Connection: close', '', ''];
  return (await sendBytes(root, Buffer.from(lines.join('\r\n')))).status;
}

describe.each(hosts)('on %s', (host) => {
  it.each(['/', '/coast/'])('no spelling of an API file returns it for a query, under %s', async (basePath) => {
    const root = await start(host, basePath);
    const sent: string[] = [];
    for (const address of addresses) {
      const target = `${basePath}${address}?${query}`;
      const status = await requestStatus(root, target);
      if (![301, 308, 400, 404].includes(status)) sent.push(`${target}: ${status}`);
    }
    expect(sent).toEqual([]);
    console.info(`${addresses.length} spellings of API files refused by ${host}, under ${basePath}`);
    expect(await requestStatus(root, `${basePath}webapi/v1/RawData`)).toBe(200);
    expect(await requestStatus(root, `${basePath}data/manifest.json?${query}`)).toBe(200);
  });
});
