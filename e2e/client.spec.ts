import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { answerOf, type PublishedRecord } from './support/api.ts';
import { atOneSize, fullHost } from './support/hosts.ts';

// The client as a page of somebody else's imports it from a site.
const scriptUrl = `${fullHost}client/coastwatch-client.js`;

interface Found {
  readonly all: number;
  readonly nearest: PublishedRecord | null;
  readonly refused: string;
}

test('a page of another site imports the client, and asks with it', atOneSize, async ({ page }) => {
  // Of another origin, and without a policy of ours.
  await page.goto(`${process.env['COASTWATCH_PLAIN_HOST'] ?? ''}robots.txt`);
  const found = await page.evaluate<Found>(`(async () => {
    const { CoastwatchClient } = await import(${JSON.stringify(scriptUrl)});
    const client = new CoastwatchClient(${JSON.stringify(fullHost)});
    let all = 0;
    for await (const record of client.rawData.records({ pageSize: 50 })) if (record.RawDataId > 0) all++;
    const nearest = await client.rawData.nearest({ latitude: -32.3, longitude: 115.73 });
    const refused = await client.rawData.page({ pageNumber: 100000 }).catch((error) => error.name + ': ' + error.reason);
    return { all, nearest, refused };
  })()`);
  const records = await answerOf<readonly PublishedRecord[]>(`${fullHost}webapi/v1/RawData`);
  expect(records.length).toBeGreaterThan(50);
  expect(found.all).toBe(records.length);
  expect(found.nearest).toEqual(
    await answerOf(`${fullHost}webapi/v1/RawData?latitude=-32.3&longitude=115.73&searchStyle=Nearest`),
  );
  expect(found.refused).toBe('CoastwatchError: refused');
});

// The compiler of types is a slow starter on a busy machine.
test.setTimeout(120_000);

test('its types hold a program to the fields that there are', atOneSize, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coastwatch-client-'));
  const types = await (await fetch(scriptUrl.replace(/\.js$/, '.d.ts'))).text();
  await writeFile(join(folder, 'coastwatch-client.d.ts'), types);
  const faultsOf = async (expression: string): Promise<string> => {
    const program = `import { CoastwatchClient } from './coastwatch-client.js';
      const client = new CoastwatchClient('https://data.example.org/');
      export const text: string = (await client.rawData.all()).map((record) => ${expression}).join();\n`;
    await writeFile(join(folder, 'program.ts'), program);
    const { stdout } = spawnSync(
      process.execPath,
      [
        createRequire(import.meta.url).resolve('typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'],
        ...['--lib', 'es2022,dom,dom.iterable', 'program.ts'],
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    return stdout;
  };
  expect(await faultsOf('record.SightingDateTime')).toBe('');
  expect(await faultsOf('record.SightingTime')).toContain("Property 'SightingTime' does not exist");
  await rm(folder, { recursive: true });
});
