import { allowedMethods, retryAfterInSeconds } from '../../core/api/problems.ts';
import {
  commonHeaders,
  describedByLink,
  jsonContentType,
  preflightHeaders,
  problemCacheControl,
} from '../../core/api/responses.ts';
import {
  contentTypeOf,
  contentTypes,
  fileSecurityHeaders,
  hashedPathPattern,
  immutableCacheControl,
  openFileHeaders,
  openFileMethods,
  openFilePreflightHeaders,
  openPathPattern,
  revalidateCacheControl,
} from '../../core/site/file-headers.ts';
import {
  hostFilePattern,
  apiFilePattern,
  missingPagePath,
  missingPagePattern,
  precompressedFilePattern,
} from '../../core/site/site-paths.ts';
import {
  type AddressRule,
  escapeForRegularExpression as escaped,
  fileRules,
  malformedBody,
  methodBody,
  missingBodyRules,
  type PlainServerOptions,
  queryBody,
  queryPattern,
  unavailableBody,
  unquotedMissingBody,
} from './plain-server.ts';

/** As an access log: standard error, which systemd keeps in its journal. */
export const caddyStandardError = 'stderr';

const plainText = { 'Content-Type': contentTypes['txt'] ?? '', 'X-Content-Type-Options': 'nosniff' };
/** Time limit for the complete head of a request, no longer than the defaults of other servers. */
const headerTimeout = '15s';

/** A Caddyfile. */
export function caddyConfiguration(options: PlainServerOptions): string {
  const { siteDirectory, basePath, listen, proxyTo } = options;
  const base = escaped(basePath);
  const isApi = addressMatcher('', `^${base}webapi(?:[/?]|$)`);
  return [
    '# Written by the build; see docs/publishing.md.',
    block('', [
      'admin off',
      'auto_https off',
      // Caddy has no limit by default. None for bodies: it would cut off responses of the upstream host to slow readers.
      block('servers', [block('timeouts', [`read_header ${headerTimeout}`])]),
      ...errorLog(options),
    ]),
    // Without a host name: a proxy in front may use any.
    block(`http://:${listen.replace(/^.*:/, '')}`, [
      `bind ${listen.replace(/:[^:]*$/, '')}`,
      `root * ${quoted(siteDirectory)}`,
      ...accessLog(options),
      block('route', [
        // If-None-Match and If-Modified-Since are the only conditions that count, as on every other host.
        'request_header -If-Match',
        'request_header -If-Unmodified-Since',
        // An address that ends with the host name.
        '@no_path expression `{http.request.uri.path} == ""`',
        'rewrite @no_path /',
        ...handle('api', [isApi], [block('route', apiRoutes(options))]),
        ...handle(
          'file_preflight',
          ['method OPTIONS', `path_regexp ^${base}${openPathPattern}`],
          [...headers(openFilePreflightHeaders), 'respond 204'],
        ),
        '@other_method not method GET HEAD',
        `@open_file path_regexp ^${base}${openPathPattern}`,
        block('route @other_method', [
          ...headers({ Allow: 'GET, HEAD', ...plainText }),
          `header @open_file Allow "${openFileMethods}"`,
          'respond "This site is read-only." 405',
        ]),
        // Ranges apply to the file itself, never to a compressed twin.
        '@range header Range *',
        'request_header @range -Accept-Encoding',
        ...baseRoutes(basePath),
        // A route keeps the order of its directives: elsewhere Caddy would choose headers before it strips the prefix.
        block(basePath === '/' ? 'route' : 'route @base', [
          ...(basePath === '/' ? [] : [`uri strip_prefix ${basePath.slice(0, -1)}`]),
          ...fileHeaders(options.pagePolicies),
          // Files for hosts and their tools, API files by other addresses than those of the API, compressed twins, the 404
          // page and, in the address as it was sent, empty segments are no content.
          block('@empty_segment', [addressMatcher('', '^/(?:[^?]*/)?/')]),
          'error @empty_segment 404',
          `@hidden path_regexp ${raw(`(?s)^/+(?:${[hostFilePattern, apiFilePattern, precompressedFilePattern, missingPagePattern].join('|')})`)}`,
          'error @hidden 404',
          block('file_server', ['precompressed br gzip', 'hide .*']),
        ]),
        'error 404',
      ]),
      block('handle_errors', errorRoutes(options, proxyTo === undefined ? undefined : isApi)),
    ]),
    '',
  ].join('\n');
}

/** For a site that is not at the root of its host: matches the site, and redirects from its address without the last slash. */
function baseRoutes(basePath: string): string[] {
  if (basePath === '/') return [];
  return [
    // Unlike `path`, this distinguishes upper and lower case.
    `@base path_regexp ^${escaped(basePath)}`,
    ...handle(
      'no_slash',
      [addressMatcher('no_slash', `^${escaped(basePath.slice(0, -1))}(\\?.*)?$`)],
      [`header Cache-Control ${revalidateCacheControl}`, `redir * ${basePath}{re.no_slash.1} 301`],
    ),
  ];
}

function fileHeaders(pagePolicies: PlainServerOptions['pagePolicies']): string[] {
  return [
    ...headers({ ...fileSecurityHeaders, 'Cache-Control': revalidateCacheControl }),
    ...Object.entries(pagePolicies).flatMap(([page, policy], index) => [
      `@page_${index} path /${page}${page.endsWith('index.html') ? ` /${page.slice(0, -'index.html'.length)}` : ''}`,
      `header @page_${index} Content-Security-Policy ${quoted(policy)}`,
    ]),
    `@hashed path_regexp ^/${hashedPathPattern}`,
    `header @hashed Cache-Control "${immutableCacheControl}"`,
    `@open path_regexp ^/${openPathPattern}`,
    ...headers(openFileHeaders, '@open'),
    ...Object.entries(contentTypes).flatMap(([extension, type]) => [
      `@type_${extension} path *.${extension}`,
      `header @type_${extension} Content-Type "${type}"`,
    ]),
    '@folder path_regexp /$',
    `header @folder Content-Type "${contentTypes['html'] ?? ''}"`,
  ];
}

/** API requests: answered from files, else by the upstream host, else with an error. */
function apiRoutes(options: PlainServerOptions): string[] {
  const { basePath, proxyTo } = options;
  return [
    ...handle('preflight', ['method OPTIONS'], [...headers(preflightHeaders), 'respond 204']),
    addressMap('{coast_file}', fileRules(basePath), '/'),
    ...handle(
      'file',
      ['method GET HEAD', 'file {coast_file}'],
      [
        block('route', [
          ...headers({
            ...commonHeaders,
            'Content-Type': jsonContentType,
            'Cache-Control': revalidateCacheControl,
            Link: describedByLink(basePath),
          }),
          // API responses have no ranges.
          'request_header -Range',
          'rewrite * {coast_file}',
          block('file_server', ['precompressed br gzip']),
        ]),
      ],
    ),
    ...(proxyTo === undefined ? refusals(options) : [proxied(proxyTo, options.publicOrigin)]),
  ];
}

function refusals({ basePath, fullInterfaceUrl }: PlainServerOptions): string[] {
  return [
    ...handle(
      'method',
      ['not method GET HEAD'],
      [...headers({ Allow: allowedMethods }), ...problem(405, methodBody('{http.request.method}'))],
    ),
    ...handle('query', [addressMatcher('', queryPattern(basePath))], problem(400, queryBody(fullInterfaceUrl))),
    addressMap('{coast_missing_body}', missingBodyRules(basePath), unquotedMissingBody(basePath)),
    block('handle', problem(404, '{coast_missing_body}')),
  ];
}

function proxied(proxyTo: string, publicOrigin: string | undefined): string {
  const { host, protocol } = publicOrigin === undefined ? {} : new URL(publicOrigin);
  return block('handle', [
    block(`reverse_proxy ${proxyTo}`, [
      `header_up Host ${host ?? '{http.request.hostport}'}`,
      // Caddy reports its own scheme, unless another proxy on this machine reports one.
      protocol === undefined
        ? 'trusted_proxies 127.0.0.0/8 ::1'
        : `header_up X-Forwarded-Proto ${protocol.slice(0, -1)}`,
      'header_up X-Request-Id {http.request.uuid}',
      // With compression, Caddy would request compressed responses and drop their length. It must also close idle
      // connections before the Node host does, after 75 seconds.
      block('transport http', ['compression off', 'keepalive 30s']),
    ]),
  ]);
}

/** `proxied` matches requests that the upstream host answers; undefined without one. */
function errorRoutes({ pagePolicies }: PlainServerOptions, proxied: string | undefined): string[] {
  const policy = pagePolicies[missingPagePath];
  const missingHeaders = { 'Cache-Control': problemCacheControl, Vary: 'Accept' };
  return [
    ...(proxied === undefined
      ? []
      : handle(
          'unavailable',
          [proxied, 'expression `{err.status_code} >= 500`'],
          [...headers({ 'Retry-After': String(retryAfterInSeconds) }), ...problem(503, unavailableBody())],
        )),
    ...handle('malformed', ['expression `{err.status_code} == 400`'], problem(400, malformedBody())),
    ...(policy === undefined
      ? []
      : handle(
          'missing_page',
          ['header Accept *text/html*', `file /${missingPagePath}`],
          [
            ...headers({
              ...fileSecurityHeaders,
              'Content-Security-Policy': policy,
              'Content-Type': contentTypeOf(missingPagePath) ?? '',
              ...missingHeaders,
            }),
            // Conditions and ranges do not apply to the 404 page.
            ...['If-None-Match', 'If-Modified-Since', 'Range'].map((name) => `request_header -${name}`),
            ...['Etag', 'Last-Modified'].map((name) => `header -${name}`),
            `rewrite * /${missingPagePath}`,
            block('file_server', ['status 404']),
          ],
        )),
    block('handle', [...headers({ ...plainText, ...missingHeaders }), 'respond "There is nothing here." 404']),
  ];
}

/** An error of the API. */
function problem(status: number, body: string): string[] {
  const all = { ...commonHeaders, 'Content-Type': jsonContentType, 'Cache-Control': problemCacheControl };
  return [...headers(all), `respond ${raw(body)} ${status}`];
}

/** For the global options: where messages and errors of Caddy itself go. */
function errorLog({ errorLog: path }: PlainServerOptions): string[] {
  return path === undefined ? [] : [block('log', [logFile(path), 'format json'])];
}

/** The response carries the request identifier, because Caddy 2.6 logs response headers but has no other field for it. */
function accessLog({ accessLog: path }: PlainServerOptions): string[] {
  if (path === undefined || path === 'off') return [];
  const output = path === caddyStandardError ? 'output stderr' : logFile(path);
  return [
    block('log', [output, block('format json', ['time_format rfc3339_nano'])]),
    'header X-Request-Id {http.request.uuid}',
  ];
}

/** Caddy rotates its files itself. */
function logFile(path: string): string {
  return block(`output file ${quoted(path)}`, ['roll_size 100MiB', 'roll_keep 10', 'roll_keep_for 720h']);
}

/** Handles the requests that all conditions match. */
function handle(name: string, conditions: readonly string[], directives: readonly string[]): string[] {
  return [block(`@${name}`, conditions), block(`handle @${name}`, directives)];
}

/** A condition on the address as it was sent. A name makes its groups available as `{re.NAME.1}`. */
function addressMatcher(name: string, pattern: string): string {
  return `vars_regexp ${name} {http.request.orig_uri} ${raw(afterHost(pattern))}`.replaceAll('  ', ' ');
}

/** Sets a placeholder by the address as it was sent. */
function addressMap(placeholder: string, rules: readonly AddressRule[], standard: string): string {
  return block(`map {http.request.orig_uri} ${placeholder}`, [
    ...rules.map(({ pattern, result }) => `${raw(`~${afterHost(pattern)}`)} ${raw(result)}`),
    `default ${raw(standard)}`,
  ]);
}

/** A request line may hold a complete URL. */
function afterHost(pattern: string): string {
  return pattern.replace('^', '^(?:[A-Za-z]+://[^/?]*)?');
}

/** For every request, or only for those that a matcher such as `@open` selects. */
function headers(values: Readonly<Record<string, string>>, matcher = ''): string[] {
  return Object.entries(values).map(([name, value]) => `header ${matcher}${matcher && ' '}${name} ${quoted(value)}`);
}

function block(head: string, lines: readonly string[]): string {
  const inner = lines.join('\n').replaceAll(/^/gm, '\t');
  return `${head === '' ? '' : `${head} `}{\n${inner}\n}`;
}

/** A text in which Caddy replaces only placeholders. */
function raw(text: string): string {
  return `\`${text}\``;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
