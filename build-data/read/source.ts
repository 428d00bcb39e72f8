import https from 'node:https';
import { constants, existsSync, openSync, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

import { escapeText } from '../format-text.ts';
import type { IssueCode, IssueDetails } from '../validate/issues.ts';

import http, { type IncomingMessage } from 'node:http';

/**
 * Opens the path of a file or pipe, or an http(s) URL. Reading fails when a server or pipe sends nothing for this long.
 * Throws SourceError.
 */
export async function openSource(location: string, idleTimeoutMilliseconds: number): Promise<Source> {
  if (isUrl(location)) return openUrl(location, idleTimeoutMilliseconds);
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(location)?.[1]?.toLowerCase();
  // A file may have a colon in its name.
  if (scheme !== undefined && !existsSync(location)) throw unsupportedScheme(scheme, location);
  return openFile(location, idleTimeoutMilliseconds);
}

function unsupportedScheme(scheme: string, location: string): SourceError {
  if (scheme !== 'file') return new SourceError('unsupportedScheme', `${scheme}: is not supported`);
  return new SourceError('unsupportedScheme', `give the path instead${pathOf(location)}`);
}

/** The path that a file URL names, as in `: /srv/records.csv`; empty if it names no file on this computer. */
function pathOf(fileUrl: string): string {
  if (!/^file:\/\//i.test(fileUrl)) return '';
  try {
    return `: ${escapeText(fileURLToPath(fileUrl))}`;
  } catch {
    return '';
  }
}

/** A path or URL as issues show it: without a password or the query of a URL, which may contain a key, and escaped. */
export function displayLocation(location: string): string {
  const withoutPassword = location.replace(/^([a-z][a-z0-9+.-]+:\/\/)[^/?#]*@/i, '$1');
  return escapeText(isUrl(location) ? withoutPassword.replace(/[?#].*$/s, '?…') : withoutPassword);
}

const isUrl = (location: string): boolean => /^https?:/i.test(location);

export interface Source {
  /** Undefined if it is not known in advance. */
  readonly totalBytes: number | undefined;
  /** False if only the closed connection marks the end, so that an incomplete transfer looks complete. */
  readonly hasVerifiableEnd: boolean;
  /** Throws SourceError. Ending the iteration early closes the file or the connection. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Thrown when a source cannot be opened or read to its end. `readDataset` reports it as an issue. */
export class SourceError extends Error {
  readonly code: IssueCode;
  readonly details: IssueDetails;

  constructor(code: IssueCode, explanation?: string) {
    super(explanation ?? code);
    this.code = code;
    this.details = explanation === undefined ? {} : { explanation };
  }
}

/** Thrown to stop reading a file after a fault that has been reported and makes the rest meaningless. */
export class FaultAlreadyReported extends Error {}

const chunkBytes = 256 * 1024;
/** Non-blocking: opening a pipe without a writer would otherwise hang the build forever. */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK;
const standardInput = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Opens a file or a pipe. Throws SourceError. */
async function openFile(path: string, idleTimeoutMilliseconds: number): Promise<Source> {
  const status = await stat(path).catch((error: unknown) => {
    throw fileFault(error);
  });
  if (status.isDirectory()) throw new SourceError('isDirectory');
  if (status.isFIFO() || status.isSocket()) return openPipe(path, idleTimeoutMilliseconds);
  if (!status.isFile()) throw new SourceError('notAFile', 'it is a device');
  return openRegularFile(path);
}

async function openRegularFile(path: string): Promise<Source> {
  const file = await open(path, readFlags).catch((error: unknown) => {
    throw fileFault(error);
  });
  const status = await file.stat().catch(async (error: unknown) => {
    await file.close();
    throw fileFault(error);
  });

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        // A new buffer for each read, because the parsers keep a reference to the last one.
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes)).catch((error: unknown) => {
          throw fileFault(error);
        });
        if (bytesRead === 0) {
          requireUnchanged(status, await file.stat());
          return;
        }
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
  return { totalBytes: status.size, hasVerifiableEnd: true, chunks: chunks() };
}

/** Throws SourceError if a file changed while it was read, since records may be missing. */
function requireUnchanged(before: Stats, after: Stats): void {
  if (before.size === after.size && before.mtimeMs === after.mtimeMs) return;
  const explanation = `${before.size} bytes when reading began, ${after.size} at the end`;
  throw new SourceError('fileChanged', before.size === after.size ? undefined : explanation);
}

/** Opens a named pipe, the pipe of a process substitution, or standard input. */
function openPipe(path: string, idleTimeoutMilliseconds: number): Source {
  const pipe = new Socket({ fd: descriptorOf(path), readable: true, writable: false });

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const timeout = setTimeout(() => {
      const seconds = String(idleTimeoutMilliseconds / 1000);
      pipe.destroy(new SourceError('timedOut', `nothing was written to this pipe for ${seconds} seconds`));
    }, idleTimeoutMilliseconds);
    try {
      for await (const chunk of pipe as AsyncIterable<Buffer>) {
        yield chunk;
        timeout.refresh();
      }
    } catch (error) {
      throw error instanceof SourceError ? error : fileFault(error);
    } finally {
      clearTimeout(timeout);
      pipe.destroy();
    }
  }
  return { totalBytes: undefined, hasVerifiableEnd: true, chunks: chunks() };
}

function descriptorOf(path: string): number {
  // Standard input may be a socket, which cannot be opened by its path.
  if (standardInput.has(path)) return 0;
  try {
    return openSync(path, readFlags);
  } catch (error) {
    throw fileFault(error);
  }
}

function fileFault(error: unknown): SourceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new SourceError('fileNotFound');
  if (code === 'EISDIR') return new SourceError('isDirectory');
  return new SourceError('fileNotReadable', code === 'EACCES' ? 'permission denied' : (code ?? String(error)));
}

const maxRedirects = 10;

/**
 * Requests an http(s) URL and streams the response. Throws SourceError.
 *
 * Uses node:http because fetch accepts a chunked response without its last chunk when the server sends
 * `Connection: close`.
 */
async function openUrl(address: string, idleTimeoutMilliseconds: number): Promise<Source> {
  const watch = watchConnection(idleTimeoutMilliseconds);
  try {
    const response = await requestFollowingRedirects(parseUrl(address), watch.signal);
    if (response.statusCode !== 200) throw new SourceError('refusedByServer', describeStatus(response));
    const range = response.headers['content-range'];
    if (range !== undefined) {
      throw new SourceError(
        'refusedByServer',
        `it sent only a part: status 200 with Content-Range ${escapeText(range)}`,
      );
    }
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      throw new SourceError(
        'refusedByServer',
        `it sent the body as ${escapeText(encoding)} although it was asked not to, so truncation would go unnoticed`,
      );
    }
    const totalBytes = lengthOfBody(response);
    const hasVerifiableEnd = totalBytes !== undefined || isChunked(response);
    return { totalBytes, hasVerifiableEnd, chunks: chunksOf(response, watch) };
  } catch (error) {
    watch.end();
    throw watch.faultOf(error, 'hostNotReached');
  }
}

function parseUrl(address: string): URL {
  if (!URL.canParse(address)) throw new SourceError('invalidAddress');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw new SourceError('invalidAddress');
  return url;
}

async function requestFollowingRedirects(start: URL, signal: AbortSignal): Promise<IncomingMessage> {
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await sendRequest(url, signal);
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(Number(response.statusCode)) || location === undefined) return response;
    response.resume(); // releases the connection
    if (!URL.canParse(location, url.href)) throw new SourceError('refusedByServer', 'it redirects to an invalid URL');
    url = new URL(location, url);
    if (!/^https?:$/.test(url.protocol)) {
      throw new SourceError('refusedByServer', `it redirects to ${escapeText(url.protocol)}, not to http or https`);
    }
  }
  throw new SourceError('refusedByServer', `it redirects more than ${maxRedirects} times`);
}

function sendRequest(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? https.request : http.request;
  const headers = {
    // The original service sends XML to clients that do not request JSON.
    accept: 'application/json, text/csv, */*;q=0.1',
    'accept-encoding': 'identity',
    'user-agent': 'coastwatch',
  };
  return new Promise((resolve, reject) => {
    send(url, { headers, signal }, resolve).on('error', reject).end();
  });
}

function describeStatus({ statusCode, statusMessage }: IncomingMessage): string {
  return `status ${String(statusCode)} ${escapeText(String(statusMessage))}`.trimEnd();
}

function lengthOfBody({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined || headers['transfer-encoding'] !== undefined ? undefined : Number(length);
}

/** A chunked body ends with a chunk of length 0. The HTTP parser reports an error if that chunk is missing. */
function isChunked({ headers }: IncomingMessage): boolean {
  return /(?:^|,)\s*chunked\s*$/i.test(String(headers['transfer-encoding']));
}

async function* chunksOf(response: IncomingMessage, watch: ConnectionWatch): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      yield chunk;
      watch.noteActivity();
    }
    if (!response.complete) throw new SourceError('connectionCut');
  } catch (error) {
    throw watch.faultOf(error, 'connectionCut');
  } finally {
    watch.end();
  }
}

interface ConnectionWatch {
  /** Aborts when the server stops sending. */
  readonly signal: AbortSignal;
  noteActivity(): void;
  /** Clears the timer and closes the connection. */
  end(): void;
  /** Why the connection failed: it timed out, or otherwise the given code. */
  faultOf(error: unknown, otherwise: 'hostNotReached' | 'connectionCut'): SourceError;
}

function watchConnection(idleTimeoutMilliseconds: number): ConnectionWatch {
  const ended = new AbortController();
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    ended.abort();
  }, idleTimeoutMilliseconds);
  return {
    signal: ended.signal,
    noteActivity: () => timer.refresh(),
    end: () => {
      clearTimeout(timer);
      ended.abort();
    },
    faultOf: (error, otherwise) => {
      if (error instanceof SourceError) return error;
      if (hasTimedOut)
        return new SourceError(
          'timedOut',
          `nothing was received for ${String(idleTimeoutMilliseconds / 1000)} seconds`,
        );
      return new SourceError(otherwise, escapeText(reasonOf(error)));
    },
  };
}

/** The message of the innermost cause. An AggregateError, thrown for a host with several addresses, has no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
