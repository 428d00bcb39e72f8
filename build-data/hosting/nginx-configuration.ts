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
  wellKnownPattern,
} from '../../core/site/site-paths.ts';
import { nginxForwardedHeaders, nginxForwarding, nginxLogFormat, nginxLogs, nginxRealAddress } from './nginx-logs.ts';
import {
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

const plainText = 'text/plain; charset=UTF-8';

/** A configuration of nginx for the `http` context: maps, and a server. */
export function nginxConfiguration(options: PlainServerOptions): string {
  const ownAddress = options.listen.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]');
  return `# Written by the build; see docs/publishing.md. Include it in the http context of nginx.
${maps(options)}${nginxForwarding(options)}${nginxLogFormat(options)}# Where this server reaches itself.
upstream coastwatch_itself {
  server ${ownAddress};
}
${server(options)}`;
}

function maps({ basePath, pagePolicies }: PlainServerOptions): string {
  const base = escaped(basePath);
  return [
    '# The file that answers an API request, by the address as it was sent.',
    map('$request_uri', '$coast_file', '', textsOf(fileRules(basePath))),
    map('$request_uri', '$coast_missing_body', unquotedMissingBody(basePath), textsOf(missingBodyRules(basePath))),
    '# As it was sent: after an internal redirect for an error, $request_method is GET.',
    map('$request', '$coast_method', 'unknown', { '~^([A-Z_-]{1,100}) ': '$1' }),
    map('$status', '$coast_cache_control', revalidateCacheControl, { '~^[45]': problemCacheControl }),
    map('$status', '$coast_link', '', { 200: describedByLink(basePath) }),
    map('$uri', '$coast_file_cache_control', revalidateCacheControl, {
      [`~^${base}${hashedPathPattern}`]: immutableCacheControl,
    }),
    ...Object.entries(openFileHeaders).map(([name, value]) =>
      map('$uri', openFileVariable(name), '', { [`~^${base}${openPathPattern}`]: value }),
    ),
    map('$request_uri', '$coast_file_methods', 'GET, HEAD', { [`~^${base}${openPathPattern}`]: openFileMethods }),
    '# Ranges apply to the file itself, never to a compressed twin.',
    map('"$http_range|$http_accept_encoding"', '$coast_range_of_twin', '', { '~.\\|.': '1' }),
    map('$http_range', '$coast_accept_encoding', '', { '': '$http_accept_encoding' }),
    map('"$http_if_match$http_if_unmodified_since$coast_range_of_twin"', '$coast_proxies_itself', '1', { '': '' }),
    map(
      '$uri',
      '$coast_page_policy',
      '',
      Object.fromEntries(
        Object.entries(pagePolicies).map(([page, policy]) => [
          `~^${escaped(basePath + page).replace(/index\\\.html$/, '(?:index\\.html)?')}$`,
          policy,
        ]),
      ),
    ),
    map('$http_accept', '$coast_accepts_page', '', { '~*\\btext/html\\b': '1' }),
    '# The internal location that answers a method other than GET and HEAD.',
    map('"$request_method $uri"', '$coast_method_location', '/coastwatch-file-method', {
      [`~^OPTIONS ${base}webapi(?:/|$)`]: '/coastwatch-preflight',
      [`~^OPTIONS ${base}${openPathPattern}`]: '/coastwatch-file-preflight',
      '~^(?:GET|HEAD) ': '',
      [`~^[A-Z]+ ${base}webapi(?:/|$)`]: '/coastwatch-method',
    }),
    '',
  ].join('\n');
}

/** Regular expressions, which begin with a tilde, are tried in their order. */
function map(source: string, variable: string, standard: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([key, value]) => `  ${quoted(key)} ${quoted(value)};\n`);
  return `map ${source} ${variable} {\n  default ${quoted(standard)};\n${lines.join('')}}`;
}

function textsOf(rules: readonly { readonly pattern: string; readonly result: string }[]): Record<string, string> {
  return Object.fromEntries(rules.map(({ pattern, result }) => [`~${pattern}`, result]));
}

function server(options: PlainServerOptions): string {
  const { siteDirectory, basePath, listen, pagePolicies } = options;
  return `server {
  listen ${listen};
${nginxLogs(options)}${nginxRealAddress(listen)}
  # An empty segment between slashes makes another address, as on every other host.
  merge_slashes off;
  server_tokens off;
  absolute_redirect off;
  root "${siteDirectory}";
  # Links within the site are not followed; the site itself may be behind one.
  disable_symlinks on "from=${siteDirectory}";
  gzip_static on;
  gzip_vary on;
${serverErrors}
  error_page 403 404 =404 @coastwatch_missing;

  # nginx cannot ignore a request header, so it sends itself the request without the header.
  if ($coast_proxies_itself) { rewrite ^ /coastwatch-itself last; }
  if ($coast_method_location) { rewrite ^ $coast_method_location last; }

  location ~ "^${escaped(basePath)}webapi(?:/|$)" {
${addHeaders({ ...commonHeaders, 'Cache-Control': '$coast_cache_control' })}
    add_header Link $coast_link;
    ${ofType(jsonContentType)}
    # API responses have no ranges.
    max_ranges 0;
    try_files $coast_file @coastwatch_other;
  }
  location @coastwatch_other {
${options.proxyTo === undefined ? refusals(options) : proxied(options)}
  }
${internalLocations()}
  location ~ "${hiddenPathPattern(basePath)}" { return 404; }
  location ${basePath} {
    alias "${siteDirectory}/";
    index index.html;
    add_header Cache-Control $coast_file_cache_control;
${Object.keys(openFileHeaders)
  .map((name) => `    add_header ${name} ${openFileVariable(name)};`)
  .join('\n')}
${addHeaders(fileSecurityHeaders, '')}
    add_header Content-Security-Policy $coast_page_policy;
    # With the character set as part of the type: nginx would add it in lower case, and not to all.
    types {
${Object.entries(contentTypes)
  .map(([extension, type]) => `      "${type}" ${extension};`)
  .join('\n')}
    }
    default_type application/octet-stream;
    # A location with an error_page of its own inherits none.
${serverErrors}
    # 301: what nginx answers for a directory without the last slash.
    error_page 301 403 404 =404 @coastwatch_missing;
    error_page 416 @coastwatch_range;
  }
  location @coastwatch_range {
    # Its other headers are those of the file, which nginx adds before it looks at the range.
    ${ofType(plainText)}
    add_header Cache-Control no-store always;
    return 416 "This file has no such part.\\n";
  }
${outsideSite(basePath)}${missingPage(options)}  location @coastwatch_missing {
    ${missingPagePath in pagePolicies ? 'if ($coast_accepts_page) { rewrite ^ /coastwatch-missing-page last; }' : ''}
${addHeaders({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store', Vary: 'Accept' })}
    ${ofType(plainText)}
    return 404 "There is nothing here.\\n";
  }
}
`;
}

/** Errors that nginx itself would describe in HTML. TRACE and CONNECT get a 405 before any rule of the server applies. */
const serverErrors = `  error_page 400 413 414 431 494 501 505 =400 /coastwatch-malformed;
  error_page 405 $coast_method_location;
  error_page 500 502 503 504 =503 /coastwatch-unavailable;`;

/**
 * Paths that are no content, relative to the root of the site or after extra slashes: files for hosts and their tools, API
 * files by other addresses than those of the API, compressed twins, the 404 page, hidden files, and empty segments.
 */
function hiddenPathPattern(basePath: string): string {
  const patterns = [
    ...[missingPagePattern, hostFilePattern, apiFilePattern, precompressedFilePattern],
    ...[`(?!${wellKnownPattern})(?:.*/)?\\.`, '\\.well-known/(?:.*/)?\\.'],
  ];
  return `(?s)^${escaped(basePath)}(?:/*(?:${patterns.join('|')})|(?:.*/)?/)`;
}

/** Locations that only this configuration redirects to. */
function internalLocations(): string {
  const internal = (name: string, lines: string): string => `  location = /coastwatch-${name} {
    internal;
${lines}
  }`;
  return [
    internal(
      'itself',
      `    proxy_pass http://coastwatch_itself$request_uri;
    proxy_http_version 1.1;
${nginxForwardedHeaders()}
    # The request is logged once: when nginx receives it from itself.
    access_log off;
    proxy_set_header If-Match "";
    proxy_set_header If-Unmodified-Since "";
    proxy_set_header Accept-Encoding $coast_accept_encoding;
    proxy_set_header Connection "";`,
    ),
    internal('preflight', `${addHeaders(preflightHeaders)}\n    return 204;`),
    internal('file-preflight', `${addHeaders(openFilePreflightHeaders)}\n    return 204;`),
    internal('method', problem(405, methodBody('$coast_method'), { Allow: allowedMethods })),
    internal(
      'file-method',
      `${addHeaders({ Allow: '$coast_file_methods', 'X-Content-Type-Options': 'nosniff' })}
    ${ofType(plainText)}
    return 405 "This site is read-only.\\n";`,
    ),
    internal('malformed', problem(400, malformedBody())),
    internal('unavailable', problem(503, unavailableBody(), { 'Retry-After': String(retryAfterInSeconds) })),
  ].join('\n');
}

/** What the upstream host answers. */
function proxied({ proxyTo = '', publicOrigin }: PlainServerOptions): string {
  return `    proxy_pass ${proxyTo};
    proxy_http_version 1.1;
${nginxForwardedHeaders(publicOrigin)}
    proxy_set_header Connection "";
    proxy_read_timeout 15s;`;
}

/** What no file answers and no upstream host either: a query, an unknown identifier or an unknown path. */
function refusals({ basePath, fullInterfaceUrl }: PlainServerOptions): string {
  return `${problemHeaders()}
    if ($request_uri ~ ${quoted(queryPattern(basePath))}) { return 400 ${quoted(queryBody(fullInterfaceUrl))}; }
    return 404 $coast_missing_body;`;
}

/** An error of the API. */
function problem(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  return `${problemHeaders(headers)}\n    return ${status} ${quoted(body)};`;
}

function problemHeaders(headers: Readonly<Record<string, string>> = {}): string {
  return `${addHeaders({ ...commonHeaders, 'Cache-Control': problemCacheControl, ...headers })}
    ${ofType(jsonContentType)}`;
}

/** The page for unknown addresses. Its status is that of the error for which it is sent. */
function missingPage({ siteDirectory, pagePolicies }: PlainServerOptions): string {
  const policy = pagePolicies[missingPagePath];
  if (policy === undefined) return '';
  return `  location = /coastwatch-missing-page {
    internal;
    alias "${siteDirectory}/${missingPagePath}";
    ${ofType(contentTypeOf(missingPagePath) ?? '')}
    etag off;
    add_header Last-Modified "" always;
${addHeaders({
  ...fileSecurityHeaders,
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
  Vary: 'Accept',
})}
  }
`;
}

/** For a site that is not at the root of its host: there is nothing outside its base path. */
function outsideSite(basePath: string): string {
  if (basePath === '/') return '';
  return `  location = ${basePath.slice(0, -1)} {
    add_header Cache-Control ${revalidateCacheControl} always;
    return 301 ${basePath}$is_args$args;
  }
  location / { return 404; }
`;
}

/** One type, whatever the extension: to an empty list of types nginx would add its own. */
function ofType(type: string): string {
  return `types { "${type}" txt; } default_type "${type}";`;
}

/** By default also on errors. */
function addHeaders(headers: Readonly<Record<string, string>>, when = ' always'): string {
  return Object.entries(headers)
    .map(([name, value]) => `    add_header ${name} "${value}"${when};`)
    .join('\n');
}

/** The variable that is the value of a header for open files, and empty for other files. */
function openFileVariable(header: string): string {
  return `$coast_${header.toLowerCase().replaceAll('-', '_')}`;
}

/** A text in which nginx replaces only its variables. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
