import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { cacheControlOf, contentTypeOf } from '../../core/http/file-headers.ts';
import { dataFilePath, manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest } from '../../core/storage/snapshot/manifest.ts';
import { writeFixtureSite } from '../../tests/contract/fixture/fixture-tree.ts';
import { type Upload, uploadList, writeHostFiles, writeUploadList } from './host-files.ts';
import { folderOfTest, temporaryFolder } from '../../tests/support/temporary-folder.ts';

const site = join(temporaryFolder(), 'site');
let uploads: Upload[];

beforeAll(async () => {
  await writeFixtureSite(site, 'static', {
    'index.html': '<title>Coastwatch</title>',
    'index.html.br': 'compressed',
    'sw.js': 'self;',
    'notice.pdf': 'added by the publisher',
    _headers: '/*',
    '.nojekyll': '',
    '.assetsignore': '*.br',
  });
  uploads = await uploadList(site, '/');
});

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
    const pages = ['index.html'];
    for (const page of pages) needs.set(page, [manifestPath]);
    needs.set('sw.js', [...pages, manifestPath]);
    expect(needs.get(manifestPath)?.length).toBeGreaterThan(10);
    const store = new Set<string>();
    for (const { path } of uploads) {
      expect([path, (needs.get(path) ?? []).filter((needed) => !store.has(needed))]).toEqual([path, []]);
      store.add(path);
    }
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

  it('is written next to the site as a table', async () => {
    await writeFile(join(site, 'robots.txt'), 'User-agent: *\n');
    await writeUploadList(site, `${site}.uploads.tsv`, { siteUrl: 'https://data.example.org/coast/' });
    const lines = (await readFile(`${site}.uploads.tsv`, 'utf8')).split('\n');
    expect(lines[0]).toBe('step\tkey\tcontent-type\tcache-control\tbytes\tfile');
    expect(lines).toContain('4\tcoast/robots.txt\ttext/plain; charset=UTF-8\tno-cache\t14\trobots.txt');
    expect(lines.at(-1)).toBe('');
    await rm(join(site, 'robots.txt'));
  });
});

describe('the files that a host reads from the site', () => {
  const facts = { siteUrl: 'https://data.example.org/' };
  let directory: string;
  beforeEach(() => {
    directory = folderOfTest();
  });

  it.each([
    ['cloudflare', ['.assetsignore', '_headers']],
    ['netlify', ['_headers']],
    ['github-pages', ['.nojekyll']],
    ['s3', []],
  ] as const)('are written for %s', async (host, names) => {
    await writeHostFiles(host, directory, facts);
    expect((await readdir(directory)).sort()).toEqual(names);
  });

  it('replace those of an earlier build, but not a _headers file written by hand', async () => {
    await writeHostFiles('netlify', directory, facts);
    await writeHostFiles('netlify', directory, { ...facts, embedOrigins: ['https://news.example.org'] });
    expect(await readFile(join(directory, '_headers'), 'utf8')).toContain('https://news.example.org');
    await writeFile(join(directory, '_headers'), '/*\n  X-Mine: 1\n');
    await writeHostFiles('netlify', directory, facts);
    expect(await readFile(join(directory, '_headers'), 'utf8')).toBe('/*\n  X-Mine: 1\n');
  });
});
