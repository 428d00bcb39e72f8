import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../../tests/contract/fixture/fixture-tree.ts';
import { hasServer } from '../../tests/support/start-plain-server.ts';
import { configureHosts } from './configure-hosts.ts';
import {
  filesIn,
  folder,
  giveSiteToEachTest,
  optionsOf,
  out,
  read,
  rootOfSite,
  site,
  worker,
} from '../../tests/deployment/site-to-configure.ts';

giveSiteToEachTest();
if (!hasServer('nginx')) console.warn('nginx is not installed: what it says of its configuration is SKIPPED.');

describe('the configurations of hosts', () => {
  it('are written for all hosts, and told', async () => {
    const { configurations, inSite, leftOut } = await configureHosts(optionsOf(), worker);
    expect(leftOut).toEqual([]);
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

  it('put the links of the 404 page under the path of the site, and take its old compressed twins away', async () => {
    const page = '<!doctype html><a data-root="/" href="/">Map</a><a href="/docs/">API</a><a href="#text">Text</a>\n';
    await writeFile(join(site, '404.html'), page);
    await writeFile(join(site, '404.html.gz'), 'of the page before');
    await configureHosts(optionsOf('--host', 'github-pages'), worker);
    expect(await readFile(join(site, '404.html'), 'utf8')).toBe(page);
    await configureHosts(optionsOf('--host', 'github-pages', '--base-path', '/coast/'), worker);
    expect(await readFile(join(site, '404.html'), 'utf8')).toBe(
      '<!doctype html><a data-root="/coast/" href="/coast/">Map</a><a href="/coast/docs/">API</a><a href="#text">Text</a>\n',
    );
    expect(existsSync(join(site, '404.html.gz'))).toBe(false);
  });

  it('are written for the named hosts alone', async () => {
    await configureHosts(optionsOf('--host', 'caddy', '--host', 'github-pages'), worker);
    expect(await filesIn(out)).toEqual(['caddy/Caddyfile']);
    expect(await rootOfSite()).toEqual(['.nojekyll']);
  });

  it.each(['/', '/coast/'])(
    'for Cloudflare name files that exist, and give it the interface alone or all: %s',
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
      expect(assets['run_worker_first']).toEqual(basePath === '/' ? ['/webapi', '/webapi/*'] : true);
      expect(vars).toEqual({ COASTWATCH_BASE_PATH: basePath });
      const headers = await readFile(join(site, '_headers'), 'utf8');
      expect(headers).toContain(`\n${basePath}index.html\n  Content-Security-Policy: default-src 'none';`);
      expect(headers).toContain("'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='");
    },
  );

  it('for Netlify name the site from where they stand', async () => {
    await configureHosts(optionsOf('--host', 'netlify', '--base-path', '/coast/'), worker);
    const text = await read('netlify/netlify.toml');
    const published = /^ {2}publish = "(.*)"$/m.exec(text)?.[1] ?? '';
    expect(published.startsWith('/')).toBe(false);
    expect(resolve(out, 'netlify', published)).toBe(site);
    expect(text.match(/^ {2}path = .*$/gm)).toEqual(['  path = "/coast/webapi"', '  path = "/coast/webapi/*"']);
    expect(text).toContain('from = "/coast/*"\n  to = "/:splat"\n  status = 200\n');
    expect(text).toContain('edge_functions = "edge-functions"');
  });

  it('name the site, the path and the address in the languages of web servers', async () => {
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

  it('are written anew over those of before', async () => {
    await configureHosts(optionsOf(), worker);
    await writeFile(join(site, 'index.html'), '<title>Coastwatch</title><style>b{}</style>');
    await configureHosts(optionsOf('--listen', '127.0.0.1:9999'), worker);
    expect(await read('nginx/coastwatch.conf')).toContain('listen 127.0.0.1:9999;');
    expect(await readFile(join(site, '_headers'), 'utf8')).not.toContain('sha256-X1Rut');
  });

  it('are kept by the next build, as far as they stand in the site', async () => {
    await configureHosts(optionsOf(), worker);
    const before = await readFile(join(site, '_headers'), 'utf8');
    await writeFixtureSite(site, 'compute');
    expect(await rootOfSite()).toEqual(['.assetsignore', '.nojekyll', '_headers']);
    expect(await readFile(join(site, '_headers'), 'utf8')).toBe(before);
  });

  it.skipIf(!hasServer('nginx'))('are taken by nginx with all modules of the machine, without a warning', async () => {
    await configureHosts(optionsOf('--host', 'nginx'), worker);
    const main = join(folder, 'nginx.conf');
    const included = ['/etc/nginx/modules-enabled/*.conf', join(out, 'nginx/coastwatch.conf')];
    const [modules, configuration] = included.map((path) => `include ${path};`);
    await writeFile(main, `${modules}\npid ${folder}/pid;\nevents {}\nhttp { access_log off; ${configuration} }\n`);
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', main, '-e', join(folder, 'error.log')]);
    expect([status, stderr.toString().match(/\[(?:warn|emerg)\].*/g)]).toEqual([0, null]);
  });

  it('let Caddy wait for the head of a request, and not for ever', async () => {
    await configureHosts(optionsOf('--host', 'caddy'), worker);
    expect(await read('caddy/Caddyfile')).toMatch(/timeouts \{\s+read_header 15s\s+\}/);
  });
});
