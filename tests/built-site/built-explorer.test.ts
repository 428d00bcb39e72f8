import { existsSync, readFileSync, readdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { contentSecurityPolicyOf } from '../../build-data/pages/content-security-policy.ts';
import { fingerprintOf, readBuildManifest } from '../../core/http/build-manifest.ts';
import { pageTemplatePath } from '../../core/storage/format/layout.ts';
import { fromRoot } from '../support/repository.ts';

const explorer = fromRoot('dist/explorer/');
const isBuilt = existsSync(`${explorer}sw.js`);
if (!isBuilt) console.warn('The explorer is not built (npm run build:programs): the check of its files is SKIPPED.');

it.skipIf(!isBuilt)(
  'the built service worker lists the fingerprint of every page, script, style and SVG image of its build',
  () => {
    const manifest = readBuildManifest(readFileSync(`${explorer}sw.js`, 'utf8'));
    expect(manifest?.matchesScript).toBe(true);
    const built = readdirSync(explorer, { recursive: true, encoding: 'utf8' }).filter(
      // The client and the element for embedding are for other sites, and builds remove the page template from the site: the explorer needs neither.
      (path) =>
        /\.(?:html|js|css|svg)$/.test(path) &&
        !['sw.js', pageTemplatePath, 'embed/coastwatch-map.js'].includes(path) &&
        !path.startsWith('client/'),
    );
    expect(built.length).toBeGreaterThan(20);
    const fingerprints = built.map((path) => [path, fingerprintOf(readFileSync(explorer + path))]);
    expect(manifest?.files).toMatchObject(Object.fromEntries(fingerprints));
  },
);

it.skipIf(!isBuilt).each(['index.html', 'embed/index.html', pageTemplatePath])(
  'the built page %s has its content security policy before every script and style',
  (path) => {
    const page = readFileSync(explorer + path, 'utf8');
    const [start = '', policy] = /^[^]*?<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(start).not.toMatch(/<(?:script|style|link)/);
    expect(policy).toBe(contentSecurityPolicyOf(page));
  },
);

it.skipIf(!isBuilt)('no script imports the script of a worker, which WebKit would run a second time', () => {
  const scripts = readdirSync(`${explorer}assets`).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(`${explorer}assets/${name}`, 'utf8'));
  const workers = texts.flatMap((text) =>
    Array.from(text.matchAll(/new Worker\(new URL\([^)]*?([\w-]+\.js)/g), ([, name = '']) => name),
  );
  expect(new Set(workers).size).toBe(2);
  for (const worker of new Set(workers)) {
    expect(scripts).toContain(worker);
    const imported = new RegExp(`(?:from|import)\\s*\\(?["'\`]\\./${worker.replace('.', '\\.')}`);
    expect(scripts.filter((_, index) => imported.test(texts[index] ?? ''))).toEqual([]);
  }
});
