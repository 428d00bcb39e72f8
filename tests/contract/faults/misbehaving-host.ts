import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { contentTypeOf } from '../../../core/http/file-headers.ts';
import { listen } from '../../../hosts/node/listen.ts';

/** The request for a file. `bytes` is the content of the file, `otherBytes` that of another file. */
export interface FaultedRequest {
  readonly response: ServerResponse;
  readonly bytes: Uint8Array;
  readonly otherBytes: Uint8Array;
  /** The headers that a healthy host would send. */
  readonly headers: Readonly<Record<string, string>>;
}

export type WireFault = (request: FaultedRequest) => void;

export interface MisbehavingHost {
  readonly address: URL;
  /** Returns the fault for a request for a path of the tree; undefined for none. */
  chooseFault: (path: string, request: IncomingMessage) => WireFault | undefined;
  /** From now on connections are refused. */
  close(): void;
  /** Listens again on the same port. */
  reopen(): Promise<void>;
}

/** A file host on its own port that misbehaves on request. */
export async function startMisbehavingHost(files: ReadonlyMap<string, Uint8Array>): Promise<MisbehavingHost> {
  const paths = [...files.keys()];
  const server = createServer((request, response) => {
    const path = decodeURI((request.url ?? '/').slice(1).replace(/\?.*/, ''));
    const fault = host.chooseFault(path, request);
    const bytes = files.get(path);
    if (!bytes) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is nothing here.\n');
      return;
    }
    const type = contentTypeOf(path) ?? 'application/octet-stream';
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' };
    const otherBytes = files.get(paths[(paths.indexOf(path) + 1) % paths.length] ?? '') ?? new Uint8Array();
    if (fault) fault({ response, bytes, otherBytes, headers });
    else response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
  });
  // Responses with a fault may take any length of time.
  server.requestTimeout = 0;
  const address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
  const host: MisbehavingHost = {
    address,
    chooseFault: () => undefined,
    close() {
      server.close();
      server.closeAllConnections();
    },
    async reopen() {
      await listen(server, { port: Number(address.port), host: '127.0.0.1', basePath: '/' });
    },
  };
  return host;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Functions that corrupt the bytes of a file. `otherBytes` are the bytes of another file. */
export const corruptions: Readonly<Record<string, (bytes: Bytes, otherBytes: Bytes) => Bytes>> = {
  'is empty': () => new Uint8Array(),
  'is cut in half': (bytes) => bytes.slice(0, bytes.length >>> 1),
  'lacks its last byte': (bytes) => bytes.slice(0, -1),
  'has an extra byte': (bytes) => Uint8Array.of(...bytes, 10),
  'has a bit flipped': (bytes) => flipBit(bytes, bytes.length >>> 1),
  'has its last bit flipped': (bytes) => flipBit(bytes, bytes.length - 1),
  "contains another file's bytes": (_, otherBytes) => otherBytes,
  'is a page of HTML': () => new TextEncoder().encode('<!doctype html><title>Not found</title>'),
};

function flipBit(bytes: Bytes, index: number): Bytes {
  const flipped = bytes.slice();
  flipped[index] = (flipped[index] ?? 0) ^ 4;
  return flipped;
}

const html = '<!doctype html><title>Not found</title>';

function sendInstead({ response, headers }: FaultedRequest, bytes: Uint8Array): void {
  response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
}

/** Starts like a healthy host, and sends the first half. */
function sendHalf({ response, headers, bytes }: FaultedRequest): void {
  response.writeHead(200, { ...headers, 'Content-Length': bytes.length });
  response.write(bytes.subarray(0, bytes.length >>> 1));
}

/** Network-level faults of a host. */
export const wireFaults: Readonly<Record<string, WireFault>> = {
  ...Object.fromEntries(
    Object.entries(corruptions).map(([name, corrupt]): [string, WireFault] => [
      name,
      (request) => {
        sendInstead(request, corrupt(Uint8Array.from(request.bytes), Uint8Array.from(request.otherBytes)));
      },
    ]),
  ),
  'is missing': ({ response }) => response.writeHead(404, { 'Content-Type': 'text/html' }).end(html),
  'has status 500': ({ response }) => response.writeHead(500).end(),
  'is an HTML page with its content type': ({ response }) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
  'is reset at once': ({ response }) => response.socket?.resetAndDestroy(),
  'is reset in the middle': (request) => {
    sendHalf(request);
    setTimeout(() => request.response.socket?.resetAndDestroy(), 5);
  },
  'ends before its Content-Length': (request) => {
    sendHalf(request);
    setTimeout(() => request.response.socket?.end(), 5);
  },
  'is longer than its Content-Length': ({ response, headers, bytes }) => {
    const head = Object.entries({ ...headers, 'Content-Length': bytes.length >>> 1 });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    response.socket?.write(`HTTP/1.1 200 OK\r\n${lines}\r\n`);
    response.socket?.end(bytes);
  },
  'hangs before it starts': () => undefined,
  'hangs in the middle': sendHalf,
  'drips a byte a second': ({ response, headers, bytes }) => {
    response.writeHead(200, { ...headers, 'Content-Length': bytes.length });
    let sent = 0;
    const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 1000);
    response.once('close', () => {
      clearInterval(timer);
    });
  },
  'never ends': ({ response, headers }) => {
    response.writeHead(200, headers);
    const chunk = new Uint8Array(16_384);
    const timer = setInterval(() => response.write(chunk), 1);
    response.once('close', () => {
      clearInterval(timer);
    });
  },
};

/** One fault, injected into one read of one request. */
export interface FaultCase {
  /** After `webapi/v1/`. */
  readonly path: string;
  /** Which of the request's reads fails, from 0. */
  readonly read: number;
  readonly fault: string;
  /** Whether all later reads fail too. */
  readonly isLasting: boolean;
}

/**
 * Returns a sample of `count` cases, spread evenly over all cases: every fault at every read of every request, both
 * once and lasting. `reads` has the number of reads of each request.
 */
export function sampledCases(reads: ReadonlyMap<string, number>, count: number): readonly FaultCase[] {
  const all: FaultCase[] = [];
  // `isLasting` varies slowest: if it alternated, an even step could sample only one of its values for a request.
  for (const isLasting of [false, true]) {
    for (const [path, readsOfPath] of reads) {
      for (let read = 0; read < readsOfPath; read++) {
        for (const fault of Object.keys(wireFaults)) all.push({ path, read, fault, isLasting });
      }
    }
  }
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => {
    const chosen = all[Math.floor(((index + 0.5) * all.length) / Math.min(count, all.length))];
    if (!chosen) throw new RangeError(`no case ${index} of ${all.length}`);
    return chosen;
  });
}

/** Injects faults into the reads of several clients of a host. `identifyClient` returns the name of a client. */
export class FaultPlan {
  readonly #cases = new Map<string, { readonly fault: FaultCase; reads: number }>();

  constructor(host: MisbehavingHost, identifyClient: (headers: NodeJS.Dict<string | string[]>) => string) {
    host.chooseFault = (path, { headers }) => {
      const active = path.startsWith('data/') ? this.#cases.get(identifyClient(headers)) : undefined;
      if (!active) return undefined;
      const { read, isLasting, fault } = active.fault;
      const number = active.reads++;
      return number === read || (isLasting && number > read) ? wireFaults[fault] : undefined;
    };
  }

  /** Starts counting the reads of a client and injecting the fault into them. */
  begin(client: string, fault: FaultCase): void {
    this.#cases.set(client, { fault, reads: 0 });
  }

  /** Stops injecting faults for this client. Returns the number of its reads. */
  end(client: string): number {
    const reads = this.#cases.get(client)?.reads ?? 0;
    this.#cases.delete(client);
    return reads;
  }
}
