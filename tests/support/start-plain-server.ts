import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { caddyConfiguration } from '../../build-data/hosting/caddy-configuration.ts';
import { nginxConfiguration } from '../../build-data/hosting/nginx-configuration.ts';
import { pagePoliciesOf } from '../../build-data/hosting/host-files.ts';
import type { PlainServerOptions } from '../../build-data/hosting/plain-server.ts';
import { stopsWith, type RunningServer } from './running-server.ts';

export type PlainServer = 'nginx' | 'caddy';

/** Whether a server is installed on this machine. */
export function hasServer(name: PlainServer): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0;
}

/** Runs a plain web server over a built site with the configuration that the build makes for it. */
export async function startPlainServer(
  name: PlainServer,
  folder: string,
  options: Omit<PlainServerOptions, 'listen' | 'pagePolicies'>,
): Promise<RunningServer> {
  await mkdir(folder, { recursive: true });
  const listen = `127.0.0.1:${await freePort()}`;
  const pagePolicies = await pagePoliciesOf(options.siteDirectory);
  const whole = { ...options, pagePolicies, listen };
  const configuration = join(folder, 'configuration');
  await writeFile(configuration, name === 'nginx' ? nginxConfiguration(whole) : caddyConfiguration(whole));
  return startConfiguredServer(name, folder, configuration, new URL(`http://${listen}${options.basePath}`));
}

/**
 * Runs a plain web server with a configuration of ours that makes it listen at this address. What it writes goes into
 * the folder.
 */
export async function startConfiguredServer(
  name: PlainServer,
  folder: string,
  configuration: string,
  address: URL,
): Promise<RunningServer> {
  await mkdir(folder, { recursive: true });
  const child = name === 'nginx' ? await startNginx(folder, configuration) : startCaddy(folder, configuration);
  const errors: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const exited = once(child, 'exit');
  await Promise.race([
    untilListening(Number(address.port)),
    exited.then(() => Promise.reject(new Error(`${name} ended before it listened: ${errors.join('')}`))),
  ]);
  return { address, ...stopsWith(child, exited) };
}

async function startNginx(folder: string, configuration: string): Promise<ChildProcess> {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  // Workers of a server that root starts are of another user, who may not read a folder of root's.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `daemon off;
${user}
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')};
worker_processes 2;
events { worker_connections 1024; }
http {
${scratch}
  access_log off;
  include ${configuration};
}
`;
  await writeFile(join(folder, 'nginx.conf'), main);
  return spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function startCaddy(folder: string, configuration: string): ChildProcess {
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', configuration], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
}

/** These servers do not tell a port of their own choice: one is found for them, and free a moment before. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => {
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port}`);
}
