import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../../tests/contract/fixture/fixture-tree.ts';
import { runCommand } from '../../tests/support/run-node.ts';
import {
  filesIn,
  folder,
  createSiteForEachTest,
  optionsOf,
  out,
  read,
  rootOfSite,
  site,
  worker,
} from '../../tests/deployment/site-to-configure.ts';
import { hasServer } from '../../tests/support/start-host.ts';
import { configureHosts } from './configure-hosts.ts';

createSiteForEachTest();
if (!hasServer('nginx')) console.warn('nginx is not installed: the check of its configuration is SKIPPED.');

describe('configureHosts', () => {
  it('writes the configurations of all hosts, and returns their paths', async () => {
    const { configurations, inSite, omissions } = await configureHosts(optionsOf(), worker);
    expect(omissions).toEqual([]);
    expect(await filesIn(out)).toEqual([...configurations].sort());
    expect([...configurations].sort()).toEqual([
      'caddy/Caddyfile',
      'cloudflare/worker.js',
      'cloudflare/wrangler.jsonc',
      'netlify/edge-functions/coastwatch.js',
      'netlify/edge-functions/worker.js',
      'netlify/netlify.toml',
      'nginx/coastwatch.conf',
      's3/uploads.tsv',
      'workerd/worker.js',
      'workerd/workerd.capnp',
    ]);
    expect([...inSite].sort()).toEqual(['.assetsignore', '.nojekyll', '_headers']);
    expect(await rootOfSite()).toEqual(['.assetsignore', '.nojekyll', '_headers']);
    for (const copy of configurations.filter((path) => path.endsWith('/worker.js'))) {
      expect(await read(copy)).toBe('export default {};\n');
    }
  });

  it('moves the links of the 404 page to the base path, and removes its old compressed copies', async () => {
    const page = '<!doctype html><a data-root="/" href="/">Map</a><a href="/docs/">API</a><a href="#text">Text</a>\n';
    await writeFile(join(site, '404.html'), page);
    await writeFile(join(site, '404.html.gz'), 'a compressed copy of the previous page');
    await configureHosts(optionsOf('--host', 'github-pages'), worker);
    expect(await readFile(join(site, '404.html'), 'utf8')).toBe(page);
    await configureHosts(optionsOf('--host', 'github-pages', '--base-path', '/coast/'), worker);
    expect(await readFile(join(site, '404.html'), 'utf8')).toBe(
      '<!doctype html><a data-root="/coast/" href="/coast/">Map</a><a href="/coast/docs/">API</a><a href="#text">Text</a>\n',
    );
    expect(existsSync(join(site, '404.html.gz'))).toBe(false);
  });

  it('writes the configurations of only the named hosts', async () => {
    await configureHosts(optionsOf('--host', 'caddy', '--host', 'github-pages'), worker);
    expect(await filesIn(out)).toEqual(['caddy/Caddyfile']);
    expect(await rootOfSite()).toEqual(['.nojekyll']);
  });

  it.each(['/', '/coast/'])(
    'names existing files for Cloudflare, and runs the worker for API requests or for all requests: %s',
    async (basePath) => {
      await configureHosts(optionsOf('--host', 'cloudflare', '--base-path', basePath), worker);
      const text = await read('cloudflare/wrangler.jsonc');
      const { main, assets, vars } = JSON.parse(text.replace(/^\/\/.*$/gm, '')) as {
        main: string;
        assets: Record<string, unknown>;
        vars: Record<string, string>;
      };
      expect(existsSync(join(out, 'cloudflare', main))).toBe(true);
      expect(resolve(out, 'cloudflare', String(assets['directory']))).toBe(site);
      expect(assets).toMatchObject({ binding: 'ASSETS', html_handling: 'none', not_found_handling: 'none' });
      expect(assets['run_worker_first']).toEqual(basePath === '/' ? ['/webapi', '/webapi/*', '/feeds/places/*'] : true);
      expect(vars).toEqual({ COASTWATCH_BASE_PATH: basePath });
      const headers = await readFile(join(site, '_headers'), 'utf8');
      expect(headers).toContain(`\n${basePath}index.html\n  Content-Security-Policy: default-src 'none';`);
      expect(headers).toContain("'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='");
    },
  );

  it('names the site for Netlify relative to the configuration', async () => {
    await configureHosts(optionsOf('--host', 'netlify', '--base-path', '/coast/'), worker);
    const text = await read('netlify/netlify.toml');
    const published = /^ {2}publish = "(.*)"$/m.exec(text)?.[1] ?? '';
    expect(published.startsWith('/')).toBe(false);
    expect(resolve(out, 'netlify', published)).toBe(site);
    expect(text.match(/^ {2}path = .*$/gm)).toEqual(
      ['webapi', 'webapi/*', 'feeds/places/*', 'embed'].map((path) => `  path = "/coast/${path}"`),
    );
    expect(text).toContain('from = "/coast/*"\n  to = "/:splat"\n  status = 200\n');
    expect(text).toContain('edge_functions = "edge-functions"');
  });

  it('names the site, the base path and the address in the syntax of each server', async () => {
    const more = ['--base-path', '/coast/', '--listen', '127.0.0.1:8099', '--proxy-to', 'http://127.0.0.1:8098'];
    await configureHosts(optionsOf(...more), worker);
    const nginx = await read('nginx/coastwatch.conf');
    expect(nginx).toContain(`root "${site}";`);
    expect(nginx).toContain('listen 127.0.0.1:8099;');
    expect(nginx).toContain('proxy_pass http://127.0.0.1:8098;');
    expect(nginx).toContain('location /coast/ {');
    const caddy = await read('caddy/Caddyfile');
    expect(caddy).toContain(`root * "${site}"`);
    expect(caddy).toContain('http://:8099 {\n\tbind 127.0.0.1\n');
    expect(caddy).toContain('reverse_proxy http://127.0.0.1:8098');
    const workerd = await read('workerd/workerd.capnp');
    expect(workerd).toContain(`path = "${site}"`);
    expect(workerd).toContain('address = "127.0.0.1:8099"');
    expect(workerd).toContain('(name = "COASTWATCH_BASE_PATH", text = "/coast/")');
  });

  it('replaces earlier configurations', async () => {
    await configureHosts(optionsOf(), worker);
    await writeFile(join(site, 'index.html'), '<title>Coastwatch</title><style>b{}</style>');
    await configureHosts(optionsOf('--listen', '127.0.0.1:9999'), worker);
    expect(await read('nginx/coastwatch.conf')).toContain('listen 127.0.0.1:9999;');
    expect(await readFile(join(site, '_headers'), 'utf8')).not.toContain('sha256-X1Rut');
  });

  it('writes files into the site that the next build keeps', async () => {
    await configureHosts(optionsOf(), worker);
    const before = await readFile(join(site, '_headers'), 'utf8');
    await writeFixtureSite(site, 'compute');
    expect(await rootOfSite()).toEqual(['.assetsignore', '.nojekyll', '_headers']);
    expect(await readFile(join(site, '_headers'), 'utf8')).toBe(before);
  });

  it.skipIf(!hasServer('nginx'))('writes a configuration that nginx accepts without a warning', async () => {
    await configureHosts(optionsOf('--host', 'nginx'), worker);
    const main = join(folder, 'nginx.conf');
    const included = ['/etc/nginx/modules-enabled/*.conf', join(out, 'nginx/coastwatch.conf')];
    const [modules, configuration] = included.map((path) => `include ${path};`);
    await writeFile(main, `${modules}\npid ${folder}/pid;\nevents {}\nhttp { access_log off; ${configuration} }\n`);
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', main, '-e', join(folder, 'error.log')]);
    expect([status, stderr.toString().match(/\[(?:warn|emerg)\].*/g)]).toEqual([0, null]);
  });

  it('limits how long Caddy waits for the head of a request', async () => {
    await configureHosts(optionsOf('--host', 'caddy'), worker);
    expect(await read('caddy/Caddyfile')).toMatch(/timeouts \{\s+read_header 15s\s+\}/);
  });
});

describe('a site that cannot be configured', () => {
  const expectNothingWritten = async (): Promise<void> => {
    expect(await filesIn(out)).toEqual([]);
    expect((await rootOfSite()).filter((name) => name !== '_headers')).toEqual([]);
  };

  it('is refused if it has no data', async () => {
    await rm(join(site, 'data/manifest.json'));
    await expect(configureHosts(optionsOf(), worker)).rejects.toThrow(
      `${site} has no data/manifest.json. Build the data into it first: npm run build:data -- --out ${site} …`,
    );
    await expectNothingWritten();
  });

  it('is refused if the worker is not built', async () => {
    await expect(configureHosts(optionsOf(), join(folder, 'none.js'))).rejects.toThrow(
      'run npm run build:programs first',
    );
    await expectNothingWritten();
  });

  it.each(['', '/hosts', '/assets/../hosts'])(
    'is refused if the output directory is within it, at "%s"',
    async (path) => {
      const options = { ...optionsOf(), outputDirectory: site + path };
      await expect(configureHosts(options, worker)).rejects.toThrow('is within the site, where everyone could read it');
      await expectNothingWritten();
      await configureHosts({ ...optionsOf(), outputDirectory: `${site}-hosts` }, worker);
    },
  );

  it('is refused if it contains a link that leads out of it, or a pipe', async () => {
    await symlink(join(folder, 'site-outside.txt'), join(site, 'data/link.json'));
    await expect(configureHosts(optionsOf(), worker)).rejects.toThrow(
      'data/link.json is a link to something outside the site',
    );
    await rm(join(site, 'data/link.json'));
    spawnSync('mkfifo', [join(site, 'pipe.html')]);
    await expect(configureHosts(optionsOf(), worker)).rejects.toThrow('pipe.html is a named pipe. Remove it');
    await expectNothingWritten();
    await rm(join(site, 'pipe.html'));
    await symlink('index.html', join(site, 'home.html'));
    await configureHosts(optionsOf(), worker);
  });

  it.each(['si"te', "si'te", 'si$te', 'si`te', 'si{te}'])('is refused if its path is %s', async (name) => {
    const oddPath = join(folder, name);
    await symlink(site, oddPath);
    const options = { ...optionsOf(), siteDirectory: oddPath };
    await expect(configureHosts(options, worker)).rejects.toThrow(
      `${oddPath} has characters that configurations cannot contain`,
    );
    await expectNothingWritten();
  });

  it('gets no configuration for a host whose limits it exceeds, and is refused when that host is named', async () => {
    await writeFile(join(site, 'recordings.bin'), new Uint8Array(26 * 1024 * 1024));
    const message = 'Cloudflare Workers allows at most 26.2 MB per file, and recordings.bin has 27.3 MB: ';
    await expect(configureHosts(optionsOf('--host', 'cloudflare', '--host', 's3'), worker)).rejects.toThrow(message);
    await expectNothingWritten();
    const { omissions } = await configureHosts(optionsOf(), worker);
    expect(omissions).toEqual([expect.stringContaining(message)]);
    expect((await filesIn(out)).some((path) => path.startsWith('cloudflare'))).toBe(false);
    expect(await filesIn(out)).toContain('s3/uploads.tsv');
  });

  it('is refused if its _headers file was written by hand', async () => {
    await writeFile(join(site, '_headers'), '/*\n  X-Mine: 1\n');
    await expect(configureHosts(optionsOf(), worker)).rejects.toThrow('_headers was not written by this command');
    await expectNothingWritten();
    expect(await readFile(join(site, '_headers'), 'utf8')).toBe('/*\n  X-Mine: 1\n');
    await configureHosts(optionsOf('--host', 'nginx'), worker);
  });

  it.each(['netlify', 'netlify/edge-functions', 's3'])(
    'changes no configuration when a file is in the way of %s',
    async (inTheWay) => {
      await configureHosts(optionsOf('--listen', '127.0.0.1:7777'), worker);
      await rm(join(out, inTheWay), { recursive: true });
      await mkdir(dirname(join(out, inTheWay)), { recursive: true });
      await writeFile(join(out, inTheWay), 'not a folder');
      const before = await filesIn(out);
      await expect(configureHosts(optionsOf('--listen', '127.0.0.1:8888'), worker)).rejects.toThrow(
        /hosts was not written: .*\. Its files are unchanged\./,
      );
      expect(await filesIn(out)).toEqual(before);
      expect(await read('nginx/coastwatch.conf')).toContain('listen 127.0.0.1:7777;');
      expect(await read('caddy/Caddyfile')).toContain('http://:7777');
    },
  );
});

const command = 'build-data/hosting/main.ts';

describe('the command', () => {
  it('exits with 2 and prints its usage when the command line is wrong', async () => {
    const { exitCode, stderr } = await runCommand(command, ['--dir', site]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^--out is missing: .*\n\nUsage: npm run configure /);
  });

  it('exits with 1 and a one-line message when the site cannot be configured', async () => {
    const empty = join(folder, 'empty');
    const { exitCode, stdout, stderr } = await runCommand(command, ['--dir', empty, '--out', out]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.*empty has no data\/manifest\.json\. .*\n$/);
  });

  it.skipIf(!existsSync('/proc/self'))('fails with a message when the output directory cannot be created', async () => {
    const { exitCode, stderr } = await runCommand(command, ['--dir', site, '--out', '/proc/x/y']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^\/proc\/x\/y was not written: ENOENT: .*\n$/);
  });

  it('prints its usage', async () => {
    const { exitCode, stdout } = await runCommand(command, ['--help']);
    expect([exitCode, stdout.startsWith('Usage: npm run configure ')]).toEqual([0, true]);
  });
});
