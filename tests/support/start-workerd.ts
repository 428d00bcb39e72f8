import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { build } from 'vite';

import { workerdConfiguration } from '../../build-data/hosting/edge-platforms.ts';
import { stopsWith, type RunningServer } from './running-server.ts';
import { repository } from './repository.ts';

let builtWorker: Promise<Buffer> | undefined;

/** Writes the edge worker to a directory, as `npm run build:programs` does, and returns its path. It is built once per process. */
export async function buildEdgeWorker(directory: string): Promise<string> {
  const path = join(directory, 'worker.js');
  const known = await builtWorker;
  if (known) {
    await mkdir(directory, { recursive: true });
    await writeFile(path, known);
    return path;
  }
  builtWorker = build({
    configFile: join(repository, 'vite.config.ts'),
    mode: 'edge',
    logLevel: 'error',
    build: { outDir: directory, emptyOutDir: false },
  }).then(() => readFile(path));
  await builtWorker;
  return path;
}

/** Whether to print what workerd logs about failing requests. */
type Errors = 'inherit' | 'ignore';

/** Runs the edge worker over a built site with workerd on a free port. */
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

/** Runs workerd with a configuration file. */
export async function startConfiguredWorkerd(
  configuration: string,
  basePath: string,
  errors: Errors = 'inherit',
): Promise<RunningServer> {
  const { ports, pid, stop } = await runWorkerd(configuration, 1, errors);
  return { address: new URL(`http://127.0.0.1:${ports[0] ?? 0}${basePath}`), pid, stop };
}

/**
 * Runs workerd with a configuration file that defines this number of sockets, and returns their ports in the same order.
 * workerd logs each interrupted response, so tests that interrupt responses set `errors` to `ignore`.
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

/** The path of the binary in the installed package. */
async function findWorkerd(): Promise<string> {
  const found: unknown = createRequire(import.meta.url)('workerd');
  if (typeof found === 'object' && found !== null && 'default' in found && typeof found.default === 'string') {
    return found.default;
  }
  throw new Error('the npm package workerd is not installed for this platform');
}

/** workerd writes the port of each socket to its control descriptor, one JSON object per line. */
async function portsOf(control: Readable, sockets: number): Promise<readonly number[]> {
  let text = '';
  for await (const chunk of control) {
    text += String(chunk);
    const ports = Array.from(text.matchAll(/"event"\s*:\s*"listen"[^\n]*"port"\s*:\s*(\d+)/g), ([, port]) =>
      Number(port),
    );
    if (ports.length === sockets) return ports;
  }
  throw new Error(`workerd reported no port: ${text}`);
}
