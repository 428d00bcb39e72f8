import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { folderOfTest } from '../tests/support/temporary-folder.ts';
import { repository } from '../tests/support/repository.ts';
import { exitCodeOf, UsageError } from './run-command.ts';

class ExpectedError extends Error {}

/** Runs a command within this process. */
async function run(body: () => number): Promise<{ readonly exitCode: number; readonly stderr: string }> {
  let stderr = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    stderr += String(chunk);
    return true;
  });
  const command = { expectedErrors: [ExpectedError], run: async () => Promise.resolve(body()) };
  const exitCode = await exitCodeOf(command, []).finally(() => {
    spy.mockRestore();
  });
  return { exitCode, stderr };
}

function fail(error: Error): () => never {
  return () => {
    throw error;
  };
}

const internal =
  'Internal error: TypeError: it broke here. Run again with COASTWATCH_DEBUG=1 for the stack trace, and report it.\n';

describe('a command', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    [() => 4, 4, ''],
    [fail(new ExpectedError('The disk is full.')), 1, 'The disk is full.\n'],
    [fail(new ExpectedError('A path: \u001b[31m')), 1, 'A path: \\u{1b}[31m\n'],
    [fail(new UsageError('--x is\nunknown.')), 2, '--x is\nunknown.\n\nRun with --help for all options.\n'],
    [fail(new TypeError('it broke\n  here.')), 70, internal],
  ])('that runs %s ends with exit code %i and the message %j', async (body, exitCode, message) => {
    expect(await run(body)).toEqual({ exitCode, stderr: message });
  });

  it('ends its process with a message when an error is thrown or rejected where nothing can catch it', async () => {
    const folder = folderOfTest();
    const path = join(folder, 'command.mts');
    const runner = JSON.stringify(join(repository, 'build-data/run-command.ts'));
    await writeFile(
      path,
      `import { runCommand } from ${runner};
       const fail = () => { throw new TypeError('it broke here') };
       const run = () => {
         if (process.argv[2] === 'throw') setImmediate(fail); else void Promise.reject(new TypeError('it broke here'));
         return new Promise(() => {});
       };
       await runCommand({ expectedErrors: [], run });`,
    );
    for (const way of ['throw', 'reject']) {
      const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', path, way], {
        cwd: repository,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([70, internal]);
    }
  });

  it('reports the operation that the operating system refuses, and its path', async () => {
    const { exitCode, stderr } = await run(() => readFileSync('/nowhere/at/all').length);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^The operating system refused an operation: ENOENT: .*'\/nowhere\/at\/all'\n$/);
  });

  it('shows the stack trace of an internal error with COASTWATCH_DEBUG=1', async () => {
    vi.stubEnv('COASTWATCH_DEBUG', '1');
    const { exitCode, stderr } = await run(fail(new TypeError('it broke')));
    expect(exitCode).toBe(70);
    expect(stderr).toMatch(/^Internal error: TypeError: it broke\.\nTypeError: it broke\n {4}at /);
  });
});
