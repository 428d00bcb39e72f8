/**
 * Why there is no answer: `refused` the service says what is wrong with the request; `unavailable` it cannot answer now;
 * `unreachable` no connection; `unexpected` something other than the service answered; `data changed` new data was
 * published between two pages of one list.
 */
export type CoastwatchErrorReason = 'refused' | 'unavailable' | 'unreachable' | 'unexpected' | 'data changed';

/** What the client throws, but for the error of a signal that aborts. `message` is for developers. */
export class CoastwatchError extends Error {
  override readonly name = 'CoastwatchError';
  readonly reason: CoastwatchErrorReason;
  /** The address that was asked. */
  readonly url: string;
  /** The HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** What the service says to a person; undefined where it said nothing. */
  readonly clientMessage: string | undefined;
  /** The version of the data that the answer was made from; undefined where there was none, or it did not say. */
  readonly dataVersion: string | undefined;

  constructor(
    reason: CoastwatchErrorReason,
    message: string,
    details: {
      readonly url: string;
      readonly status?: number | undefined;
      readonly clientMessage?: string | undefined;
      readonly dataVersion?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.reason = reason;
    this.url = details.url;
    this.status = details.status;
    this.clientMessage = details.clientMessage;
    this.dataVersion = details.dataVersion;
  }
}
