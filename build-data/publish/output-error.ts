/** The output cannot be written; the message says what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Another build has the lock of the output, from the start or since it took over. */
export class LockError extends OutputError {}
