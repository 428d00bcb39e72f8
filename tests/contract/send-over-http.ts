import { request as startRequest } from 'node:http';

import type { HostUnderTest, ReceivedAnswer, SentRequest } from './check-case.ts';

/** Sends a request over a socket with its path exactly as written, and without a wish for compression. */
export function sendOverHttp(address: URL, { method, path, headers }: SentRequest): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    const options = { hostname: address.hostname, port: address.port, method, path, headers };
    const request = startRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(received) as Record<string, string>,
          body: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

/** The host that listens at an address. `isPlain`: a plain web server with a static tree, see `HostUnderTest`. */
export function hostAt({ origin }: URL, dataVersion: string, isPlain = false): HostUnderTest {
  const address = new URL(origin);
  return { origin, dataVersion, isPlain, sendsStaticFiles: isPlain, send: (request) => sendOverHttp(address, request) };
}
