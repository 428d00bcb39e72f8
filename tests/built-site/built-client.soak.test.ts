import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../contract/fixture/fixture-tree.ts';
import { fromRoot } from '../support/repository.ts';
import { runToEnd } from '../support/run-node.ts';
import { startHost } from '../support/start-host.ts';

/* The client as a site publishes it: one script and its types. */

const client = fromRoot('dist/explorer/client/coastwatch-client');
const isBuilt = existsSync(`${client}.js`);
if (!isBuilt) console.warn('The client is not built (npm run build:programs): the tests of its files are SKIPPED.');

const compilations = [
  ['bundler', 'esnext'],
  ['node16', 'node16'],
] as const;

/** A program that imports one name in addition to the client, and evaluates an expression for each record. */
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

describe.skipIf(!isBuilt)('the built client', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coastwatch-client-'));
    await copyFile(`${client}.d.ts`, join(folder, 'coastwatch-client.d.ts'));
    await copyFile(`${client}.js`, join(folder, 'coastwatch-client.js'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(compilations)(
    'has types that find errors in programs, with the module resolution of %s',
    async (moduleResolution, module) => {
      const { stdout } = await runToEnd(
        spawn(
          process.execPath,
          [
            createRequire(import.meta.url).resolve('typescript/bin/tsc'),
            ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--module', module],
            // Checking the platform's own types would take the longest, so it is skipped.
            ...['--moduleResolution', moduleResolution, '--lib', 'es2022,dom,dom.iterable', '--skipDefaultLibCheck'],
            ...Object.keys(programs),
          ],
          { cwd: folder },
        ),
      );
      const errors = stdout.split('\n').filter((line) => /^\S/.test(line));
      expect(errors.filter((error) => !/^(?:wrong-field|not-exported)\.ts/.test(error))).toEqual([]);
      expect(errors.filter((error) => error.startsWith('wrong-field.ts')).join()).toContain(
        "Property 'SightingTime' does not exist",
      );
      expect(errors.filter((error) => error.startsWith('not-exported.ts')).join()).toContain('requestJson');
    },
  );

  it('can be imported from a file by a Node program', async () => {
    const site = join(folder, 'site');
    await writeFixtureSite(site, 'compute');
    const host = await startHost('node', folder, { siteDirectory: site, basePath: '/' });
    const text = `import { CoastwatchClient } from './coastwatch-client.js';
      console.log(String((await new CoastwatchClient(${JSON.stringify(host.address.href)}).rawData.page({ pageSize: 1 })).items.length));`;
    await writeFile(join(folder, 'program.mjs'), text);
    const run = promisify(execFile);
    expect((await run(process.execPath, ['program.mjs'], { cwd: folder })).stdout).toBe('1\n');
    await host.stop();
  });
});
