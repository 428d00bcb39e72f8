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
  hostFilePattern,
  apiFilePattern,
  missingPagePath,
  missingPagePattern,
  precompressedFilePattern,
} from '../../core/site/site-paths.ts';
import {
  apiPattern,
  escapeForRegularExpression as escaped,
  fileRules,
  indentBlocks,
  type PlainServerOptions,
  problemRules,
  queryPattern,
} from './plain-server.ts';

/** The name of standard error as an access log; systemd stores it in its journal. */
export const caddyStandardError = 'stderr';

/** The time limit for the complete head of a request, no longer than the defaults of other servers. */
const headerTimeout = '15s';
const uriAsSent = '{http.request.orig_uri}';

/** By default, Caddy 2.6 sends this header only with a compressed copy. `defer` prevents a second one from Caddy itself. */
const varyHeader = `header {
  Vary Accept-Encoding
  defer
}`;

/** The Caddyfile for a built site. */
export function caddyConfiguration(options: PlainServerOptions): string {
  const { siteDirectory, basePath, listen, errorLog } = options;
  const openFile = raw(`^${escaped(basePath)}${openPathPattern}`);
  return indentBlocks(
    `# Written by the build; see docs/publishing.md.
    {
      admin off
      auto_https off
      # By default, Caddy has no time limits. This limit applies only to the head of a request: a limit for bodies would
      # cut off responses of the upstream host to slow clients.
      servers {
        timeouts {
          read_header ${headerTimeout}
        }
      }
      ${errorLog === undefined ? '' : log(logFile(errorLog), 'format json')}
    }
    # No host name, since a proxy in front of Caddy may use any.
    http://:${listen.replace(/^.*:/, '')} {
      bind ${listen.replace(/:[^:]*$/, '')}
      root * ${quoted(siteDirectory)}
      ${accessLog(options)}
      route {
        # As on every other host, only the conditions If-None-Match and If-Modified-Since apply.
        request_header -If-Match
        request_header -If-Unmodified-Since
        # A URL that ends with the host name.
        @no_path expression ${raw('{http.request.uri.path} == ""')}
        rewrite @no_path /
        @api vars_regexp ${uriAsSent} ${raw(apiPattern(options))}
        handle @api {
          route {
            ${apiRoutes(options)}
          }
        }
        @file_preflight {
          method OPTIONS
          path_regexp ${openFile}
        }
        handle @file_preflight {
          ${headers(openFilePreflightHeaders)}
          respond 204
        }
        @other_method not method GET HEAD
        error @other_method 405
        # Ranges apply to the file itself, never to a compressed copy.
        @range header Range *
        request_header @range -Accept-Encoding
        ${siteRoutes(options)}
        error 404
      }
      handle_errors {
        ${errorRoutes(options, openFile)}
      }
    }`,
    '\t',
  );
}

/**
 * The response to an API request is a file if there is one, otherwise the response of the upstream host or an error.
 */
function apiRoutes({ basePath, proxyTo, publicOrigin }: PlainServerOptions): string {
  return `@preflight method OPTIONS
    handle @preflight {
      ${headers(preflightHeaders)}
      respond 204
    }
    ${map(uriAsSent, '{coast_file}', fileRules(basePath), '/')}
    @file {
      method GET HEAD
      file {coast_file}
    }
    handle @file {
      route {
        ${headers({
          ...commonHeaders,
          'Content-Type': jsonContentType,
          'Cache-Control': revalidateCacheControl,
          Link: describedByLink(basePath),
        })}
        @index vars_regexp {coast_file} \\.flatbush$
        ${headers({ 'Content-Type': binaryContentType }, '@index ')}
        # API responses have no ranges.
        request_header -Range
        ${varyHeader}
        rewrite * {coast_file}
        file_server {
          precompressed br gzip
        }
      }
    }
    ${
      proxyTo === undefined
        ? `@method not method GET HEAD
    error @method 405
    @query vars_regexp ${uriAsSent} ${raw(queryPattern(basePath))}
    error @query 400
    error 404`
        : upstream(proxyTo, publicOrigin)
    }`;
}

function upstream(proxyTo: string, publicOrigin: string | undefined): string {
  const { host, protocol } = publicOrigin === undefined ? {} : new URL(publicOrigin);
  const source = '{http.request.remote.host}|{http.request.header.X-Forwarded-Proto}|{http.request.header.Forwarded}';
  const local = '^(?:127\\.[0-9.]+|::1)';
  const rules = [[`${local}\\|([^|]+)\\|`, '${1}'] as const, [`${local}\\|\\|.`, ''] as const];
  const scheme = protocol?.slice(0, -1) ?? '{http.request.scheme}';
  return `# Caddy reports its own scheme, unless another proxy on this machine reports one. The Node host parses the headers;
    # without X-Forwarded-Proto, it reads Forwarded, which Caddy passes on.
    ${map(quoted(source), '{coast_scheme}', protocol === undefined ? rules : [], scheme)}
    reverse_proxy ${proxyTo} {
      ${host === undefined ? '' : `header_up Host ${host}`}
      header_up X-Forwarded-Proto {coast_scheme}
      ${protocol === undefined ? 'trusted_proxies 127.0.0.0/8 ::1' : ''}
      header_up X-Request-Id {http.request.uuid}
      # With compression, Caddy would request compressed responses and drop their length. It must also close idle
      # connections before the Node host does, after 75 seconds.
      transport http {
        compression off
        keepalive 30s
      }
    }`;
}

/**
 * The files of the site. In a route, Caddy keeps the order of directives: it must strip the prefix before it sets
 * headers.
 */
function siteRoutes({ basePath, pagePolicies }: PlainServerOptions): string {
  // Unlike regular expressions, `path` matches the normalized path.
  const policies = Object.entries(pagePolicies).map(
    ([page, policy], index) => `@page_${index} path /${page} /${page.replace(/index\.html$/, '')}
      ${headers({ 'Content-Security-Policy': policy }, `@page_${index} `)}`,
  );
  const types = Object.entries(contentTypes).map(([extension, type]) => [`\\.${extension}$`, type] as const);
  const hidden = [hostFilePattern, apiFilePattern, precompressedFilePattern, missingPagePattern];
  const withoutSlash = basePath.slice(0, -1);
  return `${redirectToSlash('embed_no_slash', basePath + embedDirectory)}
    ${
      basePath === '/'
        ? 'route {'
        : `${redirectToSlash('no_slash', basePath)}
    # Unlike \`path\`, this distinguishes upper and lower case.
    @base path_regexp ^${escaped(basePath)}
    route @base {
      uri strip_prefix ${withoutSlash}`
    }
      ${headers({ ...fileSecurityHeaders, 'Cache-Control': revalidateCacheControl })}
      ${policies.join('\n')}
      ${map('{http.request.uri.path}', '{coast_type}', [...types, ['/$', contentTypes['html'] ?? '']], '')}
      @type vars_regexp {coast_type} .
      header @type Content-Type {coast_type}
      @hashed path_regexp ^/${hashedPathPattern}
      ${headers({ 'Cache-Control': immutableCacheControl }, '@hashed ')}
      @open path_regexp ^/${openPathPattern}
      ${headers(openFileHeaders, '@open ')}
      # Not content: files for hosts and their tools, API files at paths other than those of the API, compressed copies,
      # the 404 page and, in the URL as it was sent, empty segments.
      @empty_segment vars_regexp ${uriAsSent} ${raw('^(?:[A-Za-z]+://[^/?]*)?/(?:[^?]*/)?/')}
      error @empty_segment 404
      @hidden path_regexp ${raw(`(?s)^/+(?:${hidden.join('|')})`)}
      error @hidden 404
      ${varyHeader}
      file_server {
        precompressed br gzip
        hide .*
      }
    }`;
}

/**
 * For the API and for malformed requests, errors have the body of API errors. Other errors are text, or the 404 page.
 */
function errorRoutes(options: PlainServerOptions, openFile: string): string {
  const policy = options.pagePolicies[missingPagePath];
  const statuses = [
    ['^4(?:00|05)$', '${0}'],
    ['^5', '503'],
  ] as const;
  return `${map('{err.status_code}', '{coast_status}', statuses, '404')}
    @file_error {
      not vars_regexp ${uriAsSent} ${raw(apiPattern(options))}
      not vars_regexp {coast_status} 400
    }
    handle @file_error {
      ${headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': problemCacheControl, Vary: 'Accept' })}
      @missing_page {
        not vars_regexp {coast_status} 405
        header Accept *text/html*
        file /${missingPagePath}
      }
      handle @missing_page {
        ${headers({ ...fileSecurityHeaders, 'Content-Security-Policy': policy ?? '', 'Content-Type': contentTypes['html'] ?? '' })}
        # Conditions and ranges do not apply to the 404 page.
        ${['If-None-Match', 'If-Modified-Since', 'Range'].map((name) => `request_header -${name}`).join('\n')}
        ${['Etag', 'Last-Modified'].map((name) => `header -${name}`).join('\n')}
        rewrite * /${missingPagePath}
        file_server {
          status 404
        }
      }
      handle {
        ${headers({ 'Content-Type': contentTypes['txt'] ?? '' })}
        @method vars_regexp {coast_status} 405
        header @method Allow "GET, HEAD"
        @open_method {
          vars_regexp {coast_status} 405
          path_regexp ${openFile}
        }
        header @open_method Allow "${openFileMethods}"
        respond @method "This site is read-only." 405
        respond "There is nothing here." 404
      }
    }
    handle {
      ${headers({ ...commonHeaders, 'Content-Type': jsonContentType, 'Cache-Control': problemCacheControl })}
      @405 vars_regexp {coast_status} 405
      ${headers({ Allow: allowedMethods }, '@405 ')}
      @503 vars_regexp {coast_status} 503
      ${headers({ 'Retry-After': String(retryAfterInSeconds) }, '@503 ')}
      ${map(quoted(`{coast_status} {http.request.method} ${uriAsSent}`), '{coast_problem}', problemRules(options), '')}
      respond {coast_problem} {coast_status}
    }`;
}

/** Redirects the path of a directory without its final slash. */
function redirectToSlash(name: string, directory: string): string {
  return `@${name} vars_regexp ${name} ${uriAsSent} ${raw(`^(?:[A-Za-z]+://[^/?]*)?${escaped(directory.slice(0, -1))}(\\?.*)?$`)}
    handle @${name} {
      header Cache-Control ${revalidateCacheControl}
      redir * ${directory}{re.${name}.1} 301
    }`;
}

/** The request identifier is also a response header, because Caddy 2.6 has no other log field for it. */
function accessLog({ accessLog: path }: PlainServerOptions): string {
  if (path === undefined || path === 'off') return '';
  const output = path === caddyStandardError ? 'output stderr' : logFile(path);
  return `${log(output, 'format json {\ntime_format rfc3339_nano\n}')}
    header X-Request-Id {http.request.uuid}`;
}

function log(output: string, format: string): string {
  return `log {\n${output}\n${format}\n}`;
}

/** Caddy rotates its files itself. */
function logFile(path: string): string {
  return `output file ${quoted(path)} {\nroll_size 100MiB\nroll_keep 10\nroll_keep_for 720h\n}`;
}

/** Sets a placeholder to the value of the first regular expression that matches. */
function map(
  source: string,
  placeholder: string,
  rules: readonly (readonly [pattern: string, value: string])[],
  defaultValue: string,
): string {
  const lines = rules.map(([pattern, value]) => `${raw(`~${pattern}`)} ${raw(value)}`);
  return [`map ${source} ${placeholder} {`, ...lines, `default ${raw(defaultValue)}`, '}'].join('\n');
}

/** Sets headers for every request, or only for requests that a matcher such as `@open ` selects. */
function headers(values: Readonly<Record<string, string>>, matcher = ''): string {
  return Object.entries(values)
    .map(([name, value]) => `header ${matcher}${name} ${quoted(value)}`)
    .join('\n');
}

/** A text in which Caddy replaces only placeholders. */
function raw(text: string): string {
  return `\`${text}\``;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
