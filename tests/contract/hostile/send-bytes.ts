import { connect } from 'node:net';

import type { HostileAnswer } from './judge-answer.ts';

const longestInMilliseconds = 20_000;
const none: HostileAnswer = { status: 0, headers: {}, body: '' };

/**
 * Sends bytes over a connection of their own, and reads what comes until the server ends it. Rejects when it does not
 * end within 20 seconds.
 */
export function sendBytes(address: URL, bytes: Uint8Array): Promise<HostileAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(address.port), address.hostname);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('the server did not end the connection'));
    }, longestInMilliseconds);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server may close while it is still being written to: what it answered before counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(readAnswer(Buffer.concat(chunks).toString('latin1')));
    });
    socket.write(bytes);
  });
}

/** The first answer that is not one of the preliminary ones. */
function readAnswer(text: string): HostileAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end < 0 ? text.length : end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  if (status === 0) return { ...none, body: text };
  if (status >= 100 && status < 200 && status !== 101) return readAnswer(text.slice(end + 4));
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers: Object.fromEntries(headers), body: end < 0 ? '' : text.slice(end + 4) };
}

/** Does something with each of many, so many at once. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of rest) await act(item);
    }),
  );
}
