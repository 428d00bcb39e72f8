import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { stopsWith, type RunningServer } from './running-server.ts';
import { repository } from './repository.ts';

/** Where Deno is: what `DENO_PATH` names, that of the system, or the npm package; undefined when there is none. */
export function findDeno(): string | undefined {
  const candidates = [process.env['DENO_PATH'], 'deno', join(repository, 'node_modules/.bin/deno')];
  return candidates.find((path) => path !== undefined && spawnSync(path, ['--version']).status === 0);
}

/**
 * Runs a script that serves, allowed to speak with this machine alone, at a port of its choice. `how` is what stands
 * before the script, such as `serve`.
 */
export async function startDeno(
  deno: string,
  how: readonly string[],
  script: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const [verb = 'run', ...more] = how;
  const child = spawn(deno, [verb, '--no-prompt', '--allow-net=127.0.0.1', '--allow-env', ...more, script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1', ...environment },
  });
  const exited = once(child, 'exit');
  const address = await new Promise<URL>((resolve, reject) => {
    let text = '';
    const look = (chunk: Buffer): void => {
      text += chunk.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(text) ?? [];
      if (found !== undefined) resolve(new URL(found));
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`deno ended before it listened: ${text}`));
    });
  });
  return { address, ...stopsWith(child, exited) };
}
