export interface SourceOptions {
  /** Ends the reading from outside. */
  readonly signal: AbortSignal | undefined;
  /** Reading fails when a server or pipe sends nothing for this long. */
  readonly idleTimeoutMilliseconds: number;
}

/** The bytes of a file, wherever it lies. */
export interface Source {
  /** Undefined where it is not known beforehand. */
  readonly totalBytes: number | undefined;
  /** False where the bytes simply stop when a connection closes: an incomplete transfer then looks complete. */
  readonly hasVerifiableEnd: boolean;
  /** Throws SourceFault; ending the iteration early releases the file or the connection. */
  readonly chunks: AsyncIterable<Uint8Array>;
}
