import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { fromRoot } from '../../tests/support/repository.ts';
import { faultOfCoast } from './coast-file.ts';

it.each(['public/coast/world.json', 'sites/western-australia/coast-detail.json'])('%s is a coast', (path) => {
  expect(faultOfCoast(JSON.parse(readFileSync(fromRoot(path), 'utf8')))).toBeUndefined();
});
