export interface EndOfProcess {
  /** At a signal, before the process ends. */
  interrupted(): Promise<void>;
  /** At any other end, also that of an error nobody caught; there is no time to wait for anything. */
  ended(): void;
}

const interruptions = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Has something done when this process ends; returns what takes that back. */
export function atEndOfProcess({ interrupted, ended }: EndOfProcess): () => void {
  const interrupt = (_: NodeJS.Signals, signalNumber: number): void => {
    void interrupted().finally(() => process.exit(128 + signalNumber));
  };
  process.on('exit', ended);
  for (const signal of interruptions) process.on(signal, interrupt);
  return () => {
    process.off('exit', ended);
    for (const signal of interruptions) process.off(signal, interrupt);
  };
}
