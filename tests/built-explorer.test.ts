import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { fingerprintOf, readShellRecord } from '../core/site/shell-record.ts';

const explorer = fileURLToPath(new URL('../dist/explorer/', import.meta.url));
const isBuilt = existsSync(`${explorer}sw.js`);
if (!isBuilt) console.warn('The explorer is not built (npm run build): the check of its files is SKIPPED.');

it.skipIf(!isBuilt)('the built worker lists every page, script and style of its build with its fingerprint', () => {
  const record = readShellRecord(readFileSync(`${explorer}sw.js`, 'utf8'));
  expect(record?.isOfThisScript).toBe(true);
  const built = readdirSync(explorer, { recursive: true, encoding: 'utf8' }).filter(
    // The client is for others: the explorer does without it.
    (path) => /\.(?:html|js|css|svg)$/.test(path) && path !== 'sw.js' && !path.startsWith('client/'),
  );
  expect(built.length).toBeGreaterThan(20);
  const fingerprints = built.map((path) => [path, fingerprintOf(readFileSync(explorer + path))]);
  expect(record?.files).toMatchObject(Object.fromEntries(fingerprints));
});
