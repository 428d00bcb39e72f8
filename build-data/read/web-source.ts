import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';

import { escapeText } from '../validate/show-value.ts';
import { SourceFault } from './reading-faults.ts';
import type { Source, SourceOptions } from './source.ts';

const mostRedirects = 10;

/**
 * Requests an http(s) address and streams the response. Throws SourceFault.
 *
 * Uses node:http because fetch accepts a chunked response without its last chunk when the server sends
 * `Connection: close`.
 */
export async function openAddress(address: string, options: SourceOptions): Promise<Source> {
  const watch = watchConnection(options);
  try {
    const response = await requestFollowingRedirects(usableAddress(address), watch.signal);
    if (response.statusCode !== 200) throw new SourceFault('refusedByServer', describeStatus(response));
    const range = response.headers['content-range'];
    if (range !== undefined) {
      throw new SourceFault(
        'refusedByServer',
        `it sent only a part: status 200 with Content-Range ${escapeText(range)}`,
      );
    }
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      const reason = `it sent the body as ${escapeText(encoding)}, though asked not to: whether it is whole cannot be told`;
      throw new SourceFault('refusedByServer', reason);
    }
    const totalBytes = lengthOfBody(response);
    const hasVerifiableEnd = totalBytes !== undefined || isChunked(response);
    return { totalBytes, hasVerifiableEnd, chunks: chunksOf(response, watch) };
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

async function requestFollowingRedirects(start: URL, signal: AbortSignal): Promise<IncomingMessage> {
  let url = start;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await sendRequest(url, signal);
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || location === undefined) return response;
    response.resume(); // releases the connection
    if (!URL.canParse(location, url.href))
      throw new SourceFault('refusedByServer', 'it redirects to an unusable address');
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol)) {
      throw new SourceFault('refusedByServer', `it redirects to ${escapeText(url.protocol)}, not to http or https`);
    }
  }
  throw new SourceFault('refusedByServer', `it redirects more than ${mostRedirects} times`);
}

function sendRequest(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? https.request : http.request;
  const headers = {
    // The original service sends XML to clients that do not ask for JSON.
    accept: 'application/json, text/csv, */*;q=0.1',
    'accept-encoding': 'identity',
    'user-agent': 'coastwatch',
  };
  return new Promise((resolve, reject) => {
    send(url, { headers, signal }, resolve).on('error', reject).end();
  });
}

function describeStatus({ statusCode, statusMessage }: IncomingMessage): string {
  return `status ${String(statusCode)} ${escapeText(statusMessage ?? '')}`.trimEnd();
}

function lengthOfBody({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined || headers['transfer-encoding'] !== undefined ? undefined : Number(length);
}

/** The last chunk has length 0: the parser reports an error when it is missing. */
function isChunked({ headers }: IncomingMessage): boolean {
  return /(?:^|,)\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
}

async function* chunksOf(response: IncomingMessage, watch: ConnectionWatch): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      yield chunk;
      watch.stillAlive();
    }
    if (!response.complete) throw new SourceFault('connectionCut');
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

/** An AggregateError, for a host with several addresses, has no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
