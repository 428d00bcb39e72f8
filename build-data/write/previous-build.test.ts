import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sirv from 'sirv';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { rawData } from '../../core/datasets/datasets.ts';
import { changeLogPath, manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest, encodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import type { WrittenSite } from '../publish/publish-version.ts';
import { filesOf } from '../testing/tree-state.ts';
import { OutputError } from './output-error.ts';
import { writeSite } from '../testing/write-site.ts';
import type { RecordTable } from './record-table.ts';
import { tableOf } from './testing/stored-dataset.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const folder = temporaryFolder();
let server: Server;
let previous: string;
/** Whether the response at a path never ends. */
let isEndless: (path: string) => boolean = () => false;
const endlessWrites = new Set<ReturnType<typeof setInterval>>();

beforeAll(async () => {
  const { manifest } = await build('first', fixtureTables());
  await build('first', [...fixtureTables().slice(0, 1), tableOf(rawData, [])]);
  const files = sirv(join(folder, 'first'), { dev: true });
  server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    if (isEndless(path)) endlessWrites.add(setInterval(() => response.write(' '), 20));
    else files(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  previous = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  earlierInventory = manifest.inventory.hash;
});
afterEach(() => {
  isEndless = () => false;
  for (const timer of endlessWrites) clearInterval(timer);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
let earlierInventory: string;

function build(name: string, tables: RecordTable[], from?: string, minutes?: number): Promise<WrittenSite> {
  return writeSite(tables, {
    outputDirectory: join(folder, name),
    target: 'compute',
    exports: false,
    sample: false,
    previous: from,
    previousLimitInMinutes: minutes,
  });
}

it.each<[string, (path: string) => boolean]>([
  ['the manifest', (path) => path === manifestPath],
  ['a data file', (path) => path.endsWith('.bin')],
  ['the inventory of an earlier version', (path) => path.includes(earlierInventory)],
])(
  'a build fails with a message when %s never arrives completely',
  async (_, hasNoEnd) => {
    isEndless = hasNoEnd;
    const minutes = 0.01;
    const refused = await build('second', fixtureTables(), previous, minutes).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OutputError);
    expect(String(refused)).toMatch(
      /The previous tree at http:.* cannot be read: .*unreachable \(reading was not complete after 0\.01 minutes: copy the site/,
    );
    expect(await readdir(folder)).toEqual(['first', 'first.versions']);
  },
  10_000,
);

it('a site that responds in time is read', async () => {
  const { manifest } = await build('second', fixtureTables(), previous, 0.5);
  expect(manifest.previous.length).toBeGreaterThan(0);
});

it('a site of an earlier release, without rules, is compared, and its version is kept', async () => {
  const earlier = await build('third', fixtureTables());
  const path = join(folder, 'third', manifestPath);
  const { rules, ...withoutRules } = await decodeManifest(Uint8Array.from(await readFile(path)));
  expect(rules).toBeDefined();
  await writeFile(path, await encodeManifest(withoutRules));
  const before = await filesOf(join(folder, 'third/data'));
  const [features, records] = fixtureTables();
  const fewer = Array.from({ length: records.size - 1 }, (_, index) => records.record(index));
  const { manifest, warnings, previousVersion } = await build('third', [features, tableOf(rawData, fewer)]);
  expect(warnings).toEqual([]);
  expect(previousVersion).toBe(earlier.manifest.dataVersion);
  expect(manifest.previous.map(({ dataVersion }) => dataVersion)).toEqual([previousVersion]);
  const after = await filesOf(join(folder, 'third/data'));
  expect([...before.keys()].filter((name) => !after.has(name))).toEqual([]);
  const log = JSON.parse(await readFile(join(folder, 'third', changeLogPath), 'utf8')) as {
    readonly builds: readonly {
      readonly datasets: Readonly<Record<string, { readonly removed: { count: number } }>>;
    }[];
  };
  expect(log.builds[0]?.datasets['RawData']?.removed.count).toBe(1);
});
