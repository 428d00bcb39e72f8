import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server has sent since it was last asked. */
export interface Traffic {
  readonly requests: number;
  /** Of the contents, without HTTP's headers. */
  readonly bytes: number;
}

export interface RangeServer {
  readonly address: string;
  /** Tells the traffic, and starts to count anew. */
  takeTraffic(): Traffic;
  close(): Promise<void>;
}

/** Serves one file from memory on the loopback interface, and honours requests for a range of its bytes. */
export async function serveRanges(file: Uint8Array): Promise<RangeServer> {
  let traffic = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const [start, end] = requestedRange(request.headers.range, file.length);
    const headers = { 'Content-Type': 'application/octet-stream', 'Accept-Ranges': 'bytes' };
    if (start >= end) {
      response.writeHead(416, { ...headers, 'Content-Range': `bytes */${file.length}` }).end();
      return;
    }
    traffic = { requests: traffic.requests + 1, bytes: traffic.bytes + end - start };
    const contentRange = { 'Content-Range': `bytes ${start}-${end - 1}/${file.length}` };
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      ...headers,
      ...(request.headers.range === undefined ? {} : contentRange),
      'Content-Length': end - start,
    });
    response.end(file.subarray(start, end));
  });
  // A client at work on a large answer in the same process finds its connections as it left them.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/records.fgb`,
    takeTraffic() {
      const taken = traffic;
      traffic = { requests: 0, bytes: 0 };
      return taken;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The first byte and the one past the last: of `bytes=2-5`, `bytes=2-` or `bytes=-5`, else of the whole file. */
function requestedRange(header: string | undefined, size: number): readonly [start: number, end: number] {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '') return [last === '' ? 0 : Math.max(0, size - Number(last)), size];
  return [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)];
}
