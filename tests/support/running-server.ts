import type { ChildProcess } from 'node:child_process';

export interface RunningServer {
  readonly address: URL;
  readonly pid: number;
  stop(): Promise<void>;
}

/** What stops a process that was started, and waits for its end. `exited` was begun when it was started. */
export function stopsWith(child: ChildProcess, exited: Promise<unknown>): Pick<RunningServer, 'pid' | 'stop'> {
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
