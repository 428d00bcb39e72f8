import { expect, it } from 'vitest';

import { isBasePath, isContent, isSentAsFile, withTrailingSlash } from './site-paths.ts';

it('files of the API and precompressed files are not sent at their own paths, but files with similar names are', () => {
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

it.each([
  ['/coast', '/coast/', '/coast/'],
  ['/coast?c=-31.9,115.7', '/coast/', '/coast/?c=-31.9,115.7'],
  ['/a/coast', '/a/coast/', '/a/coast/'],
  ['/coast/', '/coast/', undefined],
  ['/coastal', '/coast/', undefined],
  ['/Coast', '/coast/', undefined],
  ['/', '/coast/', undefined],
  ['', '/', undefined],
  ['?c=1', '/', undefined],
  ['/', '/', undefined],
  ['/embed', '/', '/embed/'],
  ['/embed?place=1', '/', '/embed/?place=1'],
  ['/coast/embed?place=1', '/coast/', '/coast/embed/?place=1'],
  ['/embed', '/coast/', undefined],
  ['/embed/', '/', undefined],
  ['/embedded', '/', undefined],
])('%s under the base path %s redirects to %s', (target, basePath, root) => {
  expect(withTrailingSlash(target, basePath)).toBe(root);
});

it.each(['/', '/coast/', '/a/b-2.0_~/', '/my-webapi/', '/a/webapi/', '/web/', '/data/'])(
  'a site can have the base path %s',
  (path) => {
    expect(isBasePath(path)).toBe(true);
  },
);

it.each([
  ...[
    '',
    'coast',
    '/coast',
    'coast/',
    '//',
    '/a//b/',
    '/./',
    '/a/../b/',
    '/a b/',
    '/a%20b/',
    '/küste/',
    '/海/',
    '/a\n/',
  ],
  ...['/a?b/', '/a#b/', '/a;b/', '/a$b/', '/a"b/', '/a{b}/', '/a*/'],
  ...['/webapi/', '/webapi/v1/', '/WebAPI/', '/webapi2/', '/webapi-old/coast/'],
])('a site cannot have the base path %j', (path) => {
  expect(isBasePath(path)).toBe(false);
});
