const checkIntervalInMilliseconds = 500;
/** Read when this module loads, because the parent process may end before the first check. */
const parentAtStart = process.ppid;
/** Signals that arrive within this time after the first are duplicates: a terminal and npm both send them. */
const repeatedSignalAfterInMilliseconds = 1000;

/**
 * Calls `stop` once, when this process is asked to stop: by SIGTERM or SIGINT, or because npm, which started it, has
 * ended. Calls `force` if a further signal arrives more than a second later.
 */
export function whenAskedToStop(stop: (reason: string) => void, force: () => void): void {
  let stoppingSince: number | undefined;
  const requestStop = (reason: string): void => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    stop(reason);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince === undefined) requestStop(signal);
      else if (performance.now() - stoppingSince > repeatedSignalAfterInMilliseconds) force();
    });
  }
  if (isStartedByNpm()) {
    whenParentEnds(() => {
      requestStop('npm ended');
    });
  }
}

/**
 * Calls back once, when the process that started this one has ended. npm starts commands through a shell, which ends on
 * SIGTERM without forwarding it: without this function, `kill -TERM` on npm would leave the server running. It has no
 * effect on Windows, which keeps reporting the identifier of a parent process that has ended.
 */
function whenParentEnds(onEnd: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parentAtStart) return;
    clearInterval(timer);
    onEnd();
  }, checkIntervalInMilliseconds);
  timer.unref();
}

/** Whether npm started this process. Other supervisors, such as systemd, send signals to the process itself. */
function isStartedByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}
