import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { fromRoot } from '../support/repository.ts';
import { read } from './markdown.ts';

const script = read('deploy/publish.sh');
const settings = read('deploy/coastwatch.env');

describe('docs/operations.md', () => {
  const guide = read('docs/operations.md');

  it('lists every exit code and option of the publish script', () => {
    const codes = new Set(Array.from(script.matchAll(/\bfail (\d+)/g), ([, code = '']) => code));
    expect(codes.size).toBeGreaterThan(3);
    for (const code of codes) expect(guide).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
    const options = Array.from(script.matchAll(/^ {4}(--[a-z-]+)\)/gm), ([, option = '']) => option);
    for (const option of options.filter((each) => !['--help', '--config'].includes(each)))
      expect(guide).toContain(option);
  });
});

describe('the settings of the deployment kit', () => {
  it('are used by the kit', () => {
    const names = (text: string): Set<string> => new Set(text.match(/\bCOASTWATCH_[A-Z_]+/g));
    const used = names(script + read('deploy/systemd/coastwatch.service'));
    for (const name of names(settings)) expect(used).toContain(name);
  });

  it('are read in the same way by sh and systemd', () => {
    const lines = settings.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines) expect(line).toMatch(/^COASTWATCH_[A-Z_]+=(?:[^\s"'$\\`]*|"[^"$\\`]*")$/);
  });
});

const hasShellcheck = spawnSync('shellcheck', ['--version']).error === undefined;
if (!hasShellcheck) console.warn('shellcheck is not installed: the check of the publish script is SKIPPED.');
it.skipIf(!hasShellcheck)('the publish script passes shellcheck', () => {
  const { status, stdout } = spawnSync('shellcheck', [fromRoot('deploy/publish.sh')], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});
