/** The output cannot be written; the message tells the publisher what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}
