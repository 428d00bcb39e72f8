import { randomBytes } from 'node:crypto';
import { ServerResponse, type IncomingMessage } from 'node:http';

import type { Logger } from 'pino';

import type { ReadFailure } from '../../../core/api/handle-request.ts';
import type { Manifest } from '../../../core/storage/snapshot/manifest.ts';
import { manifestPath } from '../../../core/storage/format/layout.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import type { Metrics } from './metrics.ts';
import { classifyRequest, isHealthCheck, malformedClass, type ServerRequest } from './route-class.ts';

interface RequestObserverOptions {
  readonly logger: Logger;
  readonly isAccessLogOn: boolean;
  readonly basePath: string;
}

/**
 * Texts from clients are truncated to these lengths in the log. Each character takes at most two bytes, so a line is
 * below 4,096 bytes (PIPE_BUF), and a pipe does not mix it with lines of other processes.
 */
const longestPath = 1500;
const longestUserAgent = 300;
/**
 * Failures with the same message are logged once per interval, with their number: with a broken disk, every request
 * fails.
 */
const repeatIntervalInMilliseconds = 1000;
const mostKnownMessages = 100;

/**
 * A response that counts the bytes of its body. `Socket.bytesWritten` also includes the headers, and calls libuv, which
 * takes a third of the time of logging a request.
 */
export class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  bodyBytes = 0;

  // The overloads of the base class differ only in which arguments may be omitted.
  override write(...parameters: unknown[]): boolean {
    this.#count(parameters[0]);
    return super.write(...(parameters as Parameters<ServerResponse['write']>));
  }

  override end(...parameters: unknown[]): this {
    this.#count(parameters[0]);
    return super.end(...(parameters as Parameters<ServerResponse['end']>));
  }

  #count(chunk: unknown): void {
    if (this.req.method === 'HEAD') return;
    if (chunk instanceof Uint8Array) this.bodyBytes += chunk.length;
    else if (typeof chunk === 'string') this.bodyBytes += Buffer.byteLength(chunk);
  }
}

/** Writes logs and metrics of requests, of data that could not be read, and of new data versions. */
export class RequestObserver {
  /** Set after the server is created, because the metrics read their values from it. */
  metrics: Metrics | undefined;
  readonly #logger: Logger;
  readonly #isAccessLogOn: boolean;
  readonly #basePath: string;
  readonly #failures = new Map<string, { loggedAt: number; repetitions: number }>();
  /** Makes generated request identifiers unique across processes. */
  readonly #idPrefix = randomBytes(5).toString('hex');
  #requests = 0;

  constructor({ logger, isAccessLogOn, basePath }: RequestObserverOptions) {
    this.#isAccessLogOn = isAccessLogOn && logger.isLevelEnabled('info');
    this.#logger = logger;
    this.#basePath = basePath;
  }

  /** Call this when a request arrives. Returns a function to call when its response is closed. */
  requestStarted(request: ServerRequest, response: CountedResponse): () => void {
    const start = performance.now();
    const { url: target, method } = request;
    // Read now, because it is undefined after the connection is closed.
    const { remoteAddress } = request.socket;
    const id = this.#isAccessLogOn ? this.#requestIdentifier(request) : '';
    return () => {
      const milliseconds = performance.now() - start;
      const bytes = response.bodyBytes;
      const isComplete = response.writableFinished;
      if (this.metrics) {
        const routeClass = classifyRequest(target, this.#basePath);
        this.metrics.requestEnded(routeClass, method, response.statusCode, milliseconds / 1000, bytes);
        if (!isComplete) this.metrics.responseAborted(routeClass);
      }
      if (!this.#isAccessLogOn || isHealthCheck(target)) return;
      const fields = {
        requestId: id,
        method,
        path: truncate(target, longestPath),
        status: response.statusCode,
        bytes,
        durationInMilliseconds: Math.round(milliseconds * 1000) / 1000,
        isAborted: isComplete ? undefined : true,
        remoteAddress: remoteAddress ?? '',
        userAgent: truncate(request.headers['user-agent'] ?? '', longestUserAgent),
      };
      this.#logger.info(fields, 'request');
    };
  }

  /** Call this for a request that the parser refused. Its text is not logged, because it may contain anything. */
  requestRefused(status: number, reason: string, socket: { readonly remoteAddress?: string | undefined }): void {
    this.metrics?.requestEnded(malformedClass, 'other', status, 0, 0);
    if (!this.#isAccessLogOn) return;
    this.#logger.info({ status, reason, remoteAddress: socket.remoteAddress }, 'malformed request');
  }

  readFailed({ error, isFinal }: ReadFailure): void {
    const isManifest = error instanceof StoredDataError && error.path === manifestPath;
    if (isFinal) this.metrics?.dataErrors.inc();
    else if (isManifest) this.metrics?.refreshFailures.inc();
    if (!(error instanceof StoredDataError)) {
      this.#logger.error({ err: error }, 'unexpected failure of a request');
      return;
    }
    const outcome = isFinal ? 'request failed' : 'trying again';
    const repetitions = this.#countRepetitions(`${outcome} ${error.message}`);
    if (repetitions === undefined) return;
    const fields = { file: error.path, reason: error.message.slice(error.path.length + 2), repetitions };
    if (isFinal) this.#logger.error(fields, 'stored data could not be read: request failed');
    else this.#logger.warn(fields, 'stored data could not be read: trying again');
  }

  /** Call this when data could not be read at startup, after SIGHUP or for a health check. */
  dataUnavailable(error: unknown): void {
    if (error instanceof StoredDataError && error.path === manifestPath) this.metrics?.refreshFailures.inc();
    const message = error instanceof Error ? error.message : String(error);
    const repetitions = this.#countRepetitions(`not ready ${message}`);
    if (repetitions === undefined) return;
    const fields =
      error instanceof StoredDataError
        ? { file: error.path, reason: message.slice(error.path.length + 2) }
        : { reason: message };
    this.#logger.error({ ...fields, repetitions }, 'stored data could not be read: not ready');
  }

  manifestRead(manifest: Manifest, previous: Manifest | undefined): void {
    const { dataVersion, builtAt, target, sample } = manifest;
    if (previous?.dataVersion === dataVersion && previous.builtAt === builtAt) return;
    if (previous) this.metrics?.refreshes.inc();
    const fields = { dataVersion, builtAt, target, sample, previousDataVersion: previous?.dataVersion };
    this.#logger.info(fields, previous ? 'data refreshed' : 'data loaded');
  }

  /** Call this for a bug in this program, not for an error of a client or in the data. */
  unexpectedFailure(error: unknown, { method, url }: ServerRequest): void {
    this.#logger.error({ err: error, method, path: truncate(url, longestPath) }, 'unexpected failure');
  }

  #requestIdentifier({ headers }: IncomingMessage): string {
    const requestId = headers['x-request-id'];
    if (typeof requestId === 'string' && /^[\w.-]{1,64}$/.test(requestId)) return requestId;
    return `${this.#idPrefix}-${(this.#requests++).toString(36)}`;
  }

  /**
   * How many times a failure has occurred without being logged since it was last logged; undefined if it must not be
   * logged now.
   */
  #countRepetitions(message: string): number | undefined {
    const now = performance.now();
    const lastFailure = this.#failures.get(message);
    if (lastFailure && now - lastFailure.loggedAt < repeatIntervalInMilliseconds) {
      lastFailure.repetitions++;
      return undefined;
    }
    if (this.#failures.size >= mostKnownMessages) this.#failures.clear();
    this.#failures.set(message, { loggedAt: now, repetitions: 0 });
    return lastFailure?.repetitions ?? 0;
  }
}

function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
