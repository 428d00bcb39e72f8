import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';

import { build } from 'vite';

import { caddyConfiguration } from '../../build-data/hosting/caddy-configuration.ts';
import { workerdConfiguration } from '../../build-data/hosting/edge-platforms.ts';
import { pagePoliciesOf } from '../../build-data/hosting/host-files.ts';
import { nginxConfiguration } from '../../build-data/hosting/nginx-configuration.ts';
import type { PlainServerOptions } from '../../build-data/hosting/plain-server.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { repository } from './repository.ts';
import { type RunningServer, createStopHandle } from './run-node.ts';

/** The hosts that can serve a site for a test, in this process or in a separate process. */
export type TestedHost = 'node' | 'workerd' | PlainServer;

export interface HostedSite {
  readonly siteDirectory: string;
  readonly basePath: string;
  /** The origin of a Node host behind nginx or Caddy. */
  readonly proxyTo?: string | undefined;
}

/** Serves a site on a free port. `folder` is for files of this host only. */
export async function startHost(
  host: TestedHost,
  folder: string,
  site: HostedSite,
): Promise<Pick<RunningServer, 'address'> & { stop(): unknown }> {
  const { siteDirectory, basePath } = site;
  if (host === 'workerd') return startWorkerd(siteDirectory, folder, basePath, 'ignore');
  if (host !== 'node') return startPlainServer(host, folder, site);
  const server = createSiteServer({ directory: siteDirectory, basePath });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath });
  return { address: new URL(address), stop: () => server.close() };
}

export type PlainServer = 'nginx' | 'caddy';

/** Whether a server is installed on this machine. */
export function hasServer(name: PlainServer): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0;
}

/** Runs a plain web server over a built site with its generated configuration. */
export async function startPlainServer(
  name: PlainServer,
  folder: string,
  options: Omit<PlainServerOptions, 'listen' | 'pagePolicies'>,
): Promise<RunningServer> {
  await mkdir(folder, { recursive: true });
  const listen = `127.0.0.1:${await freePort()}`;
  const pagePolicies = await pagePoliciesOf(options.siteDirectory);
  const allOptions = { ...options, pagePolicies, listen };
  const configuration = join(folder, 'configuration');
  await writeFile(configuration, name === 'nginx' ? nginxConfiguration(allOptions) : caddyConfiguration(allOptions));
  return startConfiguredServer(name, folder, configuration, new URL(`http://${listen}${options.basePath}`));
}

/**
 * Runs a plain web server with a configuration, which must make it listen at `address`. The server writes to `folder`.
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
    waitUntilListening(Number(address.port)),
    exited.then(() => Promise.reject(new Error(`${name} ended before it listened: ${errors.join('')}`))),
  ]);
  return { address, ...createStopHandle(child, exited) };
}

async function startNginx(folder: string, configuration: string): Promise<ChildProcess> {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`)
    .join('\n');
  // If root starts the server, its workers run as another user, who may not be allowed to read root's folder.
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

/** A port that was free a moment ago, for servers that cannot choose a free port and report it. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function waitUntilListening(port: number): Promise<void> {
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
  throw new Error(`nothing listens on port ${port} after ten seconds`);
}

let builtWorker: Promise<Buffer> | undefined;

/**
 * Writes the edge worker to a directory, as `npm run build:programs` does, and returns its path. It is built once per
 * process.
 */
export async function buildEdgeWorker(directory: string): Promise<string> {
  const path = join(directory, 'worker.js');
  const built = await builtWorker;
  if (built) {
    await mkdir(directory, { recursive: true });
    await writeFile(path, built);
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
 * Runs workerd with a configuration file that defines this number of sockets, and returns their ports in the same
 * order. workerd logs each interrupted response, so tests that interrupt responses set `errors` to `ignore`.
 */
export async function runWorkerd(
  configuration: string,
  sockets: number,
  errors: Errors = 'inherit',
): Promise<{ readonly ports: readonly number[]; readonly pid: number; stop(): Promise<void> }> {
  // workerd ends if it finds no certificate authority, as on a machine without ca-certificates.
  const certificates = `${configuration}.pem`;
  await writeFile(certificates, rootCertificates.join('\n'));
  const child = spawn(await findWorkerd(), ['serve', configuration, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', errors, 'pipe'],
    env: { ...process.env, SSL_CERT_FILE: certificates },
  });
  const exited = once(child, 'exit');
  const ports = await Promise.race([
    readPorts(child.stdio[3] as Readable, sockets),
    exited.then(([code]) => Promise.reject(new Error(`workerd ended with ${String(code)} before it listened`))),
  ]);
  return { ports, ...createStopHandle(child, exited) };
}

/** The path of the binary in the installed package. */
async function findWorkerd(): Promise<string> {
  const found: unknown = createRequire(import.meta.url)('workerd');
  if (typeof found === 'object' && found !== null && 'default' in found && typeof found.default === 'string') {
    return found.default;
  }
  throw new Error('the npm package workerd is not installed for this platform: run npm ci on this machine');
}

/** workerd writes the port of each socket to its control descriptor, one JSON object per line. */
async function readPorts(control: Readable, sockets: number): Promise<readonly number[]> {
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
