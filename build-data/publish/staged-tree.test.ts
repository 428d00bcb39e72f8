import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { OutputDirectory } from './output-directory.ts';
import { StagedTree } from './staged-tree.ts';

let folder: string;
let output: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-staged-'));
  output = join(folder, 'site');
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('a staged tree', () => {
  it('appears completely when it is published', async () => {
    const tree = await StagedTree.begin(output);
    await tree.write('data/one.json', bytes('{}'));
    await tree.write('webapi/v1/RawData/5.json', bytes('x'.repeat(100_000)));
    expect(existsSync(output)).toBe(false);
    await tree.publish();
    expect(await readFile(join(output, 'data/one.json'), 'utf8')).toBe('{}');
    expect((await readFile(join(output, 'webapi/v1/RawData/5.json'))).length).toBe(100_000);
    expect(await readdir(folder)).toEqual(['site']);
  });

  it('replaces the previous tree completely', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output);
    await tree.write('new', bytes('new'));
    await tree.publish();
    expect(await readdir(output)).toEqual(['new']);
    expect(await readdir(folder)).toEqual(['site']);
  });

  it('never contains a file with the same size and modification second as in an earlier build', async () => {
    const seen = new Set<string>();
    for (let build = 0; build < 6; build++) {
      const tree = await StagedTree.begin(output);
      await tree.write('feeds/records.json', bytes(`{"build":${build}}`));
      await tree.publish();
      const { size, mtimeMs } = await stat(join(output, 'feeds/records.json'));
      seen.add(`${size} ${Math.floor(mtimeMs / 1000)}`);
    }
    expect(seen.size).toBe(6);
  });

  it.each([
    ['removed', (path: string) => rm(path), 'data/one.json is missing'],
    ['cut short', (path: string) => writeFile(path, ''), 'data/one.json has 0 bytes instead of 2'],
  ])('is not published when one of its files was %s in the meantime', async (_, damage, reason) => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output);
    await tree.write('data/one.json', bytes('{}'));
    await tree.write('data/other.json', bytes('{}'));
    await damage(join(tree.directory, 'data/one.json'));
    await expect(tree.publish()).rejects.toThrow(`${output} was not replaced: the new version is damaged: ${reason}`);
    await tree.discard();
    expect(await readdir(output)).toEqual(['old']);
  });

  it('leaves the published tree unchanged when it is discarded', async () => {
    await mkdir(output);
    await writeFile(join(output, 'old'), 'old');
    const tree = await StagedTree.begin(output);
    await tree.write('new', bytes('new'));
    await tree.discard();
    expect(await readdir(output)).toEqual(['old']);
    expect(await readdir(folder)).toEqual(['site']);
  });

  it('refuses to write a path twice, except for files named by their content', async () => {
    const tree = await StagedTree.begin(output);
    await tree.write('data/abc.json', bytes('same'));
    await tree.write('data/abc.json', bytes('same'));
    await tree.write('webapi/v1/RawData.json', bytes('one'));
    await expect(tree.write('webapi/v1/RawData.json', bytes('one'))).rejects.toThrow(
      'webapi/v1/RawData.json was written twice',
    );
    await tree.discard();
  });

  it('removes files of killed builds, and no others', async () => {
    const left = [
      ...[
        '.site.building-0123456789abcdef',
        '.site.building-4711',
        '.site.removed-0123456789abcdef',
        '.site.link-4711',
      ],
      ...['.site.tree-4711-lk3j2', '.site.replaced', '.site.replaced-0123456789abcdef'],
    ];
    const foreign = ['.site.building-notes', '.site.tree-of-mine', '.sites.building-4711', 'other'];
    await mkdir(output);
    for (const name of [...left, ...foreign]) await mkdir(join(folder, name, 'data'), { recursive: true });
    const tree = await StagedTree.begin(output);
    await tree.write('new', bytes('new'));
    expect(await tree.publish()).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual([...foreign, 'site'].sort());
  });

  it.each(['.site.replaced', '.site.replaced-0123456789abcdef'])(
    'restores the previous version if a build was interrupted between its two renames, from %s',
    async (name) => {
      await mkdir(output);
      await writeFile(join(output, 'old'), 'old');
      await rename(output, join(folder, name));
      await (await StagedTree.begin(output)).discard();
      expect(await readdir(output)).toEqual(['old']);
      expect(await readdir(folder)).toEqual(['site']);
    },
  );
});

/** Root may remove everything, so the test briefly runs as another user. */
async function withoutPrivileges(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  const nobody = 65_534;
  for (const path of [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))]) {
    await lchown(path, nobody, nobody);
  }
  process.seteuid?.(nobody);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a previous version that cannot be removed', () => {
  it('is replaced with a warning, and removed by a later build', async () => {
    await mkdir(join(output, 'locked/deep'), { recursive: true });
    await writeFile(join(output, 'locked/deep/file'), 'old');
    await chmod(join(output, 'locked/deep'), 0o500);
    const build = async (): Promise<readonly string[]> => {
      const tree = await StagedTree.begin(output);
      await tree.write('new', bytes('new'));
      return tree.publish();
    };
    await withoutPrivileges(async () => {
      const [warning = ''] = await build();
      const [left = ''] = (await readdir(folder)).filter((name) => name !== 'site');
      expect(warning).toContain(`${join(folder, left)}, left from an earlier build, could not be removed (EACCES`);
      expect(warning).toContain(`rm -rf '${join(folder, left)}'`);
      expect(await readdir(output)).toEqual(['new']);
      expect(await build()).toEqual([expect.stringContaining(left)]);
      await chmod(join(folder, left, 'locked/deep'), 0o700);
      expect(await build()).toEqual([]);
      expect(await readdir(folder)).toEqual(['site']);
    });
  });
});

describe.skipIf(process.platform !== 'linux')('a new version', () => {
  const build = async (): Promise<void> => {
    const tree = await StagedTree.begin(output);
    await tree.write('data/one.json', bytes('{}'));
    await tree.publish();
  };
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is flushed to disk after its last file is written and before it is published', async () => {
    await build();
    const [programs, log] = [join(folder, 'programs'), join(folder, 'log')];
    await mkdir(programs);
    const script = `#!/bin/sh\nfor file in "$2"/data/*; do echo "$1 $file"; done > '${log}'; ls '${output}' >> '${log}'; exit 1\n`;
    await writeFile(join(programs, 'sync'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${programs}:${process.env['PATH'] ?? ''}`);
    await writeFile(join(output, 'earlier'), '');
    await build();
    expect(await readFile(log, 'utf8')).toMatch(/^-f \S+\/\.site\.building-\w+\/data\/one\.json\ndata\nearlier\n$/);
  });

  it('is published even if the sync program is missing', async () => {
    vi.stubEnv('PATH', folder);
    await build();
    expect(await readFile(join(output, 'data/one.json'), 'utf8')).toBe('{}');
  });
});

describe('a build that was paused for too long', () => {
  /** Removes the claim, as a build on another system does if it has seen no heartbeat. */
  const loseLock = (): Promise<void> => rm(join(folder, '.site.lock'), { recursive: true });
  const begin = async (text: string, asLink: boolean): Promise<StagedTree> => {
    const tree = await StagedTree.begin(output, asLink);
    await tree.write('index.html', bytes(text));
    return tree;
  };

  it.each([false, true])('cannot publish after another build has taken over, as a link: %s', async (asLink) => {
    await (await begin('first', asLink)).publish();
    const paused = await begin('paused', asLink);
    await loseLock();
    const next = await begin('next', asLink);
    expect(existsSync(paused.directory)).toBe(false);
    const writing = paused.write('more', bytes('more')).catch((error: unknown) => paused.explain(error));
    expect(String(await writing)).toContain(`${output} was not replaced: this build lost its lock`);
    await expect(paused.publish()).rejects.toThrow('this build lost its lock');
    await paused.discard();
    await next.publish();
    expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('next');
    await expect(paused.publish()).rejects.toThrow('this build lost its lock');
    expect((await readdir(folder)).length).toBe(asLink ? 2 : 1);
  });

  /*
   * Tests a pause between the check and the rename: the check always succeeds here, so that only the renames prevent
   * damage.
   */
  it.each([false, true])(
    'cannot publish even when it was paused between check and rename, as a link: %s',
    async (asLink) => {
      await (await begin('first', asLink)).publish();
      const paused = await OutputDirectory.prepare(output, asLink);
      await writeFile(join(paused.stagingPath, 'index.html'), 'paused');
      paused.lock.requireHeld = () => undefined;
      await loseLock();
      await (await begin('next', asLink)).publish();
      await expect(paused.publish()).rejects.toThrow('ENOENT');
      expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('next');
      await paused.discard();
      await (await begin('last', asLink)).publish();
      expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('last');
      expect((await readdir(folder)).length).toBe(asLink ? 2 : 1);
    },
  );
});

describe('the lock of a staged tree', () => {
  const lock = (): string => join(folder, '.site.lock');

  it('is held for an output, under any of its paths, until the build has ended', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await symlink('../site', join(folder, 'elsewhere/name'));
    const first = await StagedTree.begin(output);
    const message = /^.*(?:site|name) is being written by another build, process \d+\. Wait until/;
    await expect(StagedTree.begin(output)).rejects.toThrow(message);
    await expect(StagedTree.begin(join(folder, 'elsewhere/name'))).rejects.toThrow(message);
    await first.publish();
    await (await StagedTree.begin(output)).discard();
    expect((await readdir(folder)).sort()).toEqual(['elsewhere', 'site']);
  });

  /** Creates the claim of another process: like our own, but with the number and the start time of that process. */
  const lockOf = async (number: number, start: string): Promise<void> => {
    const tree = await StagedTree.begin(output);
    const [own = ''] = await readdir(lock());
    await tree.discard();
    await mkdir(lock());
    await writeFile(join(lock(), own.replace(/^\d+-\w+?-/, `${number}-${start}-`)), 'held 000000000007 00120000\n');
  };

  it('is taken over from a process that no longer runs, even if another process has the same number', async () => {
    for (const number of [999999999, process.pid, process.ppid]) {
      await lockOf(number, '1');
      await (await StagedTree.begin(output)).discard();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('is not taken from a running process, and a file in its place is reported', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)']);
    const number = other.pid ?? 0;
    const stat = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => undefined);
    await lockOf(number, stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown');
    await expect(StagedTree.begin(output)).rejects.toThrow(`by another build, process ${number}.`);
    other.kill('SIGKILL');
    await once(other, 'exit');
    await (await StagedTree.begin(output)).discard();
    await writeFile(lock(), '');
    await expect(StagedTree.begin(output)).rejects.toThrow(
      `${lock()} is not part of a lock. Remove it, then build again.`,
    );
  });
});

describe('a tree behind a link', () => {
  const build = async (text: string, asLink: boolean): Promise<void> => {
    const tree = await StagedTree.begin(output, asLink);
    await tree.write('index.html', bytes(text));
    await tree.publish();
  };

  it('is never absent while another tree replaces it', async () => {
    await build('0', true);
    let isOver = false;
    const seen = new Set<string>();
    const reader = (async () => {
      while (!isOver) seen.add(await readFile(join(output, 'index.html'), 'utf8').catch(String));
    })();
    for (let turn = 1; turn <= 100; turn++) await build(String(turn), false);
    isOver = true;
    await reader;
    expect([...seen].filter((text) => !/^\d+$/.test(text))).toEqual([]);
    expect((await lstat(output)).isSymbolicLink()).toBe(true);
    expect((await readdir(folder)).length).toBe(2);
  });

  it('replaces a directory', async () => {
    await build('directory', false);
    expect((await lstat(output)).isDirectory()).toBe(true);
    await build('link', true);
    expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('link');
    expect((await readdir(folder)).length).toBe(2);
  });

  it('survives a build that was killed before it switched the link, and that build’s files are removed', async () => {
    await build('published', true);
    await mkdir(join(folder, '.site.tree-999999999-abc'));
    await writeFile(join(folder, '.site.link-999999999'), '');
    await mkdir(join(folder, '.site.tree-of-somebody'));
    await build('next', true);
    expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('next');
    expect((await readdir(folder)).filter((name) => /999999999/.test(name))).toEqual([]);
    expect(await readdir(folder)).toContain('.site.tree-of-somebody');
  });
});
