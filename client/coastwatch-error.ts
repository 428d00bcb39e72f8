/**
 * Why a request failed. `refused`: the service rejected the request and said why. `unavailable`: the service cannot
 * respond at the moment. `unreachable`: no connection, or no response within the time limit. `unexpected`: the response
 * is not from the API. `data changed`: new data was published between two pages of one list.
 */
export type CoastwatchErrorReason = 'refused' | 'unavailable' | 'unreachable' | 'unexpected' | 'data changed';

/** Every error that the client throws, except the reason of an aborted signal. `message` is for developers. */
export class CoastwatchError extends Error {
  override readonly name = 'CoastwatchError';
  readonly reason: CoastwatchErrorReason;
  /** The URL of the request. */
  readonly url: string;
  /** The HTTP status; undefined when there was no response. */
  readonly status: number | undefined;
  /** A message for the end user; undefined when the service sent none. */
  readonly clientMessage: string | undefined;
  /** The data version of the response; undefined when there was no response or it had no version. */
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
