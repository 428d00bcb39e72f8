import { escapeText } from '../validate/show-value.ts';
import { SourceFault } from './reading-faults.ts';
import type { Source, SourceOptions } from './source.ts';

/** Asks for an http(s) address and streams what it answers. Throws SourceFault. */
export async function openAddress(address: string, options: SourceOptions): Promise<Source> {
  const url = usableAddress(address);
  const watch = watchConnection(options);
  try {
    // The original service answers XML to clients that do not ask for JSON.
    // Compression would hide a broken-off download: fetch takes a compressed body without its end for a whole one.
    const headers = { accept: 'application/json, text/csv, */*;q=0.1', 'accept-encoding': 'identity' };
    const response = await fetch(url, { headers, signal: watch.signal });
    if (response.status !== 200 || response.body === null) {
      throw new SourceFault(
        'refusedByServer',
        `status ${String(response.status)} ${escapeText(response.statusText)}`.trimEnd(),
      );
    }
    const encoding = response.headers.get('content-encoding') ?? 'identity';
    if (encoding !== 'identity') {
      const reason = `it sent the body as ${escapeText(encoding)}, though asked not to: whether it is whole cannot be told`;
      throw new SourceFault('refusedByServer', reason);
    }
    return { totalBytes: lengthOfBody(response), chunks: chunksOf(response.body, watch) };
  } catch (error) {
    watch.end();
    throw watch.faultOf(error, 'hostNotReached');
  }
}

function usableAddress(address: string): URL {
  if (!URL.canParse(address)) throw new SourceFault('invalidAddress');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw new SourceFault('invalidAddress');
  return url;
}

function lengthOfBody(response: Response): number | undefined {
  const length = response.headers.get('content-length');
  return length === null ? undefined : Number(length);
}

async function* chunksOf(body: ReadableStream<Uint8Array>, watch: ConnectionWatch): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      yield chunk;
      watch.stillAlive();
    }
  } catch (error) {
    throw watch.faultOf(error, 'connectionCut');
  } finally {
    watch.end();
  }
}

interface ConnectionWatch {
  /** Aborts when the server falls silent or the caller stops. */
  readonly signal: AbortSignal;
  stillAlive(): void;
  /** Releases the timer and whatever is left of the connection. */
  end(): void;
  /** Why the connection failed: stopped, timed out, or the given reason. */
  faultOf(error: unknown, otherwise: 'hostNotReached' | 'connectionCut'): SourceFault;
}

function watchConnection({ signal, idleTimeoutMilliseconds }: SourceOptions): ConnectionWatch {
  const ended = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    ended.abort();
  }, idleTimeoutMilliseconds);
  return {
    signal: signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]),
    stillAlive: () => timer.refresh(),
    end: () => {
      clearTimeout(timer);
      ended.abort();
    },
    faultOf: (error, otherwise) => {
      if (error instanceof SourceFault) return error;
      if (timedOut) return new SourceFault('timedOut', `nothing for ${String(idleTimeoutMilliseconds / 1000)} seconds`);
      if (signal?.aborted === true) return new SourceFault('readingStopped');
      return new SourceFault(otherwise, escapeText(reasonOf(error)));
    },
  };
}

/** fetch wraps the reason that helps a person ("getaddrinfo ENOTFOUND …") in one that does not ("fetch failed"). */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
