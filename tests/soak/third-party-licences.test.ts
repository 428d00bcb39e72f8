import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { repository } from '../support/repository.ts';

/*
 * Checks that the notices of a built explorer name exactly the packages in the scripts: each program is built once more
 * with source maps, in which the bundler names the source file of each part of a script.
 */

let folder: string;
let notices: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-licences-'));
  notices = await readFile(join(repository, 'dist/explorer/third-party-licences.txt'), 'utf8');
});
afterAll(() => rm(folder, { recursive: true }));

/** Modules that the configuration combines from files of a package. */
const geodesics = /geodesic-(?:inverse|direct)/;

async function packagesIn(mode: string): Promise<Set<string>> {
  const outDir = join(folder, mode);
  await build({
    configFile: join(repository, 'vite.config.ts'),
    mode,
    logLevel: 'error',
    build: { outDir, emptyOutDir: false, sourcemap: true },
  });
  const names = new Set<string>();
  for (const path of await readdir(outDir, { recursive: true })) {
    // Source maps omit the bundler's own helpers, which are in a separate script. Vite's helper is recognised by its
    // event.
    if (/rolldown-runtime-[^/]*\.js$/.test(path)) names.add('rolldown');
    if (path.endsWith('.js') && (await readFile(join(outDir, path), 'utf8')).includes('vite:preloadError'))
      names.add('vite');
    if (!path.endsWith('.js.map')) continue;
    const { sources } = JSON.parse(await readFile(join(outDir, path), 'utf8')) as { readonly sources: string[] };
    for (const source of sources) {
      const found = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
      const name = geodesics.test(source) ? 'geographiclib-geodesic' : found;
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

it('names exactly the packages in the scripts of the explorer, the client and the workers', async () => {
  const inScripts = new Set<string>();
  for (const mode of ['production', 'client', 'service-worker', 'edge'])
    for (const name of await packagesIn(mode)) inScripts.add(name);
  expect(inScripts.has('react-leaflet')).toBe(true);
  const named = Array.from(notices.matchAll(/^=+\n(\S+) \S+ \([^)]+\)\n=+$/gm), ([, name = '']) => name);
  expect(named.sort()).toEqual([...inScripts].sort());
});

it('has the complete text of each package’s licence', async () => {
  for (const [, name = ''] of notices.matchAll(/^=+\n(\S+) \S+ \([^)]+\)\n=+$/gm)) {
    const directory = join(repository, 'node_modules', name);
    const file = (await readdir(directory)).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined || name === 'vite') continue;
    const text = (await readFile(join(directory, file), 'utf8')).trim();
    expect([name, dirname(file), notices.includes(text)]).toEqual([name, '.', true]);
  }
});
