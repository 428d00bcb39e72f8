import { datasets } from '../../core/datasets/index.ts';
import { hashedExportPath, manifestPath } from '../../core/storage/layout.ts';
import { askedAnew, keptForGood, openFileHeaders, openPaths } from '../../core/site/file-headers.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import { exportEndings } from '../exports/export-formats.ts';

/** The name under which Cloudflare and Netlify look for it at the root of a site. */
export const headersFileName = '_headers';
/** By this a file of ours is known, which a new one may replace. */
export const headersFileMark = '# Written by npm run configure; see docs/publishing.md.';

/** Limits of Cloudflare, developers.cloudflare.com/workers/static-assets/headers, as told in November 2026. */
export const mostHeaderRules = 100;
export const mostCharactersOfHeaderLine = 2000;

type Rule = readonly [address: string, headers: readonly (readonly [name: string, value: string])[]];

/**
 * The rules of `_headers`. All that match an address apply, and a header named by two of them would be sent with both
 * values: so none names a header that another one that matches names too. Hashed names begin with a hexadecimal digit,
 * the manifest's does not; hence a rule for each digit. What no rule names is asked for anew by those hosts' own default.
 */
export function headerRules(pagePolicies: Readonly<Record<string, string>>, basePath: string): readonly Rule[] {
  const rules: Rule[] = [
    ['*', Object.entries(fileSecurityHeaders)],
    ['assets/*', [['Cache-Control', keptForGood]]],
    ...[...'0123456789abcdef'].map((digit): Rule => [`data/${digit}*`, [['Cache-Control', keptForGood]]]),
    [manifestPath, [['Cache-Control', askedAnew]]],
    ...openPaths.map((path): Rule => [path, Object.entries(openFileHeaders)]),
    // With a hash between two points; the names that stay have one point.
    ...datasets.flatMap(({ name }) =>
      exportEndings.map((ending): Rule => [hashedExportPath(name, '*', ending), [['Cache-Control', keptForGood]]]),
    ),
    ['sw.js', [['Cache-Control', askedAnew]]],
    ...Object.entries(pagePolicies).flatMap(([page, policy]) =>
      addressesOf(page).map((address): Rule => [
        address,
        [
          ['Content-Security-Policy', policy],
          ['Cache-Control', askedAnew],
        ],
      ]),
    ),
  ];
  return rules.map(([address, headers]): Rule => [basePath + address, headers]);
}

/** `_headers` in the form that Cloudflare and Netlify read. Throws RangeError beyond what Cloudflare takes. */
export function headersFile(pagePolicies: Readonly<Record<string, string>>, basePath: string): string {
  const rules = headerRules(pagePolicies, basePath);
  if (rules.length > mostHeaderRules) {
    throw new RangeError(
      `Cloudflare takes at the most ${mostHeaderRules} rules of headers, and ${rules.length} are needed: ` +
        'leave pages of your own out of the root of the site.',
    );
  }
  const lines = rules.flatMap(([address, headers]) => [
    address,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
  ]);
  const long = lines.find((line) => line.length > mostCharactersOfHeaderLine);
  if (long !== undefined) {
    throw new RangeError(
      `Cloudflare takes at the most ${mostCharactersOfHeaderLine} characters in a line of headers, and a policy has ` +
        `${long.length}: write fewer scripts and styles into the page, since each adds its hash.`,
    );
  }
  return [headersFileMark, ...lines, ''].join('\n');
}

/** A page's own address, and that under which hosts show it without its ending. */
function addressesOf(page: string): string[] {
  return [page, /(?:^|\/)index\.html$/.test(page) ? page.replace(/index\.html$/, '') : page.replace(/\.html$/, '')];
}
