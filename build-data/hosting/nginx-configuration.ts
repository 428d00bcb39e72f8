import { jsonContentType } from '../../core/api/headers.ts';
import { hostFilePattern, interfaceFilePattern, twinPattern, wellKnownPattern } from '../../core/site/content-paths.ts';
import { askedAnew, contentTypeOf, contentTypes } from '../../core/site/file-headers.ts';
import { missingPagePath, missingPagePattern } from '../../core/site/missing-page.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import { apiHeaders, ofType, ownAnswers, plainText, proxied, refusals } from './nginx-answers.ts';
import { nginxMaps, openFileVariables } from './nginx-maps.ts';
import type { PlainServerOptions } from './plain-server-options.ts';
import { nginxForwarding, nginxLogFormat, nginxLogs, nginxRealAddress } from './server-logs.ts';
import { escapeForRegularExpression as escaped } from './regular-expression.ts';

/** A configuration of nginx for the `http` context: maps, and a server. */
export function nginxConfiguration(options: PlainServerOptions): string {
  return `# Written by the build; see docs/publishing.md. Include it in the http context of nginx.
${nginxMaps(options)}${nginxForwarding(options)}${nginxLogFormat(options)}# Where this server reaches itself.
upstream coastwatch_itself {
  server ${ownAddress(options.listen)};
}
${server(options)}`;
}

function server(options: PlainServerOptions): string {
  const { siteDirectory, basePath, listen, proxyTo, publicOrigin } = options;
  return `server {
  listen ${listen};
${nginxLogs(options)}${nginxRealAddress(listen)}
  # Slashes count, as everywhere else.
  merge_slashes off;
  server_tokens off;
  absolute_redirect off;
  root "${siteDirectory}";
  # Links that somebody has put into the site are not followed; the site may itself be behind one.
  disable_symlinks on "from=${siteDirectory}";
  gzip_static on;
  gzip_vary on;
${serverErrors('  ')}
  # Nobody else than this configuration asks for what is internal.
  error_page 403 404 =404 @coastwatch_nothing;

  # The only condition that counts is whether an answer is still the same, and parts are taken from uncompressed files.
  # nginx cannot ignore a request header, so it asks itself without it.
  if ($coast_asks_itself) { rewrite ^ /coastwatch-itself last; }
  if ($coast_turn = preflight) { rewrite ^ /coastwatch-preflight last; }
  if ($coast_turn = file_preflight) { rewrite ^ /coastwatch-file-preflight last; }
  if ($coast_turn = method) { rewrite ^ /coastwatch-method last; }
  if ($coast_turn = file_method) { rewrite ^ /coastwatch-file-method last; }

  location ~ ^${escaped(basePath)}webapi(?:/|$) {
${apiHeaders()}
    add_header Cache-Control $coast_cache_control always;
    add_header Link $coast_link;
    ${ofType(jsonContentType)}
    # The whole answer.
    max_ranges 0;
${serverErrors('    ')}
    try_files $coast_file @coastwatch_other;
  }
  location @coastwatch_other {
${proxyTo === undefined ? refusals(options) : proxied(proxyTo, publicOrigin)}
  }
${ownAnswers(options)}

${notContent(basePath)}
  location ${basePath} {
    alias "${siteDirectory}/";
    index index.html;
    add_header Cache-Control $coast_file_cache_control;
${openFile()}
${fileSecurity()}
    add_header Content-Security-Policy $coast_page_policy;
    types {
${types()}
    }
    default_type application/octet-stream;
${serverErrors('    ')}
    # 301: what nginx says to the name of a folder.
    error_page 301 403 404 =404 @coastwatch_nothing;
    error_page 416 @coastwatch_range;
  }
  location @coastwatch_range {
    # Its other headers are those of the file, which nginx adds before it looks at the range.
    ${ofType(plainText)}
    add_header Cache-Control no-store always;
    return 416 "This file has no such part.\\n";
  }
${besideSite(basePath)}${missingPage(options)}  location @coastwatch_nothing {
    ${missingPagePath in options.pagePolicies ? 'if ($coast_accepts_page) { rewrite ^ /coastwatch-missing-page last; }' : ''}
    ${ofType(plainText)}
    add_header X-Content-Type-Options nosniff always;
    add_header Cache-Control no-store always;
    add_header Vary Accept always;
    return 404 "There is nothing here.\\n";
  }
}
`;
}

/** Where nginx would say something in HTML by itself. A level that names one error of its own must name all. */
function serverErrors(indent: string): string {
  return [
    'error_page 400 413 414 431 494 501 505 =400 /coastwatch-malformed;',
    '# TRACE and CONNECT are refused before any rule here is looked at.',
    'error_page 405 /coastwatch-refused-method;',
    'error_page 500 502 503 504 =503 /coastwatch-unavailable;',
  ]
    .map((line) => indent + line)
    .join('\n');
}

/**
 * What is nothing to readers: what stands in the folder for hosts and their tools, answers of the interface by other
 * addresses than its own, twins by their own names, the page for other addresses, and addresses with an empty name between
 * slashes.
 */
function notContent(basePath: string): string {
  const root = `^${escaped(basePath)}/*`;
  const hidden = `(?s)${root}(?!${wellKnownPattern})(?:.*/)?\\.`;
  const patterns = [
    `(?s)${root}${missingPagePattern}`,
    ...[`(?s)${root}${hostFilePattern}`, `(?s)${root}${interfaceFilePattern}`],
    ...[`(?s)${root}${twinPattern}`, `(?s)^${escaped(basePath)}(?:.*/)?/`],
    ...[hidden, `(?s)${root}\\.well-known/(?:.*/)?\\.`],
  ];
  return patterns
    .map((pattern) => `  location ~ "${pattern}" { error_page 404 =404 @coastwatch_nothing; return 404; }`)
    .join('\n');
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
${fileSecurity(' always')}
    add_header Content-Security-Policy "${policy}" always;
    add_header Cache-Control no-store always;
    add_header Vary Accept always;
  }
`;
}

/** What is asked of a server whose site is not at its root: all else is nothing, and never a file by another name. */
function besideSite(basePath: string): string {
  if (basePath === '/') return '';
  return `  location = ${basePath.slice(0, -1)} {
    add_header Cache-Control ${askedAnew} always;
    return 301 ${basePath}$is_args$args;
  }
  location / {
    error_page 404 =404 @coastwatch_nothing;
    return 404;
  }
`;
}

function openFile(): string {
  return Object.entries(openFileVariables)
    .map(([name, variable]) => `    add_header ${name} ${variable};`)
    .join('\n');
}

function fileSecurity(when = ''): string {
  return Object.entries(fileSecurityHeaders)
    .map(([name, value]) => `    add_header ${name} "${value}"${when};`)
    .join('\n');
}

/** With the character set as part of the type: nginx would add it in lower case, and not to all. */
function types(): string {
  return Object.entries(contentTypes)
    .map(([ending, type]) => `      "${type}" ${ending};`)
    .join('\n');
}

/** Where a server that listens at an address reaches itself. */
function ownAddress(listen: string): string {
  return listen.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]');
}
