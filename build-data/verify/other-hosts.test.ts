import { createServer } from 'node:http';
import { join } from 'node:path';

import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { manifestPath } from '../../core/storage/layout.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { endHosts, findingsOf, folder, startHosts, verify, withFault } from '../../tests/deployment/hosts-to-verify.ts';
import { sampleTables } from '../exports/testing/sample-tables.ts';
import { writeSite } from '../testing/write-site.ts';
import { page } from './testing/faulty-host.ts';

beforeAll(startHosts);
afterAll(endHosts);

describe('a host that is another thing', () => {
  it('a host of files alone: says once for each dataset that the interface is not there', async () => {
    const files = sirv(join(folder, 'site'), { dev: true });
    const plain = createServer((request, response) => {
      files(request, response, () => {
        response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
      });
    });
    const verification = await verify(await listen(plain, { port: 0, host: '127.0.0.1', basePath: '/' }));
    plain.close();
    const titles = verification.parts.map(({ title }) => title);
    expect(titles).not.toContain('RawData: pages and searches');
    const absent = findingsOf(verification).filter(({ what }) => what.includes('this host has the files alone'));
    expect(absent.map(({ what }) => what.split(' ')[0])).toEqual(['/webapi/v1/CoastalFeatures', '/webapi/v1/RawData']);
    expect(absent[0]?.remedy).toContain('--target static');
  });

  it('a site of data alone has no explorer, which is no fault', async () => {
    const directory = join(folder, 'alone');
    const options = { target: 'compute', sample: false, siteUrl: 'http://localhost/' } as const;
    await writeSite(sampleTables(30), { ...options, outputDirectory: directory, builtAt: new Date().toISOString() });
    const alone = createSiteServer({ directory });
    const verification = await verify(await listen(alone, { port: 0, host: '127.0.0.1', basePath: '/' }));
    alone.close();
    expect(findingsOf(verification)).toEqual([]);
    expect(verification.notes).toEqual(['This site has data alone: there is no explorer.']);
  });

  it('not a Coastwatch', async () => {
    const other = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page));
    const found = findingsOf(await verify(await listen(other, { port: 0, host: '127.0.0.1', basePath: '/' })));
    other.close();
    expect(found.map(({ what }) => what)).toEqual(['/data/manifest.json is a page of HTML, not a manifest']);
    expect(found[0]?.remedy).toContain('is this the root of a Coastwatch site?');
  });

  it('another site with a manifest of its own', async () => {
    const found = findingsOf(
      await withFault((answer, { path }) => {
        if (path === manifestPath) answer.body = Buffer.from('{"name":"Another"}');
        return undefined;
      }),
    );
    expect(found).toEqual([
      {
        what: expect.stringContaining('/data/manifest.json is no manifest of this service: ') as unknown,
        remedy: expect.stringContaining('is this the root of a Coastwatch site?') as unknown,
      },
    ]);
  });
});
