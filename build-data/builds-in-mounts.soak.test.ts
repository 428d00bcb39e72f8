import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { commandArguments } from '../tests/support/run-node.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-mounts-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sample = '--sample --records 20 --no-exports --target compute';
/** The inputs do not exist, so a test passes only if the output is refused before any input is read. */
const withoutInputs = '--coastal-features nowhere.csv --raw-data nowhere.csv';

/** Runs shell commands in a new mount namespace; `build` is the build command. */
function runWithMounts(script: string): { readonly exitCode: number | null; readonly stderr: string } {
  // Vitest sets NODE_ENV; a build usually runs without it.
  const environment = { ...process.env, NODE_ENV: undefined };
  const command = [process.execPath, ...commandArguments('build-data/main.ts')].map((word) => `'${word}'`).join(' ');
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
    for (const options of ['', '--link']) {
      const script = `cd '${directory}'; rm -rf volume; ${mount}; build ${withoutInputs} ${options} --out site`;
      expect(runWithMounts(script)).toEqual({
        exitCode: 1,
        stderr:
          `--out ${directory}/site is a mount point, which a new version cannot replace. Name a directory inside it, such ` +
          `as ${directory}/site/site, and serve that one.\n`,
      });
    }
  });

  it('is refused immediately when it is a link to a mount point', async () => {
    await mkdir(join(folder, 'linked/volume'), { recursive: true });
    const script = `cd linked; ln -s volume site; mount -t tmpfs tmpfs volume; build ${withoutInputs} --out site`;
    expect(runWithMounts(script)).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^--out .*\/linked\/site is a mount point, .*\n$/) as string,
    });
  });

  it.each([
    ['tmpfs', '', 'mount -t tmpfs tmpfs site/notes'],
    ['bind', '', 'mount --bind volume site/notes'],
    ['bind behind a link', '--link', 'mount --bind volume site/notes'],
  ])('is refused immediately when something is mounted in it: %s', async (title, options, mount) => {
    const directory = join(folder, `below ${title}`);
    await mkdir(join(directory, 'volume'), { recursive: true });
    const script =
      `cd '${directory}'; build ${sample} ${options} --out site; mkdir site/notes; echo kept > volume/file; ${mount}\n` +
      `build ${withoutInputs} ${options} --out site`;
    expect(runWithMounts(script)).toEqual({
      exitCode: 1,
      stderr:
        `--out ${directory}/site contains a mount point, ${directory}/site/notes, which would move with the replaced ` +
        `version. Unmount it with umount '${directory}/site/notes', or mount it outside of --out, then build again.\n`,
    });
  });

  it('keeps the content of a file system that is mounted in a directory left by an earlier build', async () => {
    const left = join(folder, 'left/.site.removed-0123456789abcdef');
    await mkdir(join(left, 'notes'), { recursive: true });
    await mkdir(join(folder, 'left/volume'));
    const script =
      `cd left; echo kept > volume/file; mount --bind volume '${left}/notes'; build ${sample} --out site; ` +
      `umount '${left}/notes'; build ${sample} --out site`;
    const { exitCode, stderr } = runWithMounts(script);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`unmount it: umount '${left}/notes'`)]);
    expect(stderr.split('Warning: ')).toHaveLength(2);
    expect(stderr).not.toContain('rm -rf');
    expect(await readFile(join(folder, 'left/volume/file'), 'utf8')).toBe('kept\n');
    expect(await readdir(join(folder, 'left'))).not.toContain('.site.removed-0123456789abcdef');
  });

  it.each(['', '--link'])('is published and replaced inside a mount, with options "%s"', async (options) => {
    const directory = join(folder, `inside${options}`);
    for (const name of ['volume', 'copy']) await mkdir(join(directory, name), { recursive: true });
    const script =
      `cd '${directory}'; mount -t tmpfs tmpfs volume\n` +
      `for seed in 1 2; do build ${sample} --seed $seed ${options} --out volume/site; done\n` +
      'cp -rL volume/site/data copy/; ls -A volume > copy/names';
    expect(runWithMounts(script)).toEqual({ exitCode: 0, stderr: '' });
    const manifest = await readFile(join(directory, 'copy/data/manifest.json'), 'utf8');
    expect((JSON.parse(manifest) as { content: { previous: unknown[] } }).content.previous).toHaveLength(1);
    const names = (await readFile(join(directory, 'copy/names'), 'utf8')).split('\n');
    expect(names.filter((name) => name.startsWith('.site.'))).toHaveLength(options === '' ? 0 : 1);
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
  it.each(['', '--link'])('does not damage any file of the published version, with options "%s"', async (options) => {
    const directory = join(folder, `power${options}`);
    for (const name of ['disk', 'after', 'copy']) await mkdir(join(directory, name), { recursive: true });
    const script =
      `cd '${directory}'; truncate -s 64M image; mkfs.ext4 -q image; mount -o loop image disk\n` +
      `for seed in 1 2; do build ${sample} --seed $seed ${options} --out disk/site; done\n` +
      'cp image image-after; cp -rL disk/site copy/expected; mount -o loop image-after after; cp -rL after/site copy/found';
    expect(runWithMounts(script)).toEqual({ exitCode: 0, stderr: '' });
    expect(spawnSync('diff', ['-r', 'copy/expected', 'copy/found'], { cwd: directory, encoding: 'utf8' }).stdout).toBe(
      '',
    );
    expect((await readFile(join(directory, 'copy/found/data/manifest.json'))).length).toBeGreaterThan(0);
  });
});
