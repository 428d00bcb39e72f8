import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import {
  acceptedEncoding,
  allowsAnyOrigin,
  cacheControlOf,
  contentSecurityPolicyOf,
  contentTypeOf,
  contentTypes,
  fileSecurityHeaders,
  openFileHeaders,
  openFileMethods,
  openFilePreflightHeaders,
  revalidateCacheControl,
} from '../../core/site/file-headers.ts';
import { acceptsHtml, missingPageForBasePath, missingPagePath, rootWithSlash } from '../../core/site/site-paths.ts';
import { ContentFiles, sendFile, sendText } from './content-files.ts';

type FileResponder = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

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
      else response.writeHead(301, { Location: root, 'Cache-Control': revalidateCacheControl }).end();
      return;
    }
    const inSite = target.slice(basePath.length - 1);
    const { method, headers } = request;
    const isOpen = allowsAnyOrigin(inSite.slice(1).replace(/\?.*$/s, ''));
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
    ...(allowsAnyOrigin(path) ? openFileHeaders : {}),
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
  };
}

interface Site {
  readonly directory: string;
  readonly basePath: string;
  readonly policies: PagePolicies;
}

/** Status 404: the site's page for a browser that opens an address, a line of text for everyone else. */
function sendNotFound(request: IncomingMessage, response: ServerResponse, site: Site): void {
  const page = acceptsHtml(request.headers.accept) ? pageOf(site) : undefined;
  const body = page?.html ?? 'There is nothing here.\n';
  response.writeHead(404, {
    'Content-Type': contentTypes[page ? 'html' : 'txt'] ?? '',
    ...(page
      ? { ...fileSecurityHeaders, 'Content-Security-Policy': page.policy }
      : { 'X-Content-Type-Options': 'nosniff' }),
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  });
  response.end(body);
}

/** Undefined on a site without the page, or while a new tree replaces it. */
function pageOf({ directory, basePath, policies }: Site): { html: string; policy: string } | undefined {
  try {
    const policy = policies.of(missingPagePath);
    if (policy === undefined) return undefined;
    return { html: missingPageForBasePath(readFileSync(join(directory, missingPagePath), 'utf8'), basePath), policy };
  } catch {
    return undefined;
  }
}

/** The content security policies of the pages in a directory, updated when a page changes. */
class PagePolicies {
  readonly #directory: string;
  readonly #known = new Map<string, { readonly state: string; readonly policy: string }>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** For the page at a path of the site. Undefined if it is not a page or does not exist. */
  of(path: string): string | undefined {
    const page = path.replace(/(^|\/)$/, '$1index.html');
    if (!page.endsWith('.html')) return undefined;
    try {
      const file = join(this.#directory, page);
      const { mtimeMs, size, ino } = statSync(file);
      const state = `${mtimeMs} ${size} ${ino}`;
      const known = this.#known.get(page);
      if (known?.state === state) return known.policy;
      const policy = contentSecurityPolicyOf(readFileSync(file, 'utf8'));
      this.#known.set(page, { state, policy });
      return policy;
    } catch {
      return undefined;
    }
  }
}
