import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { read } from './markdown.ts';
import { repository } from '../support/repository.ts';

const sourceFolders = new Set(['app', 'bench', 'build-data', 'client', 'core', 'deploy', 'e2e', 'hosts', 'tests']);

describe('the documentation', () => {
  const decisions = readdirSync(join(repository, 'docs/decisions'));
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(repository, 'docs'), { recursive: true }).map((path) => `docs/${path}`),
  ]
    .filter((path) => path.endsWith('.md') && existsSync(join(repository, path)))
    .sort();

  it.each(documents)('%s has no broken links', (path) => {
    const prose = read(path).replace(/^```.*?^```$/gms, '');
    const links = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
    const broken = links.filter((link) => !/^[a-z]+:/i.test(link) && !hasTarget(path, link));
    expect(broken).toEqual([]);
  });

  const contributorDocuments = [
    'CONTRIBUTING.md',
    'docs/architecture.md',
    ...decisions.map((name) => `docs/decisions/${name}`),
  ];

  it.each(contributorDocuments)('%s refers only to existing files and folders', (path) => {
    const named = Array.from(read(path).matchAll(/`([\w.-]+\/[\w./-]*)`/g), ([, name = '']) => name);
    const ours = named.filter((name) => sourceFolders.has(name.slice(0, name.indexOf('/'))));
    expect(ours.filter((name) => !existsSync(join(repository, name)))).toEqual([]);
  });

  it.each(decisions)('%s is a short record with a number, a context, a decision and its consequences', (name) => {
    const text = read(`docs/decisions/${name}`);
    expect(text.trimEnd().split('\n').length).toBeLessThan(20);
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)} `));
    for (const part of ['**Context.**', '**Decision.**', '**Consequences.**']) expect(text).toContain(part);
  });

  it('has one decision for each number', () => {
    expect(new Set(decisions.map((name) => name.slice(0, 4))).size).toBe(decisions.length);
  });
});

function hasTarget(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (!existsSync(join(repository, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || readAnchors(target).has(anchor);
}

/** The anchors of the headings, as GitHub and GitLab generate them. */
function readAnchors(path: string): Set<string> {
  const headings = Array.from(read(path).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
