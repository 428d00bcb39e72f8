import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { repository } from '../support/repository.ts';

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
}

/** What builds the site, and is no part of it nor of what builds and serves data. */
const tools = ['vite', '@vitejs/plugin-react', 'tsx'];

/** The packages that ship, with all they depend on: by name, whichever copy. */
function shipped(): ReadonlySet<string> {
  const { packages } = JSON.parse(readFileSync(`${repository}package-lock.json`, 'utf8')) as Lock;
  const dependenciesOf = (path: string): string[] => Object.keys(packages[path]?.dependencies ?? {});
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const path of Object.keys(packages)) {
      if (path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)) dependenciesOf(path).forEach(add);
    }
  };
  for (const name of dependenciesOf('')) if (!tools.includes(name)) add(name);
  return found;
}

/** What the registry knows against the packages that ship; undefined where it does not tell. */
function audit(): Audit | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: repository,
    encoding: 'utf8',
    timeout: 60_000,
  });
  try {
    const told = JSON.parse(stdout) as Audit;
    return told.vulnerabilities ? told : undefined;
  } catch {
    return undefined;
  }
}

const told = audit();
if (!told) console.warn('SKIPPED: the registry does not tell of advisories (npm audit --omit=dev).');

it('knows what ships, and what only builds', () => {
  const names = shipped();
  for (const name of ['react-dom', 'scheduler', 'leaflet', 'flatbush', 'flatqueue', 'send', 'csv-parse']) {
    expect(names).toContain(name);
  }
  for (const name of ['esbuild', 'vite', 'vitest', 'typescript']) expect(names).not.toContain(name);
});

it.skipIf(!told)('nothing that ships is known to be vulnerable', () => {
  const names = shipped();
  const known = Object.entries(told?.vulnerabilities ?? {}).filter(([name]) => names.has(name));
  expect(known.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)).toEqual([]);
});
