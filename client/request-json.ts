import { CoastwatchError } from './coastwatch-error.ts';

/** How requests are sent. */
export interface Transport {
  /** The global `fetch`, or a function that behaves like it. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** How many times a request is retried while the service is unavailable or unreachable. */
  readonly retries: number;
  /** Time limit for one attempt, including its body; undefined: no limit. */
  readonly timeoutInMilliseconds: number | undefined;
  /** Resolves after a pause; rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** A response of the API: a 200 with its body, or a 404 with an error in the API's format. */
export interface ApiResponse {
  readonly body: unknown;
  readonly isFound: boolean;
  /** The data version of the response; undefined for a plain file server. */
  readonly dataVersion: string | undefined;
}

const firstPauseInMilliseconds = 500;
const longestPauseInMilliseconds = 10_000;

/**
 * Requests a URL, and retries after a pause while the service is unavailable or unreachable. Throws a CoastwatchError,
 * or the signal's reason if the signal aborts.
 */
export async function requestJson(url: string, transport: Transport, signal?: AbortSignal): Promise<ApiResponse> {
  for (let attempt = 0; ; attempt++) {
    // False if `retries` is NaN, so that the loop ends.
    const mayRetry = attempt < transport.retries;
    const outcome = await attemptRequest(url, transport, signal);
    if (!('error' in outcome)) return outcome;
    const { error, retryAfterInSeconds } = outcome;
    if (!mayRetry || (error.reason !== 'unavailable' && error.reason !== 'unreachable')) throw error;
    const pause = retryAfterInSeconds ? retryAfterInSeconds * 1000 : firstPauseInMilliseconds * 2 ** attempt;
    await transport.wait(Math.min(pause, longestPauseInMilliseconds), signal);
  }
}

interface FailedAttempt {
  readonly error: CoastwatchError;
  /** From `Retry-After`; 0 if the header is missing, or hidden because the page has another origin. */
  readonly retryAfterInSeconds: number;
}

async function attemptRequest(
  url: string,
  { fetch, timeoutInMilliseconds }: Transport,
  signal?: AbortSignal,
): Promise<ApiResponse | FailedAttempt> {
  const attemptSignal = createAttemptSignal(signal, timeoutInMilliseconds);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      headers: { Accept: 'application/json' },
      ...(attemptSignal && { signal: attemptSignal }),
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    const error = new CoastwatchError('unreachable', `${url} could not be read: ${String(cause)}`, { url, cause });
    return { error, retryAfterInSeconds: 0 };
  }
  const { status, headers } = response;
  const body = parse(text);
  const dataVersion = headers.get('X-Data-Version') ?? undefined;
  if (status === 200 && body !== undefined) return { body, isFound: true, dataVersion };
  const messages = readMessages(body);
  const retryAfterInSeconds = Number(headers.get('Retry-After')) || 0;
  if (status === 404 && messages) return { body: undefined, isFound: false, dataVersion };
  if (messages) {
    const reason = status === 503 || status === 429 ? 'unavailable' : 'refused';
    const error = new CoastwatchError(reason, messages.developer, {
      ...{ url, status, dataVersion },
      clientMessage: messages.client,
    });
    return { error, retryAfterInSeconds };
  }
  const reason = status >= 500 || status === 429 ? 'unavailable' : 'unexpected';
  const type = headers.get('Content-Type') ?? 'no content type';
  const message = `${url} returned status ${status} with ${type}, which is not a response of the API`;
  return { error: new CoastwatchError(reason, message, { url, status, dataVersion }), retryAfterInSeconds };
}

/** A signal that aborts one attempt, when the caller's signal aborts or the time limit has passed. */
function createAttemptSignal(
  signal: AbortSignal | undefined,
  milliseconds: number | undefined,
): AbortSignal | undefined {
  if (milliseconds === undefined) return signal;
  const timeout = AbortSignal.timeout(milliseconds);
  if (!signal) return timeout;
  // Like AbortSignal.any, which some supported browsers do not have.
  const attempt = new AbortController();
  const abortFrom = (cause: AbortSignal) => (): void => {
    attempt.abort(cause.reason);
  };
  timeout.addEventListener('abort', abortFrom(timeout));
  // The timeout removes the listener, so that listeners do not accumulate on a signal that a caller keeps.
  signal.addEventListener('abort', abortFrom(signal), { signal: timeout });
  if (signal.aborted) abortFrom(signal)();
  return attempt.signal;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readMessages(body: unknown): { readonly developer: string; readonly client: string } | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { DeveloperMessage: developer, ClientMessage: client } = body as Readonly<Record<string, unknown>>;
  return typeof developer === 'string' && typeof client === 'string' ? { developer, client } : undefined;
}

/** Resolves after a pause; rejects when the signal aborts. */
export function waitFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
