import type { IncomingMessage } from 'node:http';

/**
 * A request line may hold a whole address, as it does for a proxy: made into the path and the host of any other request,
 * so that everything after this knows one form.
 */
export function toOriginForm(request: IncomingMessage): void {
  const [whole, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(request.url ?? '') ?? [];
  if (whole === undefined) return;
  const rest = (request.url ?? '').slice(whole.length);
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  // The address counts, whatever the header says.
  request.headers.host = host;
}

/** Whether a request is for the server as a whole and not for anything on it. */
export function isForServer({ method, url }: IncomingMessage): boolean {
  return method === 'OPTIONS' && url === '*';
}
