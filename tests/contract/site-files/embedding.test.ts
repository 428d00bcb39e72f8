import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { embedModulePath, embedPagePath, withEmbedOrigins } from '../../../core/site/embedding.ts';
import { writeSmallSite } from '../../support/small-site.ts';
import { startHost } from '../../support/start-host.ts';

/* On hosts that run code, only the page for embedding may be framed, by the sites that it names. */

const page = '<!doctype html><meta name="coastwatch-embed-origins" content="*" /><title>Map</title>';

let folder: string;
let site: string;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-embedding-'));
  site = join(folder, 'site');
  await writeSmallSite(site, 'static');
  await mkdir(join(site, 'embed'), { recursive: true });
  await writeFile(join(site, embedPagePath), withEmbedOrigins(page, ['https://news.example.org', "'self'"]));
  await writeFile(join(site, embedModulePath), 'export {};\n');
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true });
});

const hosts = ['node', 'workerd'] as const;

describe.each(hosts)('on %s', (host) => {
  describe.each(['/', '/coast/'])('under %s', (basePath) => {
    let root: URL;
    beforeAll(async () => {
      const hostFolder = join(folder, host + basePath.replaceAll('/', '-'));
      const server = await startHost(host, hostFolder, { siteDirectory: site, basePath });
      running.push(server);
      root = server.address;
    });

    it('the sites that the page names may frame it, and no other page', async () => {
      for (const path of ['embed/', 'embed/index.html', 'embed/?place=1']) {
        const response = await fetch(new URL(path, root));
        expect([path, response.status]).toEqual([path, 200]);
        expect(await response.text()).toContain('<title>Map</title>');
        expect(response.headers.get('Content-Security-Policy')).toBe("frame-ancestors https://news.example.org 'self'");
      }
      for (const path of ['', 'docs/']) {
        const { headers } = await fetch(new URL(path, root));
        expect(headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
      }
    });

    it('the path without a slash redirects to the page with the same parameters', async () => {
      for (const query of ['', '?place=1&r=5']) {
        const response = await fetch(new URL(`embed${query}`, root), { redirect: 'manual' });
        expect(response.status).toBe(301);
        expect(new URL(response.headers.get('Location') ?? '', root).href).toBe(new URL(`embed/${query}`, root).href);
        expect(response.headers.get('Cache-Control')).toBe('no-cache');
      }
      expect((await fetch(new URL('embedded', root), { redirect: 'manual' })).status).toBe(404);
    });

    it('other sites may load the module', async () => {
      const response = await fetch(new URL(embedModulePath, root));
      expect(response.status).toBe(200);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=UTF-8');
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
    });
  });
});
