import { connect } from 'node:net';

const timeLimitInMilliseconds = 20_000;
const noResponse: RawResponse = { status: 0, headers: {}, body: '' };

/**
 * Sends bytes over a new connection, and reads the response until the server closes the connection. Rejects if the
 * server does not do so within 20 seconds.
 */
export function sendBytes(address: URL, bytes: Uint8Array): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(address.port), address.hostname);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('the server did not close the connection within 20 seconds'));
    }, timeLimitInMilliseconds);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server may close the connection before it has received everything. Its response still counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parseResponse(Buffer.concat(chunks).toString('latin1')));
    });
    socket.write(bytes);
  });
}

/** The first response that is not an interim one. */
function parseResponse(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end < 0 ? text.length : end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  if (status === 0) return { ...noResponse, body: text };
  if (status >= 100 && status < 200 && status !== 101) return parseResponse(text.slice(end + 4));
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers: Object.fromEntries(headers), body: end < 0 ? '' : text.slice(end + 4) };
}

/** Calls `act` for each item, with at most `concurrency` calls pending. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of rest) await act(item);
    }),
  );
}

/** The response to a request; status 0 when the connection was closed without one. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The content of a file next to the site: a response that contains it leaked a file from outside the tree. */
export const secret = 'THIS IS OUTSIDE THE SITE';

/** Statuses for unknown methods and HTTP versions. */
const allowedServerErrors = new Set([501, 505]);

/** Lists what is wrong with a response, whatever the request was. */
export function findProblems({ status, headers, body }: RawResponse): string[] {
  const problems: string[] = [];
  const type = headers['content-type'] ?? '';
  if (status >= 500 && !allowedServerErrors.has(status)) problems.push(`status ${status}`);
  if (body.includes(secret) || /root:.*:0:0:/.test(body)) problems.push('a file outside the tree');
  if (status >= 400 && (type.includes('html') || /<(?:!doctype|html)/i.test(body)))
    problems.push(`HTML with status ${status}`);
  for (const name of ['x-injected', 'set-cookie']) {
    if (name in headers) problems.push(`the header ${name}`);
  }
  return problems;
}

const feedType = /^application\/(?:atom\+xml|feed\+json); charset=UTF-8$/;

/** Lists what is wrong with a response of the API, whose body must also be JSON, or with the feed of a place. */
export function findApiProblems(response: RawResponse): string[] {
  const problems = findProblems(response);
  const { status, headers, body } = response;
  if (![200, 204, 304, 400, 404, 405, 414, 431].includes(status)) problems.push(`status ${status}`);
  if (body === '' || (status === 200 && feedType.test(headers['content-type'] ?? ''))) return problems;
  if (headers['content-type'] !== 'application/json; charset=UTF-8')
    problems.push(`type ${headers['content-type'] ?? 'none'}`);
  try {
    JSON.parse(body);
  } catch {
    problems.push('a body that is not JSON');
  }
  return problems;
}
