import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** A program of PostgreSQL, and what it complains of. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Resolves when it has ended, well or not. */
  readonly ended: Promise<unknown>;
  complaints(): string;
}

/** How long a program may take to end before it is asked with more force. */
const patienceInMilliseconds = 10_000;

/** Starts a program. What it prints is ignored; what it complains of is kept. */
export function runProgram(path: string, commandLine: readonly string[], options: SpawnOptions): RunningProgram {
  const child = spawn(path, commandLine, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  return { child, ended: once(child, 'exit'), complaints: () => complaints.trim() };
}

export function isRunning({ child }: RunningProgram): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Asks a program to end at once but in order; one that does not is made to. */
export async function endProgram(program: RunningProgram): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isRunning(program)) return;
    program.child.kill(signal);
    await Promise.race([program.ended, wait(patienceInMilliseconds, undefined, { ref: false })]);
  }
}
