type Bytes = Uint8Array<ArrayBuffer>;

export interface FaultyFetch {
  readonly bytes: Bytes;
  /** The bytes of another file. */
  readonly others: Bytes;
  readonly signal: AbortSignal;
}

/** What a network may make of a request for a file. Times are those of `setTimeout`. */
export type NetworkFault = (sent: FaultyFetch) => Response | Promise<Response>;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

/** A response whose body gives pieces as they are asked for, and breaks when the request is aborted. */
function responseOf(signal: AbortSignal, pull: (turn: number) => Promise<Bytes | undefined>): Response {
  let turn = 0;
  const aborted = untilAborted(signal);
  aborted.catch(() => undefined);
  const body = new ReadableStream<Bytes>({
    async pull(controller) {
      const piece = await Promise.race([pull(turn++), aborted]);
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/octet-stream' } });
}

const half = (bytes: Bytes): Bytes => bytes.slice(0, bytes.length >>> 1);

export const networkFaults: Readonly<Record<string, NetworkFault>> = {
  'is missing': () => new Response('{}', { status: 404 }),
  'is refused for now': () => new Response('', { status: 429 }),
  'meets a host in trouble': () => new Response('{}', { status: 500 }),
  'is a page said to be one': () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
  'meets a refused connection': () => Promise.reject(new TypeError('fetch failed')),
  'ends too early': ({ bytes }) => new Response(half(bytes)),
  "holds another file's bytes": ({ others }) => new Response(others),
  'is broken off in the middle': ({ bytes, signal }) =>
    responseOf(signal, (turn) => (turn === 0 ? Promise.resolve(half(bytes)) : Promise.reject(new TypeError('reset')))),
  'hangs before it begins': ({ signal }) => untilAborted(signal),
  'hangs, deaf to being given up': () => new Promise(() => undefined),
  'hangs in the middle': ({ bytes, signal }) =>
    responseOf(signal, (turn) => (turn === 0 ? Promise.resolve(half(bytes)) : new Promise(() => undefined))),
  'drips a byte in three seconds': ({ bytes, signal }) =>
    responseOf(signal, async (turn) => {
      await wait(3000);
      return turn < bytes.length ? bytes.slice(turn, turn + 1) : undefined;
    }),
  'comes after three seconds': async ({ bytes, signal }) => {
    await Promise.race([wait(3000), untilAborted(signal)]);
    return new Response(bytes);
  },
  'never ends': ({ signal }) => responseOf(signal, () => Promise.resolve(new Uint8Array(65_536))),
};
