import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { commandArguments } from '../tests/support/run-node.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const folder = temporaryFolder();

const sample = '--sample --records 20 --no-exports --target compute';
/** The inputs do not exist, so a test passes only if the output is refused before any input is read. */
const withoutInputs = '--coastal-features nowhere.csv --raw-data nowhere.csv';

/** Runs shell commands in a new mount namespace; `build` is the build command. */
function runWithMounts(script: string): { readonly exitCode: number | null; readonly stderr: string } {
  // Vitest sets NODE_ENV; a build usually runs without it.
  const environment = { ...process.env, NODE_ENV: undefined };
  const command = [process.execPath, ...commandArguments('build-data/build-data.ts')]
    .map((word) => `'${word}'`)
    .join(' ');
  const build = `build() { ${command} "$@" > /dev/null; }`;
  const commandLine = ['--mount', 'sh', '-ec', `${build}\n${script}`];
  const { status, stderr } = spawnSync('unshare', commandLine, { cwd: folder, env: environment, encoding: 'utf8' });
  return { exitCode: status, stderr };
}

function canMount(): boolean {
  const isPossible = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
  if (!isPossible) console.warn('MOUNTS CANNOT BE MADE HERE: the tests of mounted outputs are SKIPPED');
  return isPossible;
}

describe.skipIf(!canMount())('an output in a container', () => {
  it.each([
    ['a file system', 'mount -t tmpfs tmpfs site'],
    ['a directory of the same file system', 'mkdir volume && mount --bind volume site'],
    ['a directory, with blanks in its path', 'mkdir volume && mount --bind volume site'],
  ])('is refused immediately when it is the mount point of %s', async (title, mount) => {
    const directory = join(folder, title);
    await mkdir(join(directory, 'site'), { recursive: true });
    const script = `cd '${directory}'; rm -rf volume; ${mount}; build ${withoutInputs} --out site`;
    expect(runWithMounts(script)).toEqual({
      exitCode: 1,
      stderr:
        `--out ${directory}/site is a mount point, which a new version cannot replace. Name a directory inside it, such ` +
        `as ${directory}/site/site, and serve that one.\n`,
    });
  });

  it.each([
    ['a file system', 'mount -t tmpfs tmpfs site/notes'],
    ['a directory of the same file system', 'mount --bind volume site/notes'],
  ])('is refused immediately when something is mounted in it: %s', async (title, mount) => {
    const directory = join(folder, `below ${title}`);
    await mkdir(join(directory, 'volume'), { recursive: true });
    const script =
      `cd '${directory}'; build ${sample} --out site; mkdir site/notes; echo kept > volume/file; ${mount}\n` +
      `build ${withoutInputs} --out site`;
    expect(runWithMounts(script)).toEqual({
      exitCode: 1,
      stderr:
        `--out ${directory}/site contains a mount point, ${directory}/site/notes, which would be deleted with the ` +
        `replaced version. Unmount it with umount '${directory}/site/notes', or mount it outside of --out, then build again.\n`,
    });
  });

  it('is published and replaced inside a mount', async () => {
    const directory = join(folder, 'inside');
    for (const name of ['volume', 'copy']) await mkdir(join(directory, name), { recursive: true });
    const script =
      `cd '${directory}'; mount -t tmpfs tmpfs volume\n` +
      `for seed in 1 2; do build ${sample} --seed $seed --out volume/site; done\n` +
      'cp -r volume/site/data copy/; ls -A volume/site.versions > copy/names';
    expect(runWithMounts(script)).toEqual({ exitCode: 0, stderr: '' });
    const manifest = await readFile(join(directory, 'copy/data/manifest.json'), 'utf8');
    expect((JSON.parse(manifest) as { content: { previous: unknown[] } }).content.previous).toHaveLength(1);
    expect(await readFile(join(directory, 'copy/names'), 'utf8')).toBe('2\ncache\n');
  });
});

function canUseDiskImages(): boolean {
  const script = 'truncate -s 16M image && mkfs.ext4 -q image && mount -o loop image /mnt';
  const directory = spawnSync('mktemp', ['-d'], { encoding: 'utf8' }).stdout.trim();
  const isPossible = spawnSync('unshare', ['--mount', 'sh', '-ec', script], { cwd: directory }).status === 0;
  spawnSync('rm', ['-r', directory]);
  if (!isPossible) console.warn('DISK IMAGES CANNOT BE MOUNTED HERE: the test of a loss of power is SKIPPED');
  return isPossible;
}

describe.skipIf(!canUseDiskImages())('a loss of power directly after a build', () => {
  /* The copy of the image contains what is on the disk at that moment, but not what the system has only in memory. */
  it('does not damage any file of the published version', async () => {
    const directory = join(folder, 'power');
    for (const name of ['disk', 'after', 'copy']) await mkdir(join(directory, name), { recursive: true });
    const script =
      `cd '${directory}'; truncate -s 64M image; mkfs.ext4 -q image; mount -o loop image disk\n` +
      `for seed in 1 2; do build ${sample} --seed $seed --out disk/site; done\n` +
      'cp image image-after; cp -r disk/site/ copy/expected; mount -o loop image-after after; cp -r after/site/ copy/found';
    expect(runWithMounts(script)).toEqual({ exitCode: 0, stderr: '' });
    expect(spawnSync('diff', ['-r', 'copy/expected', 'copy/found'], { cwd: directory, encoding: 'utf8' }).stdout).toBe(
      '',
    );
    expect((await readFile(join(directory, 'copy/found/data/manifest.json'))).length).toBeGreaterThan(0);
  });
});
