import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';

import { fromRoot } from './repository.ts';
import { keepTemporaryFilesInMemory } from './temporary-files.ts';

/** The compiled programs that tests run, in the same layout as `dist`. */
const compiledDirectory = fromRoot('.cache/programs');

/** Vitest's global set-up. Returns its tear-down. */
export default async function setUpTests(): Promise<() => void> {
  await compilePrograms();
  return keepTemporaryFilesInMemory();
}

/**
 * Compiles the server programs, unless nothing has changed since the last time. Tests start them dozens of times, and
 * compiled programs start in a fifth of the time that tsx takes. Users also run the compiled programs.
 */
async function compilePrograms(): Promise<void> {
  const output = join(compiledDirectory, 'dist/server');
  const newestSource = Math.max(
    ...['core', 'build-data', 'hosts', 'tests/contract'].map((directory) => newestChangeIn(fromRoot(directory))),
    ...['docs/api.md', 'vite.config.ts', 'package-lock.json'].map((file) => statSync(fromRoot(file)).mtimeMs),
  );
  if (!existsSync(output) || statSync(output).mtimeMs < newestSource) {
    // With the NODE_ENV that Vitest sets, Vite would compile for development.
    const { NODE_ENV } = process.env;
    process.env['NODE_ENV'] = 'production';
    rmSync(output, { recursive: true, force: true });
    await build({
      configFile: fromRoot('vite.config.ts'),
      mode: 'server',
      logLevel: 'error',
      build: { outDir: output, emptyOutDir: false },
    });
    process.env['NODE_ENV'] = NODE_ENV;
    const now = new Date();
    utimesSync(output, now, now);
  }
  for (const name of ['explorer', 'edge']) {
    const link = join(compiledDirectory, 'dist', name);
    mkdirSync(join(compiledDirectory, 'dist'), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(fromRoot(`dist/${name}`), link);
  }
  process.env['COASTWATCH_TEST_PROGRAMS'] = compiledDirectory;
}

function newestChangeIn(directory: string): number {
  let newest = 0;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.includes('.test.')) {
      newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
    }
  }
  return newest;
}
