import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { build } from 'vite';

import { workerdConfiguration } from '../../build-data/hosting/edge-platforms.ts';
import { stopsWith, type RunningServer } from './running-server.ts';
import { repository } from './repository.ts';

/** Builds the edge worker into a folder, as `npm run build:programs` does. Returns its path. */
export async function buildEdgeWorker(folder: string): Promise<string> {
  await build({
    configFile: join(repository, 'vite.config.ts'),
    mode: 'edge',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: false },
  });
  return join(folder, 'worker.js');
}

/** What is done with what workerd tells of requests that fail. */
type Errors = 'inherit' | 'ignore';

/** Runs the edge worker over a built site with workerd, at a port of its choice. */
export async function startWorkerd(
  siteDirectory: string,
  folder: string,
  basePath = '/',
  errors: Errors = 'inherit',
): Promise<RunningServer> {
  await mkdir(folder, { recursive: true });
  const configuration = join(folder, 'workerd.capnp');
  await buildEdgeWorker(folder);
  const text = workerdConfiguration({ siteDirectory, workerPath: 'worker.js', basePath, listen: '127.0.0.1:0' });
  await writeFile(configuration, text);
  return startConfiguredWorkerd(configuration, basePath, errors);
}

/** Runs workerd with the file of a configuration of ours. */
export async function startConfiguredWorkerd(
  configuration: string,
  basePath: string,
  errors: Errors = 'inherit',
): Promise<RunningServer> {
  const { ports, pid, stop } = await runWorkerd(configuration, 1, errors);
  return { address: new URL(`http://127.0.0.1:${ports[0] ?? 0}${basePath}`), pid, stop };
}

/**
 * Runs workerd with the file of a configuration of so many sockets. Their ports are in the order of the configuration.
 * It tells of each answer that breaks off: where that is meant to happen, `errors` are ignored.
 */
export async function runWorkerd(
  configuration: string,
  sockets: number,
  errors: Errors = 'inherit',
): Promise<{ readonly ports: readonly number[]; readonly pid: number; stop(): Promise<void> }> {
  const child = spawn(await findWorkerd(), ['serve', configuration, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', errors, 'pipe'],
  });
  const exited = once(child, 'exit');
  const ports = await Promise.race([
    portsOf(child.stdio[3] as Readable, sockets),
    exited.then(([code]) => Promise.reject(new Error(`workerd ended with ${String(code)} before it listened`))),
  ]);
  return { ports, ...stopsWith(child, exited) };
}

/** The path of the binary that belongs to the installed package. */
async function findWorkerd(): Promise<string> {
  const found: unknown = createRequire(import.meta.url)('workerd');
  if (typeof found === 'object' && found !== null && 'default' in found && typeof found.default === 'string') {
    return found.default;
  }
  throw new Error('the npm package workerd is not installed for this platform');
}

/** The control descriptor tells, a JSON object a line, on which port each socket listens. */
async function portsOf(control: Readable, sockets: number): Promise<readonly number[]> {
  let text = '';
  for await (const chunk of control) {
    text += String(chunk);
    const ports = Array.from(text.matchAll(/"event"\s*:\s*"listen"[^\n]*"port"\s*:\s*(\d+)/g), ([, port]) =>
      Number(port),
    );
    if (ports.length === sockets) return ports;
  }
  throw new Error(`workerd told no port: ${text}`);
}
