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

const compilations = [
  ['bundler', 'esnext'],
  ['node16', 'node16'],
] as const;

/** A program that imports something in addition to the client, and reads something of each record. */
const program = (imported: string, expression: string): string =>
  `import { CoastwatchClient, ${imported} } from './coastwatch-client.js';
  const client = new CoastwatchClient('https://data.example.org/', { fetch, retries: undefined });
  export const text: string = (await client.rawData.all({ signal: undefined })).map((record) => ${expression}).join();
  export const used: unknown = ${imported};\n`;
const programs = {
  'right.ts': program('CoastwatchError', 'record.SightingDateTime'),
  'wrong-field.ts': program('CoastwatchError', 'record.SightingTime'),
  // The types contain only what the script exports.
  'not-exported.ts': program('requestJson', 'record.SightingDateTime'),
};

for (const [moduleResolution, module] of compilations) {
  test(`its types check programs, with the module resolution of ${moduleResolution}`, atOneSize, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coastwatch-client-'));
    const types = await (await fetch(scriptUrl.replace(/\.js$/, '.d.ts'))).text();
    await writeFile(join(folder, 'coastwatch-client.d.ts'), types);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
    const { stdout } = spawnSync(
      process.execPath,
      [
        createRequire(import.meta.url).resolve('typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--module', module],
        // The types of the platform, which take the longest to check, are not checked.
        ...['--moduleResolution', moduleResolution, '--lib', 'es2022,dom,dom.iterable', '--skipDefaultLibCheck'],
        ...Object.keys(programs),
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    const faults = stdout.split('\n').filter((line) => /^\S/.test(line));
    expect(faults.filter((fault) => !/^(?:wrong-field|not-exported)\.ts/.test(fault))).toEqual([]);
    expect(faults.filter((fault) => fault.startsWith('wrong-field.ts')).join()).toContain(
      "Property 'SightingTime' does not exist",
    );
    expect(faults.filter((fault) => fault.startsWith('not-exported.ts')).join()).toContain('requestJson');
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
