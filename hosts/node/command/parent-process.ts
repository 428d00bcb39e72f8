const checkIntervalInMilliseconds = 500;

/**
 * Calls back once when the process that started this one has ended. npm starts commands through a shell, which dies of
 * SIGTERM without passing it on: without this, `kill -TERM` on npm leaves the server running. Windows keeps reporting the
 * identifier of a parent that has ended, so that nothing happens there.
 */
export function whenParentEnds(onEnd: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, checkIntervalInMilliseconds);
  timer.unref();
}

/** Whether npm started this process. Other supervisors, such as systemd, signal the process itself. */
export function isStartedByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}
