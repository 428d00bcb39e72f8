import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cacheControlOf, contentTypeOf } from '../../core/site/file-headers.ts';
import { dataFilePath, manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { writeFixtureSite } from '../../tests/contract/fixture/fixture-tree.ts';
import { formatUploadList, type Upload, uploadList, uploadSteps } from './host-files.ts';

let site: string;
let uploads: Upload[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coastwatch-uploads-'));
  site = join(folder, 'site');
  await writeFixtureSite(site, 'static', {
    'index.html': '<title>Coastwatch</title>',
    'index.html.br': 'compressed',
    'api.html': '<title>Interface</title>',
    'sw.js': 'self;',
    'notice.pdf': 'added by the publisher',
    _headers: '/*',
    '.nojekyll': '',
    '.assetsignore': '*.br',
  });
  uploads = await uploadList(site, '/');
});
afterAll(() => rm(join(site, '..'), { recursive: true }));

describe('the list of uploads', () => {
  it('names every file of the site once, except compressed copies and files for other hosts', async () => {
    const entries = await readdir(site, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(site.length + 1));
    expect(files.filter((path) => path.endsWith('.gz')).length).toBeGreaterThan(5);
    const expected = files.filter(
      (path) => !/\.(?:br|gz)$/.test(path) && !['_headers', '.nojekyll', '.assetsignore'].includes(path),
    );
    expect(uploads.map(({ path }) => path).sort()).toEqual(expected.sort());
    expect(new Set(uploads.map(({ key }) => key)).size).toBe(uploads.length);
  });

  it('contains no file before the files that it refers to', async () => {
    const { inventory } = await decodeManifest(new Uint8Array(await readFile(join(site, manifestPath))));
    const inventoryPath = dataFilePath({ hash: inventory.hash, extension: 'json' });
    const named = JSON.parse(await readFile(join(site, inventoryPath), 'utf8')) as { path: string }[];
    const needs = new Map([[manifestPath, [inventoryPath, ...named.map(({ path }) => path)]]]);
    const pages = ['index.html', 'api.html'];
    for (const page of pages) needs.set(page, [manifestPath]);
    needs.set('sw.js', [...pages, manifestPath]);
    expect(needs.get(manifestPath)?.length).toBeGreaterThan(10);
    const store = new Set<string>();
    for (const { path } of uploads) {
      expect([path, (needs.get(path) ?? []).filter((needed) => !store.has(needed))]).toEqual([path, []]);
      store.add(path);
    }
  });

  it('numbers the steps in the order of the list', () => {
    const steps = uploads.map(({ step }) => step);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    const stepOf = (path: string): string | undefined => {
      const found = uploads.find((upload) => upload.path === path);
      return found && uploadSteps[found.step - 1];
    };
    expect(stepOf('webapi/v1/RawData.json')).toBe('static responses');
    expect(stepOf(manifestPath)).toBe('manifest');
    expect(stepOf('notice.pdf')).toBe('pages');
    expect(stepOf('sw.js')).toBe('service worker');
    expect(uploads[0]?.path).toMatch(/^data\/[0-9a-f]{32}\./);
  });

  it('has the content type and the cache control that hosts send', async () => {
    for (const { path, contentType, cacheControl, bytes } of uploads) {
      expect([path, contentType]).toEqual([path, contentTypeOf(path) ?? 'application/octet-stream']);
      expect([path, cacheControl]).toEqual([path, cacheControlOf(path)]);
      expect([path, bytes]).toEqual([path, (await readFile(join(site, path))).length]);
    }
  });

  it('has no key at a path that accepts parameters, because a store would send it for any query', () => {
    expect(
      uploads.filter(({ key }) => /^webapi\/v1\/[A-Za-z]+(?:\/[^/]+)?$/.test(key) && !key.endsWith('.json')),
    ).toEqual([]);
    expect(uploads.map(({ key, path }) => key === path)).not.toContain(false);
  });

  it('puts keys under the base path', async () => {
    const below = await uploadList(site, '/coast/');
    expect(below.map(({ key, path }) => key === `coast/${path}`)).not.toContain(false);
  });

  it('is formatted as a table', async () => {
    await writeFile(join(site, 'robots.txt'), 'User-agent: *\n');
    const lines = formatUploadList(await uploadList(site, '/')).split('\n');
    expect(lines[0]).toBe('step\tkey\tcontent-type\tcache-control\tbytes\tfile');
    expect(lines).toContain('4\trobots.txt\ttext/plain; charset=UTF-8\tno-cache\t14\trobots.txt');
    expect(lines.at(-1)).toBe('');
    await rm(join(site, 'robots.txt'));
  });
});
