import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { build } from 'vite';
import { beforeAll, expect, it } from 'vitest';

import { repository } from '../support/repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * Checks that the licence notices of the built site name exactly the packages in its scripts. For this, each program is
 * built again with source maps, which name the source file of each part of a script.
 */

const folder = temporaryFolder();
let notices: string;
beforeAll(async () => {
  notices = await readFile(join(repository, 'dist/explorer/third-party-licences.txt'), 'utf8');
});

/** Modules that vite.config.ts combines from source files of geographiclib-geodesic. */
const geodesics = /geodesic-(?:inverse|direct)/;

async function findPackages(mode: string): Promise<Set<string>> {
  const outDir = join(folder, mode);
  await build({
    configFile: join(repository, 'vite.config.ts'),
    mode,
    logLevel: 'error',
    build: { outDir, emptyOutDir: false, sourcemap: true },
  });
  const names = new Set<string>();
  for (const path of await readdir(outDir, { recursive: true })) {
    // Source maps omit the bundler's own helpers. Rolldown's are in a separate script, and Vite's is recognised by the
    // name of its event.
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
    for (const name of await findPackages(mode)) inScripts.add(name);
  expect(inScripts.has('react-leaflet')).toBe(true);
  const named = Array.from(notices.matchAll(/^=+\n(\S+) \S+ \([^)]+\)\n=+$/gm), ([, name = '']) => name);
  expect(named.sort()).toEqual([...inScripts].sort());
});

it('has the complete text of each licence file', async () => {
  const lock = await readFile(join(repository, 'node_modules/.package-lock.json'), 'utf8');
  const installed = Object.entries((JSON.parse(lock) as { packages: Record<string, { version: string }> }).packages);
  for (const [, name = '', version] of notices.matchAll(/^=+\n(\S+) (\S+) \([^)]+\)\n=+$/gm)) {
    // Several versions of a package can be installed, in directories of the packages that need them.
    const [path] =
      installed.find(([at, each]) => at.endsWith(`node_modules/${name}`) && each.version === version) ?? [];
    if (path === undefined) throw new Error(`${name} ${version ?? ''} is not installed`);
    const directory = join(repository, path);
    const file = (await readdir(directory)).find((each) => /^licen[cs]e/i.test(each));
    // Some packages have no licence file. Vite's also lists packages that are not in the scripts.
    if (file === undefined || name === 'vite') continue;
    const text = (await readFile(join(directory, file), 'utf8')).trim();
    expect([name, dirname(file), notices.includes(text)]).toEqual([name, '.', true]);
  }
});
