import { expect, it } from 'vitest';

import { isContent, isSentAsFile } from './content-paths.ts';

it.each([
  'index.html',
  'data/manifest.json',
  'assets/_shared-1a2b3c4d.js',
  'assets/worker-1a2b.js',
  'wrangler/index.html',
  'notes/CNAME',
  '.well-known/security.txt',
  'robots.txt',
  'CNAMEs.txt',
  'tiles/coast.pmtiles',
])('is content: %s', (path) => {
  expect(isContent(path)).toBe(true);
});

it.each([
  '_headers',
  '_redirects',
  '_routes.json',
  '_worker.js',
  '_worker.js/index.js',
  '_headers.gz',
  '.assetsignore',
  '.nojekyll',
  '.git/config',
  'data/.hidden.json',
  '.well-known/.htpasswd',
  '.well-known/keys/.htpasswd',
  'CNAME',
  'wrangler.jsonc',
  'wrangler.toml',
  'netlify.toml',
  'uploads.tsv',
  'uploads.tsv.br',
  'Caddyfile',
  'coastwatch.conf',
  'workerd.capnp',
])('is not for readers: %s', (path) => {
  expect(isContent(path)).toBe(false);
});

it('sends neither answers of the interface as files nor twins by their own names, and sends what is only called alike', () => {
  expect(isContent('webapi/v1/RawData.json')).toBe(true);
  for (const path of [
    'webapi',
    'webapi/',
    'webapi/v1/RawData.json',
    'webapi/v1/\n.json',
    '_headers',
    'index.html.br',
    'data/a.bin.gz',
    '/a.html',
    'a//b.html',
  ]) {
    expect([path, isSentAsFile(path)]).toEqual([path, false]);
  }
  for (const path of ['webapi.html', 'docs/webapi/index.html', 'index.html', 'notes.tar.gz', 'a/b.html']) {
    expect([path, isSentAsFile(path)]).toEqual([path, true]);
  }
});
