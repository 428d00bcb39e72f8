import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { contentTypes } from '../../core/site/file-headers.ts';
import { acceptsPage, missingPageBelow, missingPagePath } from '../../core/site/missing-page.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import type { PagePolicies } from './page-policies.ts';

interface Site {
  readonly directory: string;
  readonly basePath: string;
  readonly policies: PagePolicies;
}

/** Status 404: the site's page for a browser that opens an address, a line of text for everyone else. */
export function sendNotFound(request: IncomingMessage, response: ServerResponse, site: Site): void {
  const page = acceptsPage(request.headers.accept) ? pageOf(site) : undefined;
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

/** Undefined on a site without the page, or while a new tree takes its place. */
function pageOf({ directory, basePath, policies }: Site): { html: string; policy: string } | undefined {
  try {
    const policy = policies.of(missingPagePath);
    if (policy === undefined) return undefined;
    return { html: missingPageBelow(readFileSync(join(directory, missingPagePath), 'utf8'), basePath), policy };
  } catch {
    return undefined;
  }
}
