import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { startCommand, waitForOutput } from './run-node.ts';

export interface ServeCommand {
  readonly child: ChildProcess;
  readonly address: URL;
  /** Everything printed so far, on standard output and standard error. */
  readonly output: () => string;
  /** Sends SIGTERM, unless the process has ended, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Runs the serve command over a site on a free port, with further options. */
export async function startServeCommand(site: string, options: readonly string[] = []): Promise<ServeCommand> {
  const child = startCommand('hosts/node/main.ts', ['--dir', site, '--port', '0', ...options]);
  const exited = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [, address = ''] = await waitForOutput(child, /Coastwatch is at (http:\/\/127\.0\.0\.1:\d+\/)/);
  return {
    child,
    address: new URL(address),
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      const [exitCode] = await exited;
      return exitCode;
    },
  };
}

/** Where the serve command says that its metrics are: in its output, or in the log that it writes. */
export function metricsAddressIn(log: string): URL {
  const [, address] = /metrics are at (http:\S+?metrics)/.exec(log) ?? [];
  if (address === undefined) throw new Error(`no address of metrics in ${log}`);
  return new URL(address);
}

/** The value of the series whose name and labels match; 0 without one. */
export function metricIn(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const matching = lines.filter((line) =>
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
  );
  return matching.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
