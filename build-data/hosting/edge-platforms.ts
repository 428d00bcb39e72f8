import { datasets } from '../../core/datasets/datasets.ts';
import { embedDirectory } from '../../core/site/embedding.ts';
import {
  fileSecurityHeaders,
  immutableCacheControl,
  openFileHeaders,
  openPaths,
  revalidateCacheControl,
} from '../../core/site/file-headers.ts';
import { hashedExportPath, manifestPath, placeFeedRoot } from '../../core/storage/format/layout.ts';
import { exportEndings } from '../exports/exported-file.ts';

/* Configurations of the platforms that run the edge worker: workerd, Cloudflare Workers and Netlify. */

interface WorkerdOptions {
  /** The built site, an absolute path. */
  readonly siteDirectory: string;
  /** The edge worker, an absolute path or relative to the configuration. */
  readonly workerPath: string;
  readonly basePath: string;
  /** Such as `127.0.0.1:8787`. */
  readonly listen: string;
}

/** The compatibility date of the runtime with which the worker is tested. */
export const compatibilityDate = '2026-11-01';

/** The configuration for `workerd serve`: the edge worker, with the site's directory as its file store. */
export function workerdConfiguration({ siteDirectory, workerPath, basePath, listen }: WorkerdOptions): string {
  return `# Serves the whole site and the full API: workerd serve workerd.capnp
using Workerd = import "/workerd/workerd.capnp";

const coastwatch :Workerd.Config = (
  services = [
    (name = "main", worker = .edge),
    (name = "files", disk = (path = ${quoted(siteDirectory)}, writable = false, allowDotfiles = false)),
  ],
  sockets = [(name = "http", address = ${quoted(listen)}, http = (), service = "main")],
);

const edge :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed ${quoted(workerPath)})],
  compatibilityDate = ${quoted(compatibilityDate)},
  bindings = [
    (name = "ASSETS", service = "files"),
    (name = "COASTWATCH_BASE_PATH", text = ${quoted(basePath)}),
    # Remove this line if a proxy in front of workerd compresses responses.
    (name = "COASTWATCH_COMPRESSION", text = "gzip"),
  ],
);
`;
}

/** Cap'n Proto uses the escapes of C. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The paths for which the edge worker computes responses. */
const handledPaths = ['webapi', 'webapi/*', `${placeFeedRoot}/*`];

interface CloudflareOptions {
  /** Absolute, or relative to the configuration. */
  readonly siteDirectory: string;
  readonly workerPath: string;
  readonly basePath: string;
}

/** Excludes the compressed copies in the site's directory from uploads, since Cloudflare compresses by itself. */
export const assetsIgnoreFileName = '.assetsignore';
export const assetsIgnoreFile = '*.br\n*.gz\n';

/** `wrangler.jsonc`: the site's files as assets, and the edge worker for the API. */
export function cloudflareConfiguration({ siteDirectory, workerPath, basePath }: CloudflareOptions): string {
  const configuration = {
    name: 'coastwatch',
    main: workerPath,
    compatibility_date: compatibilityDate,
    assets: {
      directory: siteDirectory,
      binding: 'ASSETS',
      // At the root, files are served free of charge without the worker. Under a base path, the worker maps URLs to
      // files.
      run_worker_first: basePath === '/' ? handledPaths.map((path) => `/${path}`) : true,
      // Serves each file only at its own path: the service worker cannot cache a page that is a redirect.
      html_handling: 'none',
      not_found_handling: 'none',
    },
    vars: { COASTWATCH_BASE_PATH: basePath },
    observability: { enabled: true },
  };
  return `// Deploy with: npx wrangler deploy\n${JSON.stringify(configuration, null, 2)}\n`;
}

interface NetlifyOptions {
  /** Relative to the configuration: Netlify resolves a path that starts with a slash within the repository. */
  readonly siteDirectory: string;
  readonly basePath: string;
}

/** `netlify.toml`: the site's files, and the edge function for the API. */
export function netlifyConfiguration({ siteDirectory, basePath }: NetlifyOptions): string {
  return `# Deploy with: npx netlify deploy --prod
[build]
  publish = ${JSON.stringify(siteDirectory)}
  edge_functions = "edge-functions"

${handledPaths
  .map(
    (path) => `[[edge_functions]]
  path = "${basePath}${path}"
  function = "coastwatch"
`,
  )
  .join('\n')}
# Redirects to the same path with a slash, which a redirect rule cannot distinguish.
[[edge_functions]]
  path = "${basePath}${embedDirectory.slice(0, -1)}"
  function = "coastwatch"
${basePath === '/' ? '' : rewriteToRoot(basePath)}`;
}

/** Maps the base path to the root, where the published files are. */
function rewriteToRoot(basePath: string): string {
  return `
[[redirects]]
  from = "${basePath}*"
  to = "/:splat"
  status = 200
`;
}

/** The edge function. It reads the files of its own site over HTTP. */
export function netlifyFunction(basePath: string): string {
  return `import worker from './worker.js';

export default (request) =>
  worker.fetch(request, {
    COASTWATCH_FILES: new URL('/', request.url).href,
    COASTWATCH_BASE_PATH: '${basePath}',
  });
`;
}

/** The name of the headers file at the root of a site for Cloudflare and Netlify. */
export const headersFileName = '_headers';
/** The first line of a headers file that this command wrote, and may therefore replace. */
export const headersFileMark = '# Written by npm run configure; see docs/publishing.md.';

/** Limits of Cloudflare, as of November 2026: developers.cloudflare.com/workers/static-assets/headers. */
export const maxHeaderRules = 100;
export const maxHeaderLineLength = 2000;

type Rule = readonly [path: string, headers: readonly (readonly [name: string, value: string])[]];

/**
 * The rules of `_headers`. All rules that match a path apply, and a header in two of them would be sent twice, so no
 * two matching rules have a header in common. Hashed names start with a hexadecimal digit and the manifest's name does
 * not, so each digit has a rule. By default, these hosts require revalidation of files without a rule.
 */
function headerRules(pagePolicies: Readonly<Record<string, string>>, basePath: string): readonly Rule[] {
  const rules: Rule[] = [
    ['*', Object.entries(fileSecurityHeaders)],
    ['assets/*', [['Cache-Control', immutableCacheControl]]],
    ...[...'0123456789abcdef'].map((digit): Rule => [`data/${digit}*`, [['Cache-Control', immutableCacheControl]]]),
    [manifestPath, [['Cache-Control', revalidateCacheControl]]],
    ...openPaths.map((path): Rule => [path, Object.entries(openFileHeaders)]),
    // Hashed names contain two dots, stable names only one.
    ...datasets.flatMap(({ name }) =>
      exportEndings.map((ending): Rule => [
        hashedExportPath(name, '*', ending),
        [['Cache-Control', immutableCacheControl]],
      ]),
    ),
    ['sw.js', [['Cache-Control', revalidateCacheControl]]],
    ...Object.entries(pagePolicies).flatMap(([page, policy]) =>
      servedPathsOf(page).map((path): Rule => [
        path,
        [
          ['Content-Security-Policy', policy],
          ['Cache-Control', revalidateCacheControl],
        ],
      ]),
    ),
  ];
  return rules.map(([path, headers]): Rule => [basePath + path, headers]);
}

/** The `_headers` file of Cloudflare and Netlify. Throws RangeError when it exceeds the limits of Cloudflare. */
export function headersFile(pagePolicies: Readonly<Record<string, string>>, basePath: string): string {
  const rules = headerRules(pagePolicies, basePath);
  if (rules.length > maxHeaderRules) {
    throw new RangeError(
      `Cloudflare allows at most ${maxHeaderRules} header rules, and ${rules.length} are needed: ` +
        'remove pages that you have added to the root of the site.',
    );
  }
  const lines = rules.flatMap(([path, headers]) => [path, ...headers.map(([name, value]) => `  ${name}: ${value}`)]);
  const long = lines.find((line) => line.length > maxHeaderLineLength);
  if (long !== undefined) {
    throw new RangeError(
      `Cloudflare allows at most ${maxHeaderLineLength} characters in a header line, and a content security policy ` +
        `has ${long.length}: use fewer inline scripts and styles in the page, since each adds its hash.`,
    );
  }
  return [headersFileMark, ...lines, ''].join('\n');
}

/** The two paths at which hosts serve a page: that of its file, and the same without the extension or `index.html`. */
function servedPathsOf(page: string): string[] {
  return [page, /(?:^|\/)index\.html$/.test(page) ? page.replace(/index\.html$/, '') : page.replace(/\.html$/, '')];
}
