import { datasets } from '../../core/datasets/datasets.ts';
import { anyOrigin, embedDirectory, embedPagePath, refusesFraming } from '../../core/http/embedding.ts';
import {
  fileSecurityHeaders,
  immutableCacheControl,
  openFileHeaders,
  openPaths,
  revalidateCacheControl,
} from '../../core/http/file-headers.ts';
import { exportEndingOf, hashedExportPath, manifestPath } from '../../core/storage/format/layout.ts';

/** The name of the headers file at the root of a site for Cloudflare and Netlify. */
export const headersFileName = '_headers';
/** The first line of a headers file that a build wrote, and the next one may therefore replace. */
export const headersFileMark = '# Written by the build; see docs/publishing.md.';

type Rule = readonly [path: string, headers: readonly (readonly [name: string, value: string])[]];

/**
 * The rules of `_headers`. All rules that match a path apply, and a header in two of them would be sent twice, so no
 * two matching rules have a header in common. Hashed names start with a hexadecimal digit and the manifest's name does
 * not, so each digit has a rule. By default, these hosts require revalidation of files without a rule.
 */
function headerRules(embedOrigins: readonly string[]): readonly Rule[] {
  const immutable = [['Cache-Control', immutableCacheControl]] as const;
  const revalidated = [['Cache-Control', revalidateCacheControl]] as const;
  const framedBy = (policy: string): Rule[1] => [['Content-Security-Policy', policy], ...revalidated];
  return [
    ['*', Object.entries(fileSecurityHeaders)],
    ['assets/*', immutable],
    ...[...'0123456789abcdef'].map((digit): Rule => [`data/${digit}*`, immutable]),
    [manifestPath, revalidated],
    ...openPaths.map((path): Rule => [path, Object.entries(openFileHeaders)]),
    // Hashed names contain two dots, stable names only one.
    ...datasets.flatMap(({ name }) =>
      Object.values(exportEndingOf).map((ending): Rule => [hashedExportPath(name, '*', ending), immutable]),
    ),
    ['sw.js', revalidated],
    ...['', 'index.html', '404.html', 'docs/*'].map((page): Rule => [page, framedBy(refusesFraming)]),
    ...[embedDirectory, embedPagePath].map((page): Rule => [
      page,
      framedBy(`frame-ancestors ${embedOrigins.join(' ')}`),
    ]),
  ];
}

/**
 * The `_headers` file of Cloudflare and Netlify.
 *
 * @param basePath the path of the site, with a slash at both ends
 * @param embedOrigins the sources of `frame-ancestors` for the page for embedding
 */
export function headersFile(basePath: string, embedOrigins: readonly string[] = [anyOrigin]): string {
  const lines = headerRules(embedOrigins).flatMap(([path, headers]) => [
    basePath + path,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return [headersFileMark, ...lines, ''].join('\n');
}
