import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

const compilations = [
  ['bundler', 'esnext'],
  ['node16', 'node16'],
] as const;

for (const [moduleResolution, module] of compilations) {
  test(`its types hold a program to what there is, resolved as ${moduleResolution} does`, atOneSize, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coastwatch-client-'));
    const types = await (await fetch(scriptUrl.replace(/\.js$/, '.d.ts'))).text();
    await writeFile(join(folder, 'coastwatch-client.d.ts'), types);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const faultsOf = async (imported: string, expression: string): Promise<string> => {
      const program = `import { CoastwatchClient, ${imported} } from './coastwatch-client.js';
      const client = new CoastwatchClient('https://data.example.org/', { fetch, retries: undefined });
      export const text: string = (await client.rawData.all({ signal: undefined })).map((record) => ${expression}).join();
      export const used: unknown = ${imported};\n`;
      await writeFile(join(folder, 'program.ts'), program);
      const { stdout } = spawnSync(
        process.execPath,
        [
          createRequire(import.meta.url).resolve('typescript/bin/tsc'),
          ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--module', module],
          ...['--moduleResolution', moduleResolution, '--lib', 'es2022,dom,dom.iterable', 'program.ts'],
        ],
        { cwd: folder, encoding: 'utf8' },
      );
      return stdout;
    };
    expect(await faultsOf('CoastwatchError', 'record.SightingDateTime')).toBe('');
    expect(await faultsOf('CoastwatchError', 'record.SightingTime')).toContain(
      "Property 'SightingTime' does not exist",
    );
    // The types contain only what the script exports.
    expect(await faultsOf('requestJson', 'record.SightingDateTime')).toContain('requestJson');
    await rm(folder, { recursive: true });
  });
}

test('a program of Node imports it from a file', atOneSize, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coastwatch-client-'));
  await writeFile(join(folder, 'coastwatch-client.mjs'), await (await fetch(scriptUrl)).text());
  const program = `import { CoastwatchClient } from './coastwatch-client.mjs';
    console.log(String((await new CoastwatchClient(${JSON.stringify(fullHost)}).rawData.page({ pageSize: 1 })).items.length));`;
  await writeFile(join(folder, 'program.mjs'), program);
  const run = promisify(execFile);
  expect((await run(process.execPath, ['program.mjs'], { cwd: folder })).stdout).toBe('1\n');
  await rm(folder, { recursive: true });
});
