import { commonHeaders, jsonContentType } from '../../core/api/headers.ts';
import { askedAnew, contentTypes, keptForGood } from '../../core/site/file-headers.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';

/** The name under which Cloudflare and Netlify look for it at the root of a site. */
export const headersFileName = '_headers';
/** Rules that Cloudflare takes. */
export const mostHeaderRules = 100;

/**
 * The headers of the files, in the form that Cloudflare and Netlify read. All rules that match an address apply, so
 * none may name a header that another one that matches names too.
 */
export function headersFile(pagePolicies: Readonly<Record<string, string>>): string {
  const security = Object.entries(fileSecurityHeaders).filter(([name]) => !(name in commonHeaders));
  const rules: [string, readonly (readonly [string, string])[]][] = [
    ['/*', [...security, ['X-Content-Type-Options', 'nosniff']]],
    ['/assets/*', [['Cache-Control', keptForGood]]],
    ...['json', 'bin'].map((ending): [string, [string, string][]] => [
      `/data/:hash.${ending}`,
      [['Content-Type', contentTypes[ending] ?? '']],
    ]),
    ['/data/*', [['Access-Control-Allow-Origin', '*']]],
    ['/sw.js', [['Cache-Control', askedAnew]]],
    [
      '/webapi/*',
      [
        ['Content-Type', jsonContentType],
        ['Cache-Control', askedAnew],
        ...Object.entries(commonHeaders).filter(([name]) => name !== 'X-Content-Type-Options'),
      ],
    ],
    ...Object.entries(pagePolicies).flatMap(([page, policy]) =>
      addressesOf(page).map((address): [string, [string, string][]] => [
        address,
        [
          ['Content-Security-Policy', policy],
          ['Cache-Control', askedAnew],
        ],
      ]),
    ),
  ];
  return rules
    .map(([address, headers]) => [address, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n'))
    .join('\n')
    .concat('\n');
}

/** A page's own address, and those under which hosts show it without its ending. */
function addressesOf(page: string): string[] {
  if (page === 'index.html') return ['/', '/index.html'];
  return [`/${page}`, `/${page.replace(/\.html$/, '')}`];
}
