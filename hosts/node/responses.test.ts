import { createServer, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

import { afterEach, expect, it } from 'vitest';

import { listen } from './listen.ts';
import { StoredDataError } from '../../core/storage/snapshot/store.ts';
import { sendApiResponse } from './responses.ts';

type Body = AsyncGenerator<Uint8Array<ArrayBuffer>>;

let close: () => void;
afterEach(() => {
  close();
});

/** Requests a response with this body from a server. `onSent` receives the end of its sending. */
async function request(
  body: Body,
  encoding: string,
  onSent: (sent: Promise<void>, request: IncomingMessage) => void = () => undefined,
): Promise<Response> {
  const server = createServer((request, response) => {
    const headers = { 'Content-Type': 'application/octet-stream', ETag: '"1"' };
    onSent(sendApiResponse({ status: 200, headers, body }, request, response), request);
  });
  close = () => server.close();
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  return fetch(address, { headers: { 'Accept-Encoding': encoding } });
}

it.each(['identity', 'gzip', 'br'])(
  'lets other requests run before each part of a long response, sent as %s',
  async (encoding) => {
    const parts = 60;
    let produced = 0;
    const producedAtTurns: number[] = [];
    // Every part is available immediately, so only the sending itself can wait.
    async function* body(): Body {
      for (produced = 1; produced <= parts; produced++) yield Promise.resolve(Uint8Array.of(produced));
    }
    const answer = await request(body(), encoding, (sent) => {
      let isSent = false;
      const watch = async (): Promise<void> => {
        while (!isSent) {
          await nextTurn();
          producedAtTurns.push(produced);
        }
      };
      void Promise.all([watch(), sent.finally(() => (isSent = true))]);
    });
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(
      Uint8Array.from({ length: parts }, (_, part) => part + 1),
    );
    const steps = producedAtTurns.map((count, turn) => count - (producedAtTurns[turn - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(3);
  },
);

it.each(['gzip', 'br'])('sends an error if a body fails before its first byte is sent, as %s', async (encoding) => {
  async function* body(): Body {
    yield Promise.resolve(Uint8Array.of(1));
    throw new StoredDataError('data/rows.json', 'is missing');
  }
  const answer = await request(body(), encoding);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('etag')).toBeNull();
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.text()).toContain('data/rows.json: is missing');
});

it.each(['identity', 'br'])(
  'stops reading a body if the client disconnects before its first byte is sent, as %s',
  async (encoding) => {
    let isOver = false;
    // Brotli buffers such small parts, and an empty part sends nothing.
    const part = new Uint8Array(encoding === 'br' ? 1 : 0);
    async function* body(): Body {
      try {
        for (;;) yield await wait(1, part);
      } finally {
        isOver = true;
      }
    }
    await expect(request(body(), encoding, (_, { socket }) => socket.destroy())).rejects.toThrow();
    await expect.poll(() => isOver).toBe(true);
  },
);
