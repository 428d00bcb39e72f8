import { manifestPath } from '../format/layout.ts';
import { DatasetReader } from './dataset-reader.ts';
import { FileCache } from './file-cache.ts';
import { CancelToken, orCancelled, type ReadOptions, type Store, StoredDataError } from './store.ts';

export interface FetchedStoreOptions {
  /** The root of the tree, ending in a slash. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** A read fails when it receives nothing for this long. Time spent in the queue does not count. */
  readonly timeoutInMilliseconds: number;
}

const siteTimeoutInMilliseconds = 4000;
const siteManifestMaxAgeInMilliseconds = 5000;
const siteCacheBytes = 32 * 1024 * 1024;

/**
 * Creates the reader of a site's static tree for a browser, both for its pages and for its service worker. It reads whole
 * files, because the service worker keeps what has been read for use offline, and cannot keep parts of files.
 */
export function createFetchedReader(siteUrl: string, fetch: FetchedStoreOptions['fetch']): DatasetReader {
  const { read } = createFetchedStore({ baseUrl: siteUrl, fetch, timeoutInMilliseconds: siteTimeoutInMilliseconds });
  return new DatasetReader(
    { read },
    { cache: new FileCache(siteCacheBytes), manifestMaxAgeInMilliseconds: siteManifestMaxAgeInMilliseconds },
  );
}

/** Browsers open this many connections to a host. More reads would share the bandwidth and time out together. */
const maximumConcurrentReads = 6;

export function createFetchedStore(options: FetchedStoreOptions): Store {
  const limited = limitConcurrency(maximumConcurrentReads);
  return {
    read(path, readOptions) {
      const revalidated = path === manifestPath ? 'no-cache' : 'default';
      return limited(() =>
        fetchFile(path, { cache: readOptions.fresh ? 'reload' : revalidated }, readOptions, options),
      );
    },
    readPart(path, offset, length, readOptions) {
      return limited(() => fetchFile(path, { cache: 'default', part: { offset, length } }, readOptions, options));
    },
  };
}

interface FileRequest {
  readonly cache: RequestCache;
  /** The part to return, also if the host sends the whole file; without it, the whole file. */
  readonly part?: { readonly offset: number; readonly length: number };
}

async function fetchFile(
  path: string,
  { cache, part }: FileRequest,
  { cancelToken, maximumBytes = Infinity }: ReadOptions,
  { baseUrl, fetch, timeoutInMilliseconds }: FetchedStoreOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const timeout = new IdleTimeout(timeoutInMilliseconds, cancelToken);
  const fetchWhole = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const response = await fetch(baseUrl + path, {
      ...{ cache, credentials: 'same-origin', signal: timeout.signal },
      ...(part && { headers: rangeHeaders(part) }),
    });
    const isPart = part !== undefined && response.status === 206;
    if (response.status !== 200 && !isPart) throw new StoredDataError(path, `status ${response.status}`);
    if (isPart && !(response.headers.get('Content-Range') ?? '').startsWith(`bytes ${part.offset}-`)) {
      throw new StoredDataError(path, `another part than the one from byte ${part.offset}`);
    }
    // Hosts of single-page applications send their page, with status 200, in place of a missing file. Any other type
    // may be a host's guess for an unknown file extension, and is accepted because the content is checked against its
    // hash.
    const type = response.headers.get('Content-Type') ?? '';
    if (/^text\/html/i.test(type)) throw new StoredDataError(path, 'an HTML page instead of the file');
    const bytes = await readBody(path, response, timeout, maximumBytes);
    return part && !isPart ? bytes.subarray(part.offset, part.offset + part.length) : bytes;
  };
  try {
    // The given `fetch` may ignore signals.
    return await orCancelled(fetchWhole(), path, timeout.cancelToken);
  } catch (cause) {
    timeout.cancel(cause instanceof Error ? cause : new Error(String(cause))); // stops the rest of the response
    if (cause instanceof StoredDataError) throw cause;
    throw new StoredDataError(path, `unreachable (${cause instanceof Error ? cause.message : String(cause)})`, {
      cause,
    });
  } finally {
    timeout.end();
  }
}

function rangeHeaders({ offset, length }: NonNullable<FileRequest['part']>): Record<string, string> {
  // The part must be of the file, and not of its compressed form. Browsers send this by themselves, and ignore it.
  return { Range: `bytes=${offset}-${offset + length - 1}`, 'Accept-Encoding': 'identity' };
}

async function readBody(
  path: string,
  response: Response,
  timeout: IdleTimeout,
  maximumBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    timeout.restart();
    chunks.push(next.value);
    length += next.value.length;
    if (length > maximumBytes) throw new StoredDataError(path, `more than ${maximumBytes} bytes`);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Cancels its token and signal when it has not been restarted in time, or when another token is cancelled. */
class IdleTimeout {
  readonly cancelToken = new CancelToken();
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #removeListener: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, other: CancelToken | undefined) {
    this.#milliseconds = milliseconds;
    this.#removeListener = other?.onCancel((reason) => {
      this.cancel(reason);
    });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.cancel(new Error(`nothing received for ${this.#milliseconds} ms`));
    }, this.#milliseconds);
  }

  cancel(reason: Error): void {
    this.cancelToken.cancel(reason);
    this.#controller.abort(reason);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#removeListener?.();
  }
}

/** Runs at most `maximum` tasks concurrently; the others wait in a queue. */
function limitConcurrency(maximum: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= maximum) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
