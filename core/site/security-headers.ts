import { sha256 } from '@noble/hashes/sha2.js';

/** On every file of the site. */
export const fileSecurityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
} as const;

/**
 * The policy for a page of the site: nothing but the site's own scripts and styles, and those written in the page, runs
 * and applies, and nothing is loaded from elsewhere but the map tiles that the page names.
 */
export function contentSecurityPolicyOf(html: string): string {
  const hashesOf = (element: string): string[] =>
    [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, text = '']) => `'${hashOf(text)}'`,
    );
  const tiles = tileOriginsOf(html);
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashesOf('script')],
    'style-src': ["'self'", ...hashesOf('style')],
    // Tiles out of an archive are shown as images of the page's own making.
    'img-src': ["'self'", 'data:', ...(tiles.length > 0 ? ['blob:'] : []), ...tiles],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...tiles],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

function hashOf(text: string): string {
  const digest = sha256(new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

/** The origins of the tiles that the publisher has named in the page. */
function tileOriginsOf(html: string): string[] {
  const found = [...html.matchAll(/<meta\s[^>]*name="coastwatch-tiles"[^>]*>/g)].flatMap(([tag]) => {
    const address = /content="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '';
    // Of an address with placeholders, the origin alone is read; one below this site needs no permission.
    const origin = /^https?:\/\/[A-Za-z0-9.:[\]{}-]+/.exec(address)?.[0];
    return origin === undefined ? [] : [origin.replace(/\{[^}]*\}/, '*')];
  });
  return [...new Set(found)];
}
