import { createHash } from 'node:crypto';

/**
 * The content security policy of a page: only scripts and styles of the site and of the page itself are allowed, and
 * only the map tiles that the page names are loaded from elsewhere.
 */
export function contentSecurityPolicyOf(html: string): string {
  const hashSources = (element: string): string[] =>
    [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  const tiles = findTileOrigins(html);
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashSources('script')],
    'style-src': ["'self'", ...hashSources('style')],
    // Tiles from an archive are shown as blobs.
    'img-src': ["'self'", 'data:', ...(tiles.length > 0 ? ['blob:'] : []), ...tiles],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...tiles],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

function findTileOrigins(html: string): string[] {
  const found = [...html.matchAll(/<meta\s[^>]*name="coastwatch-tiles"[^>]*>/g)].flatMap(([tag]) => {
    const address = /content="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
    // Only the origin matters, so placeholders may follow. A tile address within the site needs no permission.
    const origin = /^https?:\/\/[A-Za-z0-9.:[\]{}-]+/.exec(address)?.[0];
    return origin === undefined ? [] : [origin.replace(/\{[^}]*\}/, '*')];
  });
  return [...new Set(found)];
}

/**
 * Writes the policy into a page, so that every host enforces it, even one that sends no headers. The element is the
 * first after the character set, because a policy applies only to what follows it. Throws when the page has no place for
 * it.
 */
export function withContentSecurityPolicy(html: string): string {
  const start = /<meta charset="utf-8"[^>]*>/i;
  if (!start.test(html)) throw new Error('The page has no <meta charset="utf-8" />, after which its policy belongs.');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicyOf(html)}" />`;
  return html.replace(start, (charset) => charset + policy);
}
