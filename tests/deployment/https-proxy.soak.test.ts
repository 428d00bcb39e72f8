import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { writeSmallSite } from '../support/small-site.ts';
import { freePort, hasServer, startConfiguredServer, startPlainServer } from '../support/start-host.ts';
import { repository } from '../support/repository.ts';

/* Tests the links of a site behind a real https proxy with a self-signed certificate. */

const canRun = hasServer('nginx') && spawnSync('openssl', ['version']).status === 0;
if (!canRun) console.warn('nginx or openssl is not installed: the tests of https behind a proxy are SKIPPED.');

let folder: string;
let site: string;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  if (!canRun) return;
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-https-'));
  site = join(folder, 'site');
  await writeSmallSite(site, 'static');
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  execFileSync('openssl', [...certificate, '-addext', 'subjectAltName=DNS:localhost', ...files], { stdio: 'ignore' });
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
afterAll(async () => {
  if (canRun) await rm(folder, { recursive: true });
});

/** Starts nginx as an https proxy for a server, and returns the origin that visitors use. */
async function startTlsProxy(upstream: string, forwarded: string): Promise<string> {
  const port = await freePort();
  const proxyFolder = await mkdtemp(join(folder, 'proxy-'));
  const configuration = join(proxyFolder, 'https.conf');
  await writeFile(
    configuration,
    `server {
  listen 127.0.0.1:${port} ssl;
  ssl_certificate ${join(folder, 'certificate.pem')};
  ssl_certificate_key ${join(folder, 'key.pem')};
  location / {
    proxy_pass ${upstream};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    ${forwarded}
  }
}
`,
  );
  running.push(await startConfiguredServer('nginx', proxyFolder, configuration, new URL(`https://localhost:${port}/`)));
  return `https://localhost:${port}`;
}

async function startNode(publicOrigin?: string): Promise<string> {
  const server = createSiteServer({ directory: site, publicOrigin });
  const { origin } = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
  running.push({
    stop: () => {
      server.closeAllConnections();
      return server.close();
    },
  });
  return origin;
}

/** Runs the verify command, which trusts the certificate. */
async function verify(...commandLine: string[]): Promise<{ exitCode: number; stdout: string }> {
  const command = ['--import', 'tsx', 'build-data/verify/main.ts', ...commandLine];
  const child = spawn(process.execPath, command, {
    cwd: repository,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, stdout };
}

const forwardsScheme = 'proxy_set_header X-Forwarded-Proto $scheme;';
const linkFault =
  /WRONG The public address\n +\/webapi\/v1\/\S+ and \d+ more link to (\S+), but readers use (\S+)\n +-> (.*)/;

describe.skipIf(!canRun)('behind a proxy for https', { timeout: 60_000 }, () => {
  it('links of the Node host are https, when the proxy on the same machine reports it', async () => {
    const origin = await startTlsProxy(await startNode(), forwardsScheme);
    expect((await verify(origin)).stdout).toMatch(/Everything matches the contract/);
  });

  it('links of the Node host are https with --public-origin, whatever the proxy reports', async () => {
    const port = await freePort();
    const node = await startNode(`https://localhost:${port}`);
    const { stdout } = await verify(node, '--public-origin', `https://localhost:${port}`);
    expect(stdout).toMatch(/Everything matches the contract/);
  });

  it('the verify command reports links with the wrong scheme, and what to do', async () => {
    const origin = await startTlsProxy(await startNode(), '');
    const { exitCode, stdout } = await verify(origin);
    expect(exitCode).toBe(1);
    const [, link, expected, remedy] = linkFault.exec(stdout) ?? [];
    expect(link).toMatch(/^http:\/\/localhost/);
    expect(stdout).toMatch(/\n1 fault\.$/m);
    expect(expected).toBe(`${origin}/`);
    expect(remedy).toContain(`start it with --public-origin ${origin}`);
  });

  it.each(['nginx', 'caddy'] as const)('links are https through the configuration for %s', async (name) => {
    if (!hasServer(name)) {
      console.warn(`${name} is not installed: its links behind a proxy for https are SKIPPED.`);
      return;
    }
    const node = await startNode();
    const options = { siteDirectory: site, basePath: '/', proxyTo: node };
    // The https proxy reports the scheme, and the server behind it forwards the scheme to the Node host.
    const inner = await startPlainServer(name, join(folder, `${name}-between`), options);
    running.push(inner);
    const origin = await startTlsProxy(inner.address.origin, forwardsScheme);
    expect((await verify(origin)).stdout).toMatch(/Everything matches the contract/);
    // No proxy reports the scheme, but the configuration names the public origin.
    const named = await startPlainServer(name, join(folder, `${name}-named`), {
      ...options,
      publicOrigin: 'https://data.example.org',
    });
    running.push(named);
    const { stdout } = await verify(named.address.origin, '--public-origin', 'https://data.example.org');
    expect(stdout).not.toMatch(linkFault);
  });
});

describe.skipIf(!canRun)('the addresses in feeds, metadata and pages', { timeout: 60_000 }, () => {
  it('are reported when they differ from those that readers use', async () => {
    const node = await startNode('https://data.example.org');
    const { exitCode, stdout } = await verify(node, '--public-origin', 'https://data.example.org');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/WRONG The public address\n +\/sitemap\.xml and [3-9] more link to http:\/\/localhost\//);
    expect(stdout).toContain('-> build with --base-url https://data.example.org/');
    expect(stdout).not.toMatch(linkFault);
  });
});
