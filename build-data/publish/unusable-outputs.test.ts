import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { runBuild } from '../testing/run-build.ts';
import { requireOutput } from './staged-tree.ts';
import { describeFailure, OutputError } from '../write/output-error.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

let folder: string;

beforeEach(() => {
  folder = folderOfTest();
});

describe('an output directory', () => {
  const refused = async (output: string): Promise<string> => {
    const error = await requireOutput(output).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OutputError);
    const { message } = error as OutputError;
    expect(message).not.toContain('\n');
    return message;
  };

  it('is refused below a file', async () => {
    await writeFile(join(folder, 'file'), '');
    for (const path of ['file/site', 'file/deep/site']) {
      expect(await refused(join(folder, path))).toBe(
        `--out ${join(folder, path)} is below ${join(folder, 'file')}, which is not a directory: choose another --out.`,
      );
    }
    expect(await refused(join(folder, 'file'))).toBe(
      `--out ${join(folder, 'file')} is not a directory: choose another --out, or remove it yourself.`,
    );
  });

  it('is refused when its name is too long, alone or with the suffixes that builds append', async () => {
    await requireOutput(join(folder, 'n'.repeat(231)));
    expect(await refused(join(folder, 'n'.repeat(232)))).toContain(
      'the last part of the path has 232 bytes. Use at most 231',
    );
    expect(await refused(join(folder, 'ö'.repeat(150)))).toContain('has 300 bytes');
    expect(await refused(join(folder, 'n'.repeat(300), 'site'))).toContain('a name or the whole path is too long');
    expect(await refused(join(folder, ...Array<string>(50).fill('n'.repeat(100))))).toContain('ENAMETOOLONG');
  });

  it.skipIf(process.platform !== 'linux')('is refused where nothing can be created', async () => {
    expect(await refused('/proc/site')).toMatch(
      /^\/proc\/site was not written: a file or directory does not exist or cannot be created \(ENOENT: .*\)\. Check the path/,
    );
  });

  it('is refused when it is a link that no build has made', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await symlink('elsewhere', join(folder, 'site'));
    expect(await refused(join(folder, 'site'))).toBe(
      `--out ${join(folder, 'site')} is a link to ${join(folder, 'elsewhere')}, which no build has made: name ` +
        `${join(folder, 'elsewhere')} as --out, or remove the link.`,
    );
  });

  it('is refused before any input is read, in one line and with exit code 1', async () => {
    await writeFile(join(folder, 'file'), '');
    const inputs = ['--coastal-features', join(folder, 'nowhere.csv'), '--raw-data', join(folder, 'nowhere.csv')];
    const { exitCode, stderr } = await runBuild([...inputs, '--out', join(folder, 'file/site')]);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^--out .* is below .*: choose another --out\.\n$/)]);
  });

  it('is accepted in a directory that does not exist yet, and nothing is created by the check', async () => {
    await mkdir(join(folder, 'there'));
    await requireOutput(join(folder, 'there/not/yet/site'));
    await requireOutput(join(folder, 'there'));
    expect(await readdir(folder, { recursive: true })).toEqual(['there']);
  });
});

describe('a system error', () => {
  it.each(Object.keys(constants.errno))(
    'is reported in one line that says what failed, where and what to do: %s',
    (code) => {
      const cause = Object.assign(new Error(`${code}: reason, rename '/srv/.site.link' -> '/srv/site'`), {
        code,
      });
      const described = describeFailure(cause, '/srv/site');
      expect(described).toBeInstanceOf(OutputError);
      expect(String(described)).toMatch(
        /^OutputError: \/srv\/site was not written: [a-z].* \(E\w+: reason, rename .*\)\. [A-Z].*\. The published version is unchanged\.$/,
      );
      expect(String(described)).not.toContain('\n');
    },
  );
});
