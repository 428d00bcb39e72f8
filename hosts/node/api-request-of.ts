import type { IncomingMessage } from 'node:http';

import type { ApiRequest } from '../../core/api/api-message.ts';

/**
 * The request as the handler needs it. Its address stands on `publicOrigin`, or on the host the client named; a host
 * that cannot stand in a URL is replaced by "localhost", so that no header makes a request fail.
 */
export function apiRequestOf(request: IncomingMessage, publicOrigin: string | undefined): ApiRequest {
  const origin = publicOrigin ?? originOf(request.headers.host);
  const target = request.url ?? '/';
  // What is no path is none of ours: an asterisk, or anything.
  const path = target.startsWith('/') ? target : '/';
  return { method: request.method ?? 'GET', url: origin + path, ifNoneMatch: request.headers['if-none-match'] ?? null };
}

const knownOrigins = new Map<string, string>();
/** More names than a server honestly has, and few enough to keep. */
const mostKnownOrigins = 100;

function originOf(host: string | undefined): string {
  if (host === undefined) return fallbackOrigin;
  const known = knownOrigins.get(host);
  if (known !== undefined) return known;
  const origin = isHost(host) ? `http://${host}` : fallbackOrigin;
  if (knownOrigins.size < mostKnownOrigins) knownOrigins.set(host, origin);
  return origin;
}

const fallbackOrigin = 'http://localhost';

function isHost(host: string): boolean {
  const isWritten = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/.test(host);
  return isWritten && URL.canParse(`http://${host}`);
}
