import { createServer } from 'node:http';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { listen } from './listen.ts';
import { StoredDataError } from '../../core/storage/snapshot/store.ts';
import { sendApiResponse } from './responses.ts';

it.each(['identity', 'gzip', 'br'])(
  'lets other requests run before each part of a long response, sent as %s',
  async (encoding) => {
    const parts = 60;
    let produced = 0;
    const producedAtTurns: number[] = [];
    // Every part is available immediately, so only the sending itself can wait.
    async function* body(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      for (produced = 1; produced <= parts; produced++) yield Promise.resolve(Uint8Array.of(produced));
    }
    const server = createServer((request, response) => {
      const headers = { 'Content-Type': 'application/octet-stream' };
      const sent = sendApiResponse({ status: 200, headers, body: body() }, request, response);
      let isSent = false;
      const watch = async (): Promise<void> => {
        while (!isSent) {
          await nextTurn();
          producedAtTurns.push(produced);
        }
      };
      void Promise.all([watch(), sent.finally(() => (isSent = true))]);
    });
    const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
    try {
      const answer = await fetch(address, { headers: { 'Accept-Encoding': encoding } });
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(
        Uint8Array.from({ length: parts }, (_, part) => part + 1),
      );
      const steps = producedAtTurns.map((count, turn) => count - (producedAtTurns[turn - 1] ?? 0));
      expect(Math.max(...steps)).toBeLessThanOrEqual(3);
    } finally {
      server.close();
    }
  },
);

it.each(['gzip', 'br'])('sends an error if a body fails before its first byte is sent, as %s', async (encoding) => {
  async function* body(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield Promise.resolve(Uint8Array.of(1));
    throw new StoredDataError('data/rows.json', 'is missing');
  }
  const server = createServer((request, response) => {
    const headers = { 'Content-Type': 'application/octet-stream', ETag: '"1"' };
    void sendApiResponse({ status: 200, headers, body: body() }, request, response);
  });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  try {
    const answer = await fetch(address, { headers: { 'Accept-Encoding': encoding } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.text()).toContain('data/rows.json: is missing');
  } finally {
    server.close();
  }
});

it('aborts a response whose body fails after its first byte is sent', async () => {
  async function* body(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield Promise.resolve(Uint8Array.of(1));
    await nextTurn();
    throw new Error('gone');
  }
  const server = createServer((request, response) => {
    void sendApiResponse({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: body() }, request, response);
  });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  try {
    const answer = await fetch(address, { headers: { 'Accept-Encoding': 'identity' } });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  } finally {
    server.close();
  }
});

it.each(['identity', 'br'])(
  'stops reading a body if the client disconnects before its first byte is sent, as %s',
  async (encoding) => {
    let isOver = false;
    // Brotli buffers such small parts, and an empty part sends nothing.
    const part = new Uint8Array(encoding === 'br' ? 1 : 0);
    async function* body(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      try {
        for (;;) yield await wait(1, part);
      } finally {
        isOver = true;
      }
    }
    const server = createServer((request, response) => {
      void sendApiResponse({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: body() }, request, response);
      request.destroy();
    });
    const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
    try {
      await expect(fetch(address, { headers: { 'Accept-Encoding': encoding } })).rejects.toThrow();
      await expect.poll(() => isOver).toBe(true);
    } finally {
      server.close();
    }
  },
);
