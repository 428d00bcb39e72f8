import { allowedMethods, retryAfterInSeconds } from '../../core/api/problems.ts';
import {
  binaryContentType,
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
import { embedDirectory } from '../../core/site/embedding.ts';
import {
  apiFilePattern,
  hostFilePattern,
  missingPagePath,
  missingPagePattern,
  precompressedFilePattern,
  wellKnownPattern,
} from '../../core/site/site-paths.ts';
import {
  apiPathPattern,
  escapeForRegularExpression as escaped,
  fileRules,
  indentBlocks,
  type PlainServerOptions,
  problemRules,
  queryPattern,
} from './plain-server.ts';

/** Debian rotates all logs in this directory. */
export const defaultNginxLogs = {
  accessLog: '/var/log/nginx/coastwatch.access.log',
  errorLog: '/var/log/nginx/coastwatch.error.log',
} as const;

const plainText = contentTypes['txt'] ?? '';

/** A configuration of nginx for the `http` context: maps, and a server. */
export function nginxConfiguration(options: PlainServerOptions): string {
  const itself = options.listen.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]');
  return indentBlocks(
    `# Written by the build; see docs/publishing.md. Include it in the http context of nginx.
    ${maps(options)}
    ${forwardingMaps(options)}
    ${logFormat(options)}
    # The address at which this server reaches itself.
    upstream coastwatch_itself {
      server ${itself};
    }
    ${server(options)}`,
    '  ',
  );
}

function maps(options: PlainServerOptions): string {
  const { basePath, pagePolicies } = options;
  const base = escaped(basePath);
  const openFile = base + openPathPattern;
  const policies = Object.entries(pagePolicies).map(
    ([page, policy]) =>
      [`^${escaped(basePath + page).replace(/index\\\.html$/, '(?:index\\.html)?')}$`, policy] as const,
  );
  return [
    '# The file with the response to an API request, by the URL as it was sent.',
    map('$request_uri', '$coast_file', '', fileRules(basePath)),
    '# After an internal redirect for an error, $request_method is GET.',
    map('$request', '$coast_method', 'unknown', [['^([A-Z_-]{1,100}) ', '$1']]),
    map('"$status $coast_method $request_uri"', '$coast_problem', '', problemRules(options)),
    map('$status', '$coast_retry_after', '', [['^503$', String(retryAfterInSeconds)]]),
    map('"$status $request_uri"', '$coast_allow', '', [
      [`^405 ${apiPathPattern(options)}`, allowedMethods],
      [`^405 ${openFile}`, openFileMethods],
      ['^405 ', 'GET, HEAD'],
    ]),
    map('$status', '$coast_text', 'There is nothing here.', [['^405$', 'This site is read-only.']]),
    map('"$status $http_accept"', '$coast_sends_page', '', [
      ...(missingPagePath in pagePolicies ? [['^404 .*\\b(?i:text/html)\\b', '1'] as const] : []),
    ]),
    '# Internal locations.',
    map('$uri', '$coast_error', '/coastwatch-text', [[`^${apiPathPattern(options)}`, '/coastwatch-problem']]),
    map('"$request_method $uri"', '$coast_preflight', '', [
      [`^OPTIONS ${apiPathPattern(options)}`, '/coastwatch-preflight'],
      [`^OPTIONS ${openFile}`, '/coastwatch-file-preflight'],
    ]),
    map('$uri', '$coast_file_cache_control', revalidateCacheControl, [
      [`^${base}${hashedPathPattern}`, immutableCacheControl],
    ]),
    ...Object.entries(openFileHeaders).map(([name, value]) =>
      map('$uri', openFileVariable(name), '', [[`^${openFile}`, value]]),
    ),
    map('$uri', '$coast_page_policy', '', policies),
    '# Ranges apply to the file itself, never to a compressed copy.',
    map('"$http_range|$http_accept_encoding"', '$coast_range_of_copy', '', [['.\\|.', '1']]),
    map('$http_range', '$coast_accept_encoding', '', [['^$', '$http_accept_encoding']]),
    map('"$http_if_match$http_if_unmodified_since$coast_range_of_copy"', '$coast_proxies_itself', '', [['.', '1']]),
  ].join('\n');
}

/** Sets a variable to the value of the first regular expression that matches. */
function map(
  source: string,
  variable: string,
  defaultValue: string,
  rules: readonly (readonly [pattern: string, value: string])[],
): string {
  const lines = rules.map(([pattern, value]) => `${quoted(`~${pattern}`)} ${quoted(value)};`);
  return [`map ${source} ${variable} {`, `default ${quoted(defaultValue)};`, ...lines, '}'].join('\n');
}

function server(options: PlainServerOptions): string {
  const { siteDirectory, basePath, listen, proxyTo } = options;
  return `server {
    listen ${listen};
    ${logs(options)}
    ${localAddresses(listen)
      .map((address) => `set_real_ip_from ${address};`)
      .join('\n')}
    real_ip_header X-Forwarded-For;
    # A path with an empty segment between slashes is another path, as on every other host.
    merge_slashes off;
    server_tokens off;
    absolute_redirect off;
    root "${siteDirectory}";
    # Links within the site are not followed; the path of the site itself may contain links.
    disable_symlinks on "from=${siteDirectory}";
    gzip_static on;
    gzip_vary on;

    # Errors that nginx itself would describe in HTML. 301 is its response for a directory without the final slash.
    # 412 is for an If-Match or If-Unmodified-Since without a value, which no map can distinguish from a missing one.
    error_page 400 412 413 414 431 494 501 505 =400 /coastwatch-problem;
    error_page 301 403 404 =404 $coast_error;
    error_page 405 $coast_error;
    error_page 416 @coastwatch_range;
    error_page 500 502 503 504 =503 /coastwatch-problem;
    # nginx cannot ignore a request header, so it sends the request to itself without the header.
    if ($coast_proxies_itself) { rewrite ^ /coastwatch-itself last; }
    if ($coast_preflight) { rewrite ^ $coast_preflight last; }
    # The method of a malformed request is empty.
    if ($request_method !~ "^(?:GET|HEAD|)$") { return 405; }

    location ~ "^${apiPathPattern(options)}" {
      ${addHeaders({ ...commonHeaders, 'Cache-Control': revalidateCacheControl, Link: describedByLink(basePath) }, '')}
      ${ofType(jsonContentType, { flatbush: binaryContentType })}
      # API responses have no ranges.
      max_ranges 0;
      ${
        proxyTo === undefined
          ? `if ($request_uri ~ ${quoted(queryPattern(basePath))}) { return 400; }
      try_files $coast_file =404;`
          : 'try_files $coast_file @coastwatch_upstream;'
      }
    }
    ${proxyTo === undefined ? '' : upstream(proxyTo, options.publicOrigin)}
    location = /coastwatch-itself {
      internal;
      # The request is logged only once, when nginx receives it from itself.
      access_log off;
      proxy_pass http://coastwatch_itself$request_uri;
      ${forwardedHeaders()}
      proxy_set_header If-Match "";
      proxy_set_header If-Unmodified-Since "";
      proxy_set_header Accept-Encoding $coast_accept_encoding;
    }
    location = /coastwatch-preflight {
      internal;
      ${addHeaders(preflightHeaders)}
      return 204;
    }
    location = /coastwatch-file-preflight {
      internal;
      ${addHeaders(openFilePreflightHeaders)}
      return 204;
    }
    # Responses to errors keep the status of the error.
    location = /coastwatch-problem {
      internal;
      ${addHeaders({
        ...commonHeaders,
        'Cache-Control': problemCacheControl,
        Allow: '$coast_allow',
        'Retry-After': '$coast_retry_after',
      })}
      ${ofType(jsonContentType)}
      return 200 $coast_problem;
    }
    location = /coastwatch-text {
      internal;
      if ($coast_sends_page) { rewrite ^ /coastwatch-missing-page last; }
      ${addHeaders({
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': problemCacheControl,
        Vary: 'Accept',
        Allow: '$coast_allow',
      })}
      ${ofType(plainText)}
      return 200 "$coast_text\\n";
    }
    location = /coastwatch-missing-page {
      internal;
      alias "${siteDirectory}/${missingPagePath}";
      ${ofType(contentTypeOf(missingPagePath) ?? '')}
      etag off;
      ${addHeaders({
        ...fileSecurityHeaders,
        'Content-Security-Policy': options.pagePolicies[missingPagePath] ?? '',
        'Cache-Control': problemCacheControl,
        Vary: 'Accept',
        'Last-Modified': '',
      })}
    }
    location @coastwatch_range {
      # The other headers are those of the file, which nginx adds before it checks the range.
      ${addHeaders({ 'Cache-Control': problemCacheControl })}
      ${ofType(plainText)}
      return 416 "This file has no such part.\\n";
    }
    ${redirectToSlash(basePath + embedDirectory)}
    location ~ "${hiddenPathPattern(basePath)}" { return 404; }
    location ${basePath} {
      alias "${siteDirectory}/";
      index index.html;
      ${addHeaders(
        {
          ...fileSecurityHeaders,
          'Cache-Control': '$coast_file_cache_control',
          'Content-Security-Policy': '$coast_page_policy',
          ...Object.fromEntries(Object.keys(openFileHeaders).map((name) => [name, openFileVariable(name)])),
        },
        '',
      )}
      # The character set is part of the type: nginx would add it in lower case, and not to all types.
      types {
        ${Object.entries(contentTypes)
          .map(([extension, type]) => `"${type}" ${extension};`)
          .join('\n')}
      }
      default_type application/octet-stream;
    }
    ${basePath === '/' ? '' : outsideSite(basePath)}
  }`;
}

/**
 * Matches paths that are not content, relative to the root of the site or after extra slashes: files for hosts and
 * their tools, API files at paths other than those of the API, compressed copies, the 404 page, hidden files, and empty
 * segments.
 */
function hiddenPathPattern(basePath: string): string {
  const patterns = [
    ...[missingPagePattern, hostFilePattern, apiFilePattern, precompressedFilePattern],
    ...[`(?!${wellKnownPattern})(?:.*/)?\\.`, '\\.well-known/(?:.*/)?\\.'],
  ];
  return `(?s)^${escaped(basePath)}(?:/*(?:${patterns.join('|')})|(?:.*/)?/)`;
}

/** Redirects the base path without its final slash, and serves nothing else outside the base path. */
function outsideSite(basePath: string): string {
  return `${redirectToSlash(basePath)}
    location / { return 404; }`;
}

/**
 * Redirects the path of a directory without its final slash. A location with its own error_page inherits no others, so
 * the server's error_page for 301 does not apply to the redirect.
 */
function redirectToSlash(directory: string): string {
  return `location = ${directory.slice(0, -1)} {
      error_page 500 =503 /coastwatch-problem;
      ${addHeaders({ 'Cache-Control': revalidateCacheControl })}
      return 301 ${directory}$is_args$args;
    }`;
}

function upstream(proxyTo: string, publicOrigin: string | undefined): string {
  return `location @coastwatch_upstream {
      proxy_pass ${proxyTo};
      ${forwardedHeaders(publicOrigin)}
      proxy_read_timeout 15s;
    }`;
}

/** Headers that report the client and its request to the upstream host. */
function forwardedHeaders(publicOrigin?: string): string {
  return `proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host ${publicOrigin === undefined ? '$http_host' : new URL(publicOrigin).host};
      proxy_set_header X-Forwarded-Proto $coast_scheme;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Request-Id $coast_request_id;`;
}

/**
 * Determines which clients are on this machine, and what a proxy there reports about the original client. nginx is such
 * a proxy when it sends a request to itself. The headers of any other client are ignored, since they could claim
 * anything.
 */
function forwardingMaps({ listen, publicOrigin }: PlainServerOptions): string {
  const scheme = publicOrigin === undefined ? '$scheme' : new URL(publicOrigin).protocol.slice(0, -1);
  return [
    'geo $realip_remote_addr $coast_is_local {',
    'default 0;',
    ...localAddresses(listen).map((address) => `${address} 1;`),
    '}',
    map(
      // The Node host parses the headers. Without X-Forwarded-Proto, it reads Forwarded, which nginx passes on.
      '"$coast_is_local|$http_x_forwarded_proto|$http_forwarded"',
      '$coast_scheme',
      scheme,
      publicOrigin === undefined ? [['^1\\|([^|]+)\\|', '$1'] as const, ['^1\\|\\|.', ''] as const] : [],
    ),
    map('"$coast_is_local|$http_x_request_id"', '$coast_request_id', '$request_id', [
      ['^1\\|([A-Za-z0-9._-]{1,64})$', '$1'],
    ]),
  ].join('\n');
}

/** Loopback, and the address that nginx uses to reach itself. */
function localAddresses(listen: string): string[] {
  const host = listen.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  const isAddress = /^[\d.]+$|:/.test(host) && !/^(?:0\.0\.0\.0|::1?|127\..*)$/.test(host);
  return ['127.0.0.0/8', '::1', ...(isAddress ? [host] : [])];
}

/**
 * The fields of the access log, one JSON object per line. Numbers have no quotes; all other values are quoted and
 * escaped.
 */
const logFields: Readonly<Record<string, string>> = {
  time: '"$time_iso8601"',
  requestId: '"$coast_request_id"',
  remoteAddress: '"$remote_addr"',
  method: '"$request_method"',
  path: '"$coast_log_request_uri"',
  host: '"$coast_log_http_host"',
  status: '$status',
  bytes: '$bytes_sent',
  durationInSeconds: '$request_time',
  upstreamDurationInSeconds: '"$upstream_response_time"',
  userAgent: '"$coast_log_http_user_agent"',
  referer: '"$coast_log_http_referer"',
};
/** Variables whose values clients choose. nginx does not escape bytes above 0x7F, so a line could be invalid UTF-8. */
const clientVariables = ['request_uri', 'http_host', 'http_user_agent', 'http_referer'];

function logFormat({ accessLog }: PlainServerOptions): string {
  if (accessLog === undefined || accessLog === 'off') return '';
  const fields = Object.entries(logFields).map(([name, value]) => `"${name}":${value}`);
  return [
    ...clientVariables.map((variable) =>
      map(`$${variable}`, `$coast_log_${variable}`, '(not ASCII)', [['^[\\x00-\\x7f]*$', `$${variable}`]]),
    ),
    `log_format coastwatch_json escape=json '{${fields.join(',')}}';`,
  ].join('\n');
}

/** The log settings. For an undefined path, nginx uses the setting of the `http` context. */
function logs({ accessLog, errorLog }: PlainServerOptions): string {
  const format = accessLog === 'off' ? 'off' : `"${accessLog ?? ''}" coastwatch_json`;
  return [
    accessLog === undefined ? '' : `access_log ${format};`,
    errorLog === undefined ? '' : `error_log "${errorLog}" warn;`,
  ].join('\n');
}

/** Sets one type for all extensions except `others`. If the list of types were empty, nginx would use its own list. */
function ofType(type: string, others: Readonly<Record<string, string>> = {}): string {
  const otherTypes = Object.entries(others).map(([extension, other]) => `"${other}" ${extension};`);
  return `types { "${type}" txt; ${otherTypes.join(' ')} } default_type "${type}";`;
}

/** Adds headers, by default even to errors. nginx omits a header whose value is empty. */
function addHeaders(headers: Readonly<Record<string, string>>, when = ' always'): string {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} ${quoted(value)}${when};`)
    .join('\n');
}

/** The name of the variable that has the value of a header for open files, and is empty for other files. */
function openFileVariable(header: string): string {
  return `$coast_${header.toLowerCase().replaceAll('-', '_')}`;
}

/** A text in which nginx replaces only its variables. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
