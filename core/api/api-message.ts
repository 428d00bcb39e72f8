/** A request as the handler needs it. Every host can make one, also for methods that a `Request` refuses. */
export interface ApiRequest {
  readonly method: string;
  /** Absolute: links in the answer stand on its origin. */
  readonly url: string;
  readonly ifNoneMatch: string | null;
}

/** The body of an answer: nothing, all its bytes, or a stream of them that may be read once. */
export type ApiBody = Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>> | null;

/** An answer in plain data, the same on every host. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ApiBody;
}
