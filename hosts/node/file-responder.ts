import type { IncomingMessage, ServerResponse } from 'node:http';

import { acceptedEncoding } from '../../core/site/accepted-encoding.ts';
import {
  askedAnew,
  cacheControlOf,
  contentTypeOf,
  isOpenToAll,
  openFileHeaders,
  openFileMethods,
  openFilePreflightHeaders,
} from '../../core/site/file-headers.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import { rootWithSlash } from '../../core/site/site-root.ts';
import { ContentFiles } from './content-files.ts';
import { sendNotFound } from './not-found.ts';
import { PagePolicies } from './page-policies.ts';
import { sendFile, sendText } from './send-file.ts';

export type FileResponder = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Handles every request that is not for the interface: sends a file of the site, a redirect or a 404. */
export function createFileResponder(directory: string, basePath: string): FileResponder {
  const policies = new PagePolicies(directory);
  const files = new ContentFiles(directory);
  return async (request, response) => {
    const notFound = (): void => {
      sendNotFound(request, response, { directory, basePath, policies });
    };
    const target = request.url ?? '/';
    if (!target.startsWith(basePath)) {
      const root = rootWithSlash(target, basePath);
      if (root === undefined) notFound();
      else response.writeHead(301, { Location: root, 'Cache-Control': askedAnew }).end();
      return;
    }
    const inSite = target.slice(basePath.length - 1);
    const { method, headers } = request;
    const isOpen = isOpenToAll(inSite.slice(1).replace(/\?.*$/s, ''));
    if (method === 'OPTIONS' && isOpen) {
      response.writeHead(204, openFilePreflightHeaders).end();
      return;
    }
    if (method !== 'GET' && method !== 'HEAD') {
      sendText(response, 405, 'This site is read-only.', { Allow: isOpen ? openFileMethods : 'GET, HEAD' });
      return;
    }
    // Every file of the site has an extension. Parts are taken from the file itself, never from a compressed twin.
    const encoding = headers.range === undefined ? acceptedEncoding(headers['accept-encoding']?.toString()) : undefined;
    const found = /(?:\/|\.[a-z0-9]+)(?:\?.*)?$/.test(inSite) ? await files.open(inSite, encoding) : undefined;
    if (found) sendFile(request, response, found, headersOf(found.path, policies), notFound);
    else if (!response.destroyed) notFound();
  };
}

function headersOf(path: string, policies: PagePolicies): Record<string, string> {
  const contentType = contentTypeOf(path);
  const policy = policies.of(path);
  return {
    ...fileSecurityHeaders,
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    'Cache-Control': cacheControlOf(path),
    ...(isOpenToAll(path) ? openFileHeaders : {}),
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
  };
}
