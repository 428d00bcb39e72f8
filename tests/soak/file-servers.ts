import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createStopHandle, type RunningServer } from '../support/run-node.ts';
import { freePort, hasServer } from '../support/start-host.ts';

/* File servers with their default configuration, without any settings for this project. */

export type FileServer = 'python3 -m http.server' | 'nginx as installed';

const installedConfiguration = '/etc/nginx/nginx.conf';

export function hasFileServer(name: FileServer): boolean {
  if (name === 'nginx as installed') return hasServer('nginx') && existsSync(installedConfiguration);
  return spawnSync('python3', ['--version']).status === 0;
}

/** Serves `directory`. The server writes its logs and temporary files to `folder`. */
export async function startFileServer(name: FileServer, directory: string, folder: string): Promise<RunningServer> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const [command, ...options] =
    name === 'nginx as installed'
      ? ['nginx', '-c', await writeNginxConfiguration(directory, folder, port), '-e', join(folder, 'error.log')]
      : ['python3', '-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', directory];
  const child = spawn(command ?? '', options, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const address = new URL(`http://127.0.0.1:${port}/`);
  await waitForResponse(address, () => child.exitCode !== null);
  return { address, ...createStopHandle(child, exited) };
}

/**
 * Writes the configuration that the package of nginx installs, with a server of three lines instead of the sites it
 * includes. The only other changes are the paths that the server writes to, and the settings that a process needs
 * during a test. Returns the path of the file.
 */
async function writeNginxConfiguration(directory: string, folder: string, port: number): Promise<string> {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  const installed = await readFile(installedConfiguration, 'utf8');
  const configuration = installed
    .replace(/^user .*;/m, process.getuid?.() === 0 ? 'user root;' : '')
    .replace(/^pid .*;/m, `pid ${join(folder, 'nginx.pid')};\ndaemon off;`)
    .replace(/^(\s*error_log) .*;/m, `$1 ${join(folder, 'error.log')};`)
    .replace(/^(\s*access_log) .*;/m, '$1 off;')
    .replace(/^include \/etc\/nginx\/modules-enabled.*;/m, '')
    .replace(/^\s*include \/etc\/nginx\/conf\.d\/.*;/m, scratch)
    .replace(
      /^\s*include \/etc\/nginx\/sites-enabled\/.*;/m,
      `server {\n  listen 127.0.0.1:${port};\n  root "${directory}";\n}`,
    );
  if (!configuration.includes(`:${port};`) || !/include .*mime\.types;/.test(configuration)) {
    throw new Error(`${installedConfiguration} was changed: restore the file that the package of nginx installs`);
  }
  const path = join(folder, 'nginx.conf');
  await writeFile(path, configuration);
  return path;
}

async function waitForResponse(address: URL, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200 && !hasEnded(); attempt++) {
    const isResponding = await fetch(address).then(
      (response) => response.arrayBuffer().then(() => true),
      () => false,
    );
    if (isResponding) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no file server responds at ${address.href}`);
}
