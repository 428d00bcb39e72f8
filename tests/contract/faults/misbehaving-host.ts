import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { contentTypeOf } from '../../../core/site/file-headers.ts';
import { listen } from '../../../hosts/node/listen.ts';

/** What a request for a file meets; `bytes` are those of the file, `others` those of another one. */
export interface MetByFault {
  readonly response: ServerResponse;
  readonly bytes: Uint8Array;
  readonly others: Uint8Array;
  /** What a healthy host would say of the file. */
  readonly headers: Readonly<Record<string, string>>;
}

export type WireFault = (met: MetByFault) => void;

export interface MisbehavingHost {
  readonly address: URL;
  /** The fault that a request for a path of the tree shall meet; undefined for none. */
  faultOf: (path: string, request: IncomingMessage) => WireFault | undefined;
  /** From now on connections are refused. */
  close(): void;
  /** Listens again where it did. */
  reopen(): Promise<void>;
}

/** A host of files on a port of its own, which misbehaves as it is told. */
export async function startMisbehavingHost(files: ReadonlyMap<string, Uint8Array>): Promise<MisbehavingHost> {
  const paths = [...files.keys()];
  const server = createServer((request, response) => {
    const path = decodeURI((request.url ?? '/').slice(1).replace(/\?.*/, ''));
    const fault = host.faultOf(path, request);
    const bytes = files.get(path);
    if (!bytes) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is nothing here.\n');
      return;
    }
    const type = contentTypeOf(path) ?? 'application/octet-stream';
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' };
    const others = files.get(paths[(paths.indexOf(path) + 1) % paths.length] ?? '') ?? new Uint8Array();
    if (fault) fault({ response, bytes, others, headers });
    else response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(bytes);
  });
  // What a fault has begun goes on for as long as it likes.
  server.requestTimeout = 0;
  const address = new URL(await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' }));
  const host: MisbehavingHost = {
    address,
    faultOf: () => undefined,
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
