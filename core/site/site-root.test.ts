import { expect, it } from 'vitest';

import { isBasePath, rootWithSlash } from './site-root.ts';

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
])('the root that %s lacks the slash of, under %s, is %s', (target, basePath, root) => {
  expect(rootWithSlash(target, basePath)).toBe(root);
});

it.each(['/', '/coast/', '/a/b-2.0_~/', '/my-webapi/', '/a/webapi/', '/web/', '/data/'])(
  'a site may stand at %s',
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
])('a site may not stand at %j', (path) => {
  expect(isBasePath(path)).toBe(false);
});
