import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The built explorer with the client and the service worker, as a site includes them. */
export const explorerDirectory = fromRoot('dist/explorer');

/**
 * The modes of `vite.config.ts`, in order: the service worker follows the explorer, because it lists the explorer's
 * files.
 */
const modes = ['production', 'client', 'embed-module', 'service-worker', 'edge', 'server'] as const;

/**
 * Builds the programs for browsers, edge platforms and servers into `dist/`. Returns 0, or the exit code of the step
 * that failed.
 */
export function buildPrograms(): number {
  process.stdout.write('Building the explorer, the client and the workers …\n');
  const vite = [fromRoot('node_modules/vite/bin/vite.js'), 'build', '--config', fromRoot('vite.config.ts')];
  for (const mode of modes) {
    const { status } = spawnSync(process.execPath, [...vite, '--logLevel', 'warn', '--mode', mode], {
      cwd: fromRoot('.'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}
