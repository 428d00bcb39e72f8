import { datasets } from '../../core/datasets/datasets.ts';
import {
  fileSecurityHeaders,
  immutableCacheControl,
  openFileHeaders,
  openPaths,
  revalidateCacheControl,
} from '../../core/site/file-headers.ts';
import { hashedExportPath, manifestPath } from '../../core/storage/format/layout.ts';
import { exportEndings } from '../exports/export-names.ts';

/** The name under which Cloudflare and Netlify look for it at the root of a site. */
export const headersFileName = '_headers';
/** The first line of a file that this command wrote, and so may replace. */
export const headersFileMark = '# Written by npm run configure; see docs/publishing.md.';

/** Limits of Cloudflare, as of November 2026: developers.cloudflare.com/workers/static-assets/headers. */
export const mostHeaderRules = 100;
export const longestHeaderLine = 2000;

type Rule = readonly [address: string, headers: readonly (readonly [name: string, value: string])[]];

/**
 * The rules of `_headers`. All rules that match an address apply, and a header in two of them would be sent twice, so no two
 * matching rules have a header in common. Hashed names start with a hexadecimal digit and the manifest's name does not: hence
 * a rule for each digit. Files that no rule names are revalidated by default on these hosts.
 */
function headerRules(pagePolicies: Readonly<Record<string, string>>, basePath: string): readonly Rule[] {
  const rules: Rule[] = [
    ['*', Object.entries(fileSecurityHeaders)],
    ['assets/*', [['Cache-Control', immutableCacheControl]]],
    ...[...'0123456789abcdef'].map((digit): Rule => [`data/${digit}*`, [['Cache-Control', immutableCacheControl]]]),
    [manifestPath, [['Cache-Control', revalidateCacheControl]]],
    ...openPaths.map((path): Rule => [path, Object.entries(openFileHeaders)]),
    // Hashed names have two dots, permanent names one.
    ...datasets.flatMap(({ name }) =>
      exportEndings.map((ending): Rule => [
        hashedExportPath(name, '*', ending),
        [['Cache-Control', immutableCacheControl]],
      ]),
    ),
    ['sw.js', [['Cache-Control', revalidateCacheControl]]],
    ...Object.entries(pagePolicies).flatMap(([page, policy]) =>
      addressesOf(page).map((address): Rule => [
        address,
        [
          ['Content-Security-Policy', policy],
          ['Cache-Control', revalidateCacheControl],
        ],
      ]),
    ),
  ];
  return rules.map(([address, headers]): Rule => [basePath + address, headers]);
}

/** The `_headers` file of Cloudflare and Netlify. Throws RangeError when it exceeds the limits of Cloudflare. */
export function headersFile(pagePolicies: Readonly<Record<string, string>>, basePath: string): string {
  const rules = headerRules(pagePolicies, basePath);
  if (rules.length > mostHeaderRules) {
    throw new RangeError(
      `Cloudflare allows at most ${mostHeaderRules} header rules, and ${rules.length} are needed: ` +
        'remove pages of your own from the root of the site.',
    );
  }
  const lines = rules.flatMap(([address, headers]) => [
    address,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
  ]);
  const long = lines.find((line) => line.length > longestHeaderLine);
  if (long !== undefined) {
    throw new RangeError(
      `Cloudflare allows at most ${longestHeaderLine} characters in a header line, and a policy has ` +
        `${long.length}: use fewer inline scripts and styles in the page, since each adds its hash.`,
    );
  }
  return [headersFileMark, ...lines, ''].join('\n');
}

/** The address of a page, and the address at which hosts serve it without its extension. */
function addressesOf(page: string): string[] {
  return [page, /(?:^|\/)index\.html$/.test(page) ? page.replace(/index\.html$/, '') : page.replace(/\.html$/, '')];
}
