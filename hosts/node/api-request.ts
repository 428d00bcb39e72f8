import type { IncomingMessage } from 'node:http';

import type { ApiRequest } from '../../core/api/responses.ts';

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

/**
 * The request as the handler reads it. Links start with `publicOrigin`, or with the scheme and host that the client
 * used. A host that is not valid in a URL is replaced by "localhost", so that no header makes a request fail.
 */
export function apiRequestOf(request: IncomingMessage, publicOrigin: string | undefined): ApiRequest {
  const origin = publicOrigin ?? originOf(request.headers.host, schemeOf(request));
  const target = request.url ?? '/';
  // A target that is not a path, such as an asterisk, is unknown.
  const path = target.startsWith('/') ? target : '/';
  return { method: request.method ?? 'GET', url: origin + path, ifNoneMatch: request.headers['if-none-match'] ?? null };
}

type Scheme = 'http' | 'https';

/** The scheme that a proxy on this machine reports. Other clients could claim any scheme, so theirs is ignored. */
function schemeOf({ headers, socket }: IncomingMessage): Scheme {
  const isForwardedHttps = headers['x-forwarded-proto'] === 'https';
  return isForwardedHttps && isLoopback(socket.remoteAddress) ? 'https' : 'http';
}

function isLoopback(address = ''): boolean {
  return /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(address);
}

const knownOrigins: Readonly<Record<Scheme, Map<string, string>>> = { http: new Map(), https: new Map() };
/** More host names than any site uses, and few enough to keep in memory. */
const mostKnownOrigins = 100;

function originOf(host: string | undefined, scheme: Scheme): string {
  if (host === undefined) return fallbackOrigin;
  const known = knownOrigins[scheme].get(host);
  if (known !== undefined) return known;
  const origin = isHost(host) ? `${scheme}://${host}` : fallbackOrigin;
  if (knownOrigins[scheme].size < mostKnownOrigins) knownOrigins[scheme].set(host, origin);
  return origin;
}

const fallbackOrigin = 'http://localhost';

function isHost(host: string): boolean {
  const isWritten = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/.test(host);
  return isWritten && URL.canParse(`http://${host}`);
}
