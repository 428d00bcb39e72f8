import { expect, it } from 'vitest';

import { rootWithSlash } from './site-root.ts';

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
