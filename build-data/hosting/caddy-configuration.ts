import { problemCacheControl } from '../../core/api/headers.ts';
import { retryAfterInSeconds } from '../../core/api/problems.ts';
import { hostFilePattern, interfaceFilePattern, twinPattern } from '../../core/site/content-paths.ts';
import {
  askedAnew,
  contentTypeOf,
  contentTypes,
  hashedPathPattern,
  keptForGood,
  openFileHeaders,
  openFileMethods,
  openFilePreflightHeaders,
  openPathPattern,
} from '../../core/site/file-headers.ts';
import { missingPagePath, missingPagePattern } from '../../core/site/missing-page.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import { interfaceRoutes, problem } from './caddy-interface.ts';
import { block, headers, quoted, raw, sent } from './caddy-syntax.ts';
import { malformedBody, unavailableBody } from './plain-answers.ts';
import type { PlainServerOptions } from './plain-server-options.ts';
import { caddyAccessLog, caddyErrorLog } from './server-logs.ts';
import { escapeForRegularExpression as escaped } from './regular-expression.ts';

const plainText = { 'Content-Type': contentTypes['txt'] ?? '', 'X-Content-Type-Options': 'nosniff' };

/** Time limit for the complete head of a request, no longer than the defaults of other servers. */
const headerTimeout = '15s';

/** A Caddyfile. Addresses are matched as they were sent, undecoded, so that no spelling of them slips through. */
export function caddyConfiguration(options: PlainServerOptions): string {
  const { siteDirectory, basePath, listen, proxyTo } = options;
  const isInterface = sent('', `^${escaped(basePath)}webapi(?:[/?]|$)`);
  return [
    '# Written by the build; see docs/publishing.md.',
    block('', [
      'admin off',
      'auto_https off',
      // Caddy itself waits for ever. Not for bodies too: that limit would cut the answers of a host behind to slow readers.
      block('servers', [block('timeouts', [`read_header ${headerTimeout}`])]),
      ...caddyErrorLog(options),
    ]),
    // Not by name: a proxy before it may have called the site anything.
    block(`http://:${listen.replace(/^.*:/, '')}`, [
      `bind ${listen.replace(/:[^:]*$/, '')}`,
      `root * ${quoted(siteDirectory)}`,
      ...caddyAccessLog(options),
      block('route', [
        // The only condition that counts is whether an answer is still the same.
        'request_header -If-Match',
        'request_header -If-Unmodified-Since',
        // An address that ends with the name of the host.
        '@no_path expression `{http.request.uri.path} == ""`',
        'rewrite @no_path /',
        block('@interface', [isInterface]),
        block('handle @interface', [block('route', interfaceRoutes(options))]),
        block('@file_preflight', ['method OPTIONS', `path_regexp ^${escaped(basePath)}${openPathPattern}`]),
        block('handle @file_preflight', [...headers(openFilePreflightHeaders), 'respond 204']),
        '@other_method not method GET HEAD',
        `@open_file path_regexp ^${escaped(basePath)}${openPathPattern}`,
        block('route @other_method', [
          ...headers({ Allow: 'GET, HEAD', ...plainText }),
          `header @open_file Allow "${openFileMethods}"`,
          'respond "This site is read-only." 405',
        ]),
        // Parts are taken from the file itself, never from a compressed twin.
        '@part header Range *',
        'request_header @part -Accept-Encoding',
        ...besideSite(basePath),
        // In a route things are done in their order: elsewhere Caddy would choose headers before it takes the prefix off.
        block(basePath === '/' ? 'route' : 'route @base', [
          ...(basePath === '/' ? [] : [`uri strip_prefix ${basePath.slice(0, -1)}`]),
          ...fileHeaders(options.pagePolicies),
          // What stands in the folder for hosts and their tools, answers of the interface by other addresses, twins by
          // their own names, the page for other addresses, and, as it was sent, an empty name between slashes.
          block('@empty_name', [sent('', '^/(?:[^?]*/)?/')]),
          'error @empty_name 404',
          `@no_file path_regexp ${raw(`(?s)^/+(?:${hostFilePattern}|${interfaceFilePattern}|${twinPattern}|${missingPagePattern})`)}`,
          'error @no_file 404',
          block('file_server', ['precompressed br gzip', 'hide .*']),
        ]),
        'error 404',
      ]),
      block('handle_errors', errorRoutes(options, proxyTo === undefined ? undefined : isInterface)),
    ]),
    '',
  ].join('\n');
}

/** Where the site is not at the root: what is of the site, and the address of its root without the last slash. */
function besideSite(basePath: string): string[] {
  if (basePath === '/') return [];
  return [
    // Unlike `path`, this regards upper and lower case.
    `@base path_regexp ^${escaped(basePath)}`,
    block('@lacking', [sent('lacking', `^${escaped(basePath.slice(0, -1))}(\\?.*)?$`)]),
    block('handle @lacking', [`header Cache-Control ${askedAnew}`, `redir * ${basePath}{re.lacking.1} 301`]),
  ];
}

function fileHeaders(pagePolicies: PlainServerOptions['pagePolicies']): string[] {
  return [
    ...headers({ ...fileSecurityHeaders, 'Cache-Control': askedAnew }),
    ...Object.entries(pagePolicies).flatMap(([page, policy], index) => [
      `@page_${index} path /${page}${page.endsWith('index.html') ? ` /${page.slice(0, -'index.html'.length)}` : ''}`,
      `header @page_${index} Content-Security-Policy ${quoted(policy)}`,
    ]),
    `@hashed path_regexp ^/${hashedPathPattern}`,
    `header @hashed Cache-Control "${keptForGood}"`,
    `@open path_regexp ^/${openPathPattern}`,
    ...headers(openFileHeaders, '@open'),
    ...Object.entries(contentTypes).flatMap(([ending, type]) => [
      `@type_${ending} path *.${ending}`,
      `header @type_${ending} Content-Type "${type}"`,
    ]),
    '@folder path_regexp /$',
    `header @folder Content-Type "${contentTypes['html'] ?? ''}"`,
  ];
}

/** `proxied` matches what a host behind answers; undefined where there is none. */
function errorRoutes({ pagePolicies }: PlainServerOptions, proxied: string | undefined): string[] {
  const when = (name: string, conditions: readonly string[], lines: readonly string[]): string[] => [
    block(`@${name}`, conditions),
    block(`handle @${name}`, lines),
  ];
  const policy = pagePolicies[missingPagePath];
  const others = { 'Cache-Control': problemCacheControl, Vary: 'Accept' };
  const retry = headers({ 'Retry-After': String(retryAfterInSeconds) });
  return [
    ...(proxied === undefined
      ? []
      : when(
          'unavailable',
          [proxied, 'expression `{err.status_code} >= 500`'],
          [...retry, ...problem(503, unavailableBody())],
        )),
    ...when('malformed', ['expression `{err.status_code} == 400`'], problem(400, malformedBody())),
    ...(policy === undefined
      ? []
      : when(
          'missing_page',
          ['header Accept *text/html*', `file /${missingPagePath}`],
          [
            ...headers({
              ...fileSecurityHeaders,
              'Content-Security-Policy': policy,
              'Content-Type': contentTypeOf(missingPagePath) ?? '',
              ...others,
            }),
            // Conditions and ranges do not apply to the 404 page.
            'request_header -If-None-Match',
            'request_header -If-Modified-Since',
            'request_header -Range',
            'header -Etag',
            'header -Last-Modified',
            `rewrite * /${missingPagePath}`,
            block('file_server', ['status 404']),
          ],
        )),
    block('handle', [...headers({ ...plainText, ...others }), 'respond "There is nothing here." 404']),
  ];
}
