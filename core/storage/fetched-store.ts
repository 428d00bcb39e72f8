import { Asker, unlessGivenUp } from './asker.ts';
import { manifestPath } from './layout.ts';
import { decodeManifest } from './manifest.ts';
import { StoredDataError, type ReadOptions, type Store } from './store.ts';

export interface FetchedStoreOptions {
  /** The root of the tree, ending in a slash. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** A read of which nothing comes for so long has failed. Time spent waiting for its turn does not count. */
  readonly timeoutInMilliseconds: number;
  /** For how long a manifest is taken to stand before it is asked for anew; 0 asks each time. */
  readonly manifestTrustInMilliseconds?: number;
  /** Where the manifest read last is kept, if several stores are to share it. */
  readonly manifestMemory?: ManifestMemory;
}

export interface ManifestMemory {
  last?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly readAt: number };
}

/** As many as browsers open connections to one host: more at once would only share the line, and time out together. */
const readsAtOnce = 6;

/** A store that fetches the static tree over HTTP. */
export function createFetchedStore(options: FetchedStoreOptions): Store {
  const { manifestTrustInMilliseconds = 0, manifestMemory = {} } = options;
  const inTurn = createTurns(readsAtOnce);
  const fetchInTurn = (path: string, cache: RequestCache, readOptions: ReadOptions): Promise<Uint8Array<ArrayBuffer>> =>
    inTurn(() => fetchFile(path, cache, readOptions, options));
  return {
    async read(path, readOptions) {
      const { fresh, current = false } = readOptions;
      if (path !== manifestPath) return fetchInTurn(path, fresh ? 'reload' : 'default', readOptions);
      const { last } = manifestMemory;
      const isTrusted = last && performance.now() - last.readAt < manifestTrustInMilliseconds;
      if (isTrusted && !fresh && !current) return last.bytes;
      const bytes = await fetchInTurn(path, fresh ? 'reload' : 'no-cache', readOptions);
      // A damaged one must not answer for as long as a whole one would.
      if (await isManifest(bytes)) manifestMemory.last = { bytes, readAt: performance.now() };
      return bytes;
    },
  };
}

function isManifest(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return decodeManifest(bytes).then(
    () => true,
    () => false,
  );
}

async function fetchFile(
  path: string,
  cache: RequestCache,
  { asker, maximumBytes = Infinity }: ReadOptions,
  { baseUrl, fetch, timeoutInMilliseconds }: FetchedStoreOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const patience = new Patience(timeoutInMilliseconds, asker);
  const fetchWhole = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const response = await fetch(baseUrl + path, { cache, credentials: 'same-origin', signal: patience.signal });
    if (response.status !== 200) throw new StoredDataError(path, `answered with status ${response.status}`);
    // Hosts of single-page applications send their page, with status 200, in place of a missing file. Any other type
    // may be what a host makes of an ending it does not know: the content itself is checked in any case.
    const type = response.headers.get('Content-Type') ?? '';
    if (/^text\/html/i.test(type)) throw new StoredDataError(path, 'answered with a page of HTML');
    return readBody(path, response, patience, maximumBytes);
  };
  try {
    // Whoever fetches may not know signals, or pass them on.
    return await unlessGivenUp(fetchWhole(), path, patience.asker);
  } catch (cause) {
    patience.giveUp(cause instanceof Error ? cause : new Error(String(cause))); // so that nothing more of it comes
    if (cause instanceof StoredDataError) throw cause;
    throw new StoredDataError(path, `out of reach (${cause instanceof Error ? cause.message : String(cause)})`, {
      cause,
    });
  } finally {
    patience.end();
  }
}

/** The bytes of a body as they come; each piece renews the patience. */
async function readBody(
  path: string,
  response: Response,
  patience: Patience,
  maximumBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    patience.renew();
    pieces.push(next.value);
    length += next.value.length;
    if (length > maximumBytes) throw new StoredDataError(path, `more than ${maximumBytes} bytes`);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

/** Gives up, and aborts its signal, when it has not been renewed for a while, or when another asker gives up. */
class Patience {
  readonly asker = new Asker();
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #leaveOther: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, other: Asker | undefined) {
    this.#milliseconds = milliseconds;
    this.#leaveOther = other?.whenGivenUp(() => {
      this.giveUp(other.reason ?? new Error('no longer needed'));
    });
    this.renew();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  renew(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.giveUp(new Error(`nothing came for ${this.#milliseconds} ms`));
    }, this.#milliseconds);
  }

  giveUp(reason: Error): void {
    this.asker.giveUp(reason);
    this.#controller.abort(reason);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#leaveOther?.();
  }
}

/** Lets so many tasks run at once; the others wait for their turn, first come, first served. */
function createTurns(atOnce: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // its turn passes on
      else running--;
    }
  };
}
