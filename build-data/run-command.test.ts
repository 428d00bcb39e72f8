import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { repository } from '../tests/support/repository.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command whose `run` function has this body. */
async function runBody(body: string, environment: Readonly<Record<string, string>> = {}) {
  const path = join(folder, 'command.mts');
  const runner = JSON.stringify(join(repository, 'build-data/run-command.ts'));
  await writeFile(
    path,
    `import { runCommand, UsageError } from ${runner};
     import { readFileSync } from 'node:fs';
     class ExpectedError extends Error {}
     await runCommand({ usage: 'Usage: this', expectedErrors: [ExpectedError], run: async () => { ${body} } });`,
  );
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', path], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  return { status, stderr };
}

const internal =
  'Internal error: TypeError: it broke here. Run again with COASTWATCH_DEBUG=1 for the stack trace, and report it.\n';

describe('a command', () => {
  it.each([
    ['return 4', 4, ''],
    ["throw new ExpectedError('The disk is full.')", 1, 'The disk is full.\n'],
    ["throw new ExpectedError('A path: \\u001b[31m')", 1, 'A path: \\u{1b}[31m\n'],
    ["throw new UsageError('--x is\\nunknown.')", 2, '--x is\\nunknown.\n\nUsage: this\n'],
    ["throw new TypeError('it broke\\n  here.')", 70, internal],
    ["setImmediate(() => { throw new TypeError('it broke here') }); return new Promise(() => {})", 70, internal],
    ["void Promise.reject(new TypeError('it broke here')); return new Promise(() => {})", 70, internal],
  ])('that runs %s ends with exit code %i and the message %j', async (body, exitCode, message) => {
    expect(await runBody(body)).toEqual({ status: exitCode, stderr: message });
  });

  it('reports the operation that the operating system refuses, and its path', async () => {
    const { status, stderr } = await runBody("readFileSync('/nowhere/at/all'); return 0");
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The operating system refused an operation: ENOENT: .*'\/nowhere\/at\/all'\n$/);
  });

  it('shows the stack trace of an internal error with COASTWATCH_DEBUG=1', async () => {
    const { status, stderr } = await runBody("throw new TypeError('it broke')", { COASTWATCH_DEBUG: '1' });
    expect(status).toBe(70);
    expect(stderr).toMatch(/^Internal error: TypeError: it broke\.\nTypeError: it broke\n {4}at /);
  });
});
