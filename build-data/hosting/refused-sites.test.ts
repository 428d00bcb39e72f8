import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

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

describe('a site that cannot be configured', () => {
  const nothingWritten = async (): Promise<void> => {
    expect(await filesIn(out)).toEqual([]);
    expect((await rootOfSite()).filter((name) => name !== '_headers')).toEqual([]);
  };

  it('is refused: it holds no data', async () => {
    await rm(join(site, 'data/manifest.json'));
    await expect(configureHosts(optionsOf(), worker)).rejects.toThrow(
      `${site} holds no data/manifest.json. Build the data into it first: npm run build:data -- --out ${site} …`,
    );
    await nothingWritten();
  });

  it('is refused: the worker is not built', async () => {
    await expect(configureHosts(optionsOf(), join(folder, 'none.js'))).rejects.toThrow(
      'run npm run build:programs first',
    );
    await nothingWritten();
  });

  it.each(['', '/hosts', '/assets/../hosts'])(
    'is refused: the configurations were to be written into it, at its%s',
    async (path) => {
      const options = { ...optionsOf(), outputDirectory: site + path };
      await expect(configureHosts(options, worker)).rejects.toThrow(
        'is within the site, where everybody could read it',
      );
      await nothingWritten();
      await configureHosts({ ...optionsOf(), outputDirectory: `${site}-hosts` }, worker);
    },
  );

  it('is refused: a link in it leads out of it, or there is a pipe', async () => {
    await symlink(join(folder, 'site-outside.txt'), join(site, 'data/link.json'));
    await expect(configureHosts(optionsOf(), worker)).rejects.toThrow(
      'data/link.json is a link to no file of this site',
    );
    await rm(join(site, 'data/link.json'));
    spawnSync('mkfifo', [join(site, 'pipe.html')]);
    await expect(configureHosts(optionsOf(), worker)).rejects.toThrow('pipe.html is a named pipe. Remove it');
    await nothingWritten();
    await rm(join(site, 'pipe.html'));
    await symlink('index.html', join(site, 'home.html'));
    await configureHosts(optionsOf(), worker);
  });

  it.each(['si"te', "si'te", 'si$te', 'si`te', 'si{te}'])('is refused: its path is %s', async (name) => {
    const odd = join(folder, name);
    await symlink(site, odd);
    const options = { ...optionsOf(), siteDirectory: odd };
    await expect(configureHosts(options, worker)).rejects.toThrow(
      `${odd} has characters that configurations cannot hold`,
    );
    await nothingWritten();
  });

  it('is left out for a host that cannot take it, and refused when that host is named', async () => {
    await writeFile(join(site, 'recordings.bin'), new Uint8Array(26 * 1024 * 1024));
    const message = 'Cloudflare Workers takes at the most 26.2 MB a file, and recordings.bin has 27.3 MB: ';
    await expect(configureHosts(optionsOf('--host', 'cloudflare', '--host', 's3'), worker)).rejects.toThrow(message);
    await nothingWritten();
    const { leftOut } = await configureHosts(optionsOf(), worker);
    expect(leftOut).toEqual([expect.stringContaining(message)]);
    expect((await filesIn(out)).some((path) => path.startsWith('cloudflare'))).toBe(false);
    expect(await filesIn(out)).toContain('s3/uploads.tsv');
  });

  it('is refused: it has headers of somebody else', async () => {
    await writeFile(join(site, '_headers'), '/*\n  X-Mine: 1\n');
    await expect(configureHosts(optionsOf(), worker)).rejects.toThrow('_headers was not written by this command');
    await nothingWritten();
    expect(await readFile(join(site, '_headers'), 'utf8')).toBe('/*\n  X-Mine: 1\n');
    await configureHosts(optionsOf('--host', 'nginx'), worker);
  });

  it.each(['netlify', 'netlify/edge-functions', 's3'])(
    'leaves nothing half written where a file is in the way of %s',
    async (inTheWay) => {
      await configureHosts(optionsOf('--listen', '127.0.0.1:7777'), worker);
      await rm(join(out, inTheWay), { recursive: true });
      await mkdir(dirname(join(out, inTheWay)), { recursive: true });
      await writeFile(join(out, inTheWay), 'not a folder');
      const before = await filesIn(out);
      await expect(configureHosts(optionsOf('--listen', '127.0.0.1:8888'), worker)).rejects.toThrow(
        /hosts was not written: .*\. What stood there is as it was\./,
      );
      expect(await filesIn(out)).toEqual(before);
      expect(await read('nginx/coastwatch.conf')).toContain('listen 127.0.0.1:7777;');
      expect(await read('caddy/Caddyfile')).toContain('http://:7777');
    },
  );
});
