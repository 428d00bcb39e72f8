import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { build } from 'vite';

import { workerdConfiguration } from '../build-data/hosting/workerd-configuration.ts';
import { repository } from './run-node.ts';

export interface RunningServer {
  readonly address: URL;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Builds the edge worker into a folder, as `npm run build` does. Returns its path. */
export async function buildEdgeWorker(folder: string): Promise<string> {
  await build({
    configFile: join(repository, 'vite.config.ts'),
    mode: 'edge',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: false },
  });
  return join(folder, 'worker.js');
}

/** Runs the edge worker over a built site with workerd, at a port of its choice. */
export async function startWorkerd(siteDirectory: string, folder: string, basePath = '/'): Promise<RunningServer> {
  await mkdir(folder, { recursive: true });
  const configuration = join(folder, 'workerd.capnp');
  await buildEdgeWorker(folder);
  const text = workerdConfiguration({ siteDirectory, workerPath: 'worker.js', basePath, listen: '127.0.0.1:0' });
  await writeFile(configuration, text);
  const child = spawn(await findWorkerd(), ['serve', configuration, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const exited = once(child, 'exit');
  const port = await Promise.race([
    portOf(child.stdio[3] as Readable),
    exited.then(([code]) => Promise.reject(new Error(`workerd ended with ${String(code)} before it listened`))),
  ]);
  return {
    address: new URL(`http://127.0.0.1:${port}${basePath}`),
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await exited;
    },
  };
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
async function portOf(control: Readable): Promise<number> {
  let text = '';
  for await (const chunk of control) {
    text += String(chunk);
    const port = /"event"\s*:\s*"listen"[^\n]*"port"\s*:\s*(\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`workerd told no port: ${text}`);
}
