import { createHash } from 'node:crypto';

import { type BaseMap, originsOf } from '../../core/http/base-maps.ts';

/**
 * The content security policy of a page: only scripts and styles of the site and of the page itself are allowed, and
 * only its base maps are loaded from elsewhere.
 */
export function contentSecurityPolicyOf(html: string, baseMaps: readonly BaseMap[] = []): string {
  const hashSources = (element: string): string[] =>
    [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  const archives = baseMaps.filter(({ kind }) => kind === 'archive');
  const images = baseMaps.filter(({ kind }) => kind === 'tiles').flatMap(originsOf);
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashSources('script')],
    'style-src': ["'self'", ...hashSources('style')],
    // Images from an archive are shown as blobs.
    'img-src': ["'self'", 'data:', ...(archives.length > 0 ? ['blob:'] : []), ...new Set(images)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...new Set(archives.flatMap(originsOf))],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/**
 * Writes the policy into a page, in place of an earlier one, so that every host enforces it, even one that sends no
 * headers. The element is the first after the character set, because a policy applies only to what follows it. Throws
 * when the page has no place for it.
 */
export function withContentSecurityPolicy(html: string, baseMaps: readonly BaseMap[] = []): string {
  const start = /(<meta charset="utf-8"[^>]*>)(?:<meta http-equiv="Content-Security-Policy"[^>]*>)?/i;
  if (!start.test(html)) throw new Error('The page has no <meta charset="utf-8" />, after which its policy belongs.');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicyOf(html, baseMaps)}" />`;
  return html.replace(start, (_, charset: string) => charset + policy);
}
