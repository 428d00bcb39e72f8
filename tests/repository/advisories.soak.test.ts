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

/** Dependencies that only build the explorer. They are part of neither the site nor the programs. */
const tools = ['vite', '@vitejs/plugin-react', 'tsx'];

/** The names of the packages in the site and the programs, and of all their dependencies. */
function shippedPackages(): ReadonlySet<string> {
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

/** The advisories of the registry; undefined when it cannot be reached. */
function audit(): Audit | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: repository,
    encoding: 'utf8',
    timeout: 60_000,
  });
  try {
    const report = JSON.parse(stdout) as Audit;
    return report.vulnerabilities ? report : undefined;
  } catch {
    return undefined;
  }
}

const report = audit();
if (!report) console.warn('SKIPPED: npm audit --omit=dev could not read the advisories of the registry.');

it.skipIf(!report)('no shipped package has a known vulnerability', () => {
  const names = shippedPackages();
  const known = Object.entries(report?.vulnerabilities ?? {}).filter(([name]) => names.has(name));
  expect(known.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)).toEqual([]);
});
