/** The output cannot be written; the message is for the publisher, and says what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}
