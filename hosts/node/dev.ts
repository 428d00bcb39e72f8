import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { hasCurrentFormat } from './directory-store.ts';

/*
 * `npm run dev`: serves the explorer with hot reload. API requests use sample data, which is built if it is missing or
 * has another format version.
 */

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const siteDirectory = fromRoot('dist/sample-site');

if (!(await hasCurrentFormat(siteDirectory))) {
  const commandLine = [
    '--import',
    'tsx',
    fromRoot('build-data/build-data.ts'),
    '--sample',
    '--target',
    'compute',
    '--out',
    siteDirectory,
  ];
  const build = spawnSync(process.execPath, commandLine, { stdio: 'inherit' });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
const vite = spawn(
  process.execPath,
  [fromRoot('node_modules/vite/bin/vite.js'), '--config', fromRoot('vite.config.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, COASTWATCH_DATA: siteDirectory } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vite.kill(signal));
vite.on('exit', (code) => {
  process.exitCode = code ?? 0;
});
