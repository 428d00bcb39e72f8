import { connect } from 'node:net';

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

/** What came back for a request: status 0 where the connection ended without an answer. */
export interface HostileAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Stands in a file beside the site: an answer that holds it gave away a file outside of the tree. */
export const secret = 'THIS STANDS OUTSIDE OF THE SITE';

/** Methods and versions that a server does not know are not its failure. */
const allowedAboveFiveHundred = new Set([501, 505]);

/** What is wrong with an answer, whatever was asked; empty when it is one that may be given. */
export function faultsOf({ status, headers, body }: HostileAnswer): string[] {
  const faults: string[] = [];
  const type = headers['content-type'] ?? '';
  if (status >= 500 && !allowedAboveFiveHundred.has(status)) faults.push(`status ${status}`);
  if (body.includes(secret) || /root:.*:0:0:/.test(body)) faults.push('a file outside of the tree');
  if (status >= 400 && (type.includes('html') || /<(?:!doctype|html)/i.test(body)))
    faults.push(`HTML with status ${status}`);
  for (const name of ['x-injected', 'set-cookie']) {
    if (name in headers) faults.push(`the header ${name}`);
  }
  return faults;
}

/** The same for an answer of the interface: it is JSON and nothing else. */
export function faultsOfInterface(answer: HostileAnswer): string[] {
  const faults = faultsOf(answer);
  const { status, headers, body } = answer;
  if (![200, 204, 304, 400, 404, 405, 414, 431].includes(status)) faults.push(`status ${status}`);
  if (body === '') return faults;
  if (headers['content-type'] !== 'application/json; charset=UTF-8')
    faults.push(`type ${headers['content-type'] ?? 'none'}`);
  try {
    JSON.parse(body);
  } catch {
    faults.push('a body that is not JSON');
  }
  return faults;
}
