import { CoastwatchError } from './coastwatch-error.ts';

/** How requests are sent. */
export interface Transport {
  /** The global `fetch`, or a function that behaves like it. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** How often a request is repeated when the service is unavailable or unreachable. */
  readonly retries: number;
  /** Time limit for one attempt, its body included; undefined for none. */
  readonly timeoutInMilliseconds: number | undefined;
  /** Resolves after a pause; rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** A response of the service: a 200 with its body, or a 404 in the format of the API. */
export interface Answered {
  readonly body: unknown;
  readonly isFound: boolean;
  /** The data version of the response; undefined for a plain file server. */
  readonly dataVersion: string | undefined;
}

const firstPauseInMilliseconds = 500;
const longestPauseInMilliseconds = 10_000;

/**
 * Requests a URL, and retries after a pause when that may help. Throws CoastwatchError, or the signal's reason when
 * it aborts.
 */
export async function requestJson(url: string, transport: Transport, signal?: AbortSignal): Promise<Answered> {
  for (let attempt = 0; ; attempt++) {
    // Compared this way round so that NaN ends the loop too.
    const mayRetry = attempt < transport.retries;
    const outcome = await ask(url, transport, signal);
    if (!('error' in outcome)) return outcome;
    const { error, retryAfterInSeconds } = outcome;
    if (!mayRetry || (error.reason !== 'unavailable' && error.reason !== 'unreachable')) throw error;
    const pause = retryAfterInSeconds ? retryAfterInSeconds * 1000 : firstPauseInMilliseconds * 2 ** attempt;
    await transport.wait(Math.min(pause, longestPauseInMilliseconds), signal);
  }
}

interface Failed {
  readonly error: CoastwatchError;
  /** From `Retry-After`; 0 without it, and in pages of another origin, which cannot read it. */
  readonly retryAfterInSeconds: number;
}

async function ask(
  url: string,
  { fetch, timeoutInMilliseconds }: Transport,
  signal?: AbortSignal,
): Promise<Answered | Failed> {
  const ending = endingOf(signal, timeoutInMilliseconds);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { headers: { Accept: 'application/json' }, ...(ending && { signal: ending }) });
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
  const said = messagesOf(body);
  const retryAfterInSeconds = Number(headers.get('Retry-After')) || 0;
  if (status === 404 && said) return { body: undefined, isFound: false, dataVersion };
  if (said) {
    const reason = status === 503 || status === 429 ? 'unavailable' : 'refused';
    const error = new CoastwatchError(reason, said.developer, {
      ...{ url, status, dataVersion },
      clientMessage: said.client,
    });
    return { error, retryAfterInSeconds };
  }
  const reason = status >= 500 || status === 429 ? 'unavailable' : 'unexpected';
  const type = headers.get('Content-Type') ?? 'no content type';
  const message = `${url} returned status ${status} with ${type}, which is not a response of the API`;
  return { error: new CoastwatchError(reason, message, { url, status, dataVersion }), retryAfterInSeconds };
}

/** The signal that ends one attempt: the caller's, or its time limit. */
function endingOf(signal: AbortSignal | undefined, milliseconds: number | undefined): AbortSignal | undefined {
  if (milliseconds === undefined) return signal;
  const timeout = AbortSignal.timeout(milliseconds);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function messagesOf(body: unknown): { readonly developer: string; readonly client: string } | undefined {
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
