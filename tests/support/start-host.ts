import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';

import { build } from 'vite';

import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { repository } from './repository.ts';
import { type RunningServer, createStopHandle } from './run-node.ts';

/** The hosts that can serve a site for a test, in this process or in a separate process. */
export type TestedHost = 'node' | 'workerd' | PlainServer;

interface HostedSite {
  readonly siteDirectory: string;
  /** nginx and Caddy serve files at the root only. */
  readonly basePath: string;
}

/** Serves a site on a free port. `folder` is for files of this host only. */
export async function startHost(
  host: TestedHost,
  folder: string,
  { siteDirectory, basePath }: HostedSite,
): Promise<Pick<RunningServer, 'address'> & { stop(): unknown }> {
  if (host === 'workerd') return startWorkerd(siteDirectory, folder, basePath, 'ignore');
  if (host !== 'node') return startPlainServer(host, folder, { siteDirectory });
  const server = createSiteServer({ directory: siteDirectory, basePath });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath });
  return { address: new URL(address), stop: () => server.close() };
}

type PlainServer = 'nginx' | 'caddy';

/** Whether a server is installed on this machine. nginx also needs a certificate. */
export function hasServer(name: PlainServer): boolean {
  if (name === 'caddy') return spawnSync('caddy', ['version']).status === 0;
  return spawnSync('nginx', ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0;
}

interface PlainServerUse {
  /** The tree to serve as files. */
  readonly siteDirectory?: string;
  /** The origin of the Node host to pass requests on to. */
  readonly nodeOrigin?: string;
}

interface RunningPlainServer extends RunningServer {
  /** The address of the proxy in front of the Node host; `address` is that of the static tree. */
  readonly proxyAddress: URL;
  /** The configuration, of which this test has only replaced addresses and paths. */
  readonly configuration: string;
}

/** Runs nginx or Caddy with its configuration in `deploy/`. The server writes to `folder`. */
export async function startPlainServer(
  name: PlainServer,
  folder: string,
  { siteDirectory = folder, nodeOrigin = 'http://127.0.0.1:9' }: PlainServerUse,
): Promise<RunningPlainServer> {
  await mkdir(folder, { recursive: true });
  const [files, proxy] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const node = new URL(nodeOrigin).host;
  const common = { '127.0.0.1:8080': node, '/srv/coastwatch/current': siteDirectory };
  const configuration =
    name === 'nginx'
      ? await adaptedKitFile('nginx.conf', folder, {
          ...common,
          'listen 80;': `listen ${files};`,
          'listen 443 ssl;': `listen ${proxy} ssl;`,
          'files.example.org': '127.0.0.1',
          '/etc/ssl/coastwatch': folder,
          '/var/log/nginx': folder,
        })
      : await adaptedKitFile('Caddyfile', folder, {
          ...common,
          'data.example.org {': `http://${proxy} {`,
          'files.example.org {': `http://${files} {`,
        });
  if (name === 'nginx') createCertificate(folder);
  const child = name === 'nginx' ? await startNginx(folder, configuration) : startCaddy(folder, configuration);
  const errors: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const exited = once(child, 'exit');
  const address = new URL(`http://${files}/`);
  const proxyAddress = new URL(`${name === 'nginx' ? 'https' : 'http'}://${proxy}/`);
  await Promise.race([
    Promise.all([address, proxyAddress].map(({ port }) => waitUntilListening(Number(port)))),
    exited.then(() => Promise.reject(new Error(`${name} ended before it listened: ${errors.join('')}`))),
  ]);
  return { address, proxyAddress, configuration, ...createStopHandle(child, exited) };
}

/** Writes a file of the deployment kit with other addresses and paths. Returns its path. */
async function adaptedKitFile(
  name: string,
  folder: string,
  replacements: Readonly<Record<string, string>>,
): Promise<string> {
  let text = await readFile(join(repository, 'deploy', name), 'utf8');
  for (const [replaced, replacement] of Object.entries(replacements)) {
    if (!text.includes(replaced)) throw new Error(`deploy/${name} does not contain ${replaced}`);
    text = text.replaceAll(replaced, replacement);
  }
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

function createCertificate(folder: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', join(folder, 'key.pem')];
  const certificate = [
    '-x509',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-out',
    join(folder, 'certificate.pem'),
  ];
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...key, ...certificate, ...names], { stdio: 'ignore' });
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
  await writeFile(join(folder, 'nginx-main.conf'), main);
  return spawn('nginx', ['-c', join(folder, 'nginx-main.conf'), '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function startCaddy(folder: string, configuration: string): ChildProcess {
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', configuration], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      // Several servers run at the same time, and each has its own administration interface.
      CADDY_ADMIN: `unix/${join(folder, 'admin.sock')}`,
    },
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

/** Serves a directory on a free port with Python's file server, which has no settings. */
export async function startPythonServer(directory: string): Promise<{ readonly address: URL; stop(): unknown }> {
  const port = await freePort();
  const command = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', directory];
  const server = spawn('python3', command, { stdio: 'ignore' });
  await waitUntilListening(port);
  return { address: new URL(`http://127.0.0.1:${port}/`), stop: () => server.kill() };
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

/** Runs the edge worker over a built site with workerd on a free port, with the configuration in `deploy/`. */
export async function startWorkerd(
  siteDirectory: string,
  folder: string,
  basePath = '/',
  errors: Errors = 'inherit',
): Promise<RunningServer> {
  await mkdir(folder, { recursive: true });
  await buildEdgeWorker(folder);
  const configuration = await adaptedKitFile('workerd.capnp', folder, {
    '/srv/coastwatch/current': siteDirectory,
    '127.0.0.1:8080': '127.0.0.1:0',
    '../dist/edge/worker.js': 'worker.js',
    'text = "/"': `text = "${basePath}"`,
  });
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
