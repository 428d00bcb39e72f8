import { allowedMethods, retryAfterInSeconds } from '../../core/api/problems.ts';
import { commonHeaders, jsonContentType, preflightHeaders, problemCacheControl } from '../../core/api/headers.ts';
import { askedAnew, contentTypes } from '../../core/site/file-headers.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import { nginxMaps } from './nginx-maps.ts';
import type { PlainServerOptions } from './plain-server-options.ts';
import { escapeForRegularExpression as escaped } from './regular-expression.ts';
import {
  malformedBody,
  methodBody,
  missingRecordBody,
  oddPathBody,
  queryBody,
  tables,
  unavailableBody,
  unknownPathBody,
} from './plain-answers.ts';

/** A configuration of nginx for the `http` context: maps, and a server. */
export function nginxConfiguration(options: PlainServerOptions): string {
  return `# Written by the build; see docs/publishing.md. Include it in the http context of nginx.
${nginxMaps(options)}
${server(options)}`;
}

const plainText = 'text/plain; charset=UTF-8';

/** One type, whatever the address ends in: to an empty list of types nginx would add some of its own. */
const ofType = (type: string): string => `types { "${type}" txt; } default_type "${type}";`;

function apiHeaders(): string {
  return Object.entries(commonHeaders)
    .map(([name, value]) => `    add_header ${name} "${value}" always;`)
    .join('\n');
}

function problemHeaders(): string {
  return `${apiHeaders()}
    add_header Cache-Control ${problemCacheControl} always;
    ${ofType(jsonContentType)}`;
}

function server(options: PlainServerOptions): string {
  const { siteDirectory, basePath, listen, proxyTo } = options;
  const preflight = Object.entries(preflightHeaders).map(
    ([name, value]) => `    add_header ${name} "${value}" always;`,
  );
  return `server {
  listen ${listen};
  # Slashes count, as everywhere else.
  merge_slashes off;
  server_tokens off;
  absolute_redirect off;
  root "${siteDirectory}";
  gzip_static on;
  gzip_vary on;
${serverErrors('  ')}
  # Nobody else than this configuration asks for what is internal.
  error_page 403 404 = @coastwatch_nothing;

  if ($coastwatch_turn = preflight) { rewrite ^ /coastwatch-preflight last; }
  if ($coastwatch_turn = method) { rewrite ^ /coastwatch-method last; }
  if ($coastwatch_turn = file_method) { rewrite ^ /coastwatch-file-method last; }

  location ~ ^${escaped(basePath)}webapi(?:/|$) {
${apiHeaders()}
    add_header Cache-Control $coastwatch_cache_control always;
    add_header Link $coastwatch_link;
    ${ofType(jsonContentType)}
    # The whole answer, and no condition but whether it is still the same.
    max_ranges 0;
${serverErrors('    ')}
    error_page 412 =400 /coastwatch-malformed;
    try_files $coastwatch_file @coastwatch_other;
  }
  location @coastwatch_other {
${proxyTo === undefined ? refusals(options) : proxied(proxyTo)}
  }
  location = /coastwatch-preflight {
    internal;
${preflight.join('\n')}
    return 204;
  }
  location = /coastwatch-method {
    internal;
${problemHeaders()}
    add_header Allow "${allowedMethods}" always;
    return 405 ${quoted(methodBody('$coastwatch_method'))};
  }
  location = /coastwatch-file-method {
    internal;
    add_header Allow "GET, HEAD" always;
    ${ofType(plainText)}
    return 405 "This site is read-only.\\n";
  }
  location = /coastwatch-refused-method {
    internal;
    if ($request_uri ~ "^${escaped(basePath)}webapi(?:[/?]|$)") { rewrite ^ /coastwatch-method last; }
    rewrite ^ /coastwatch-file-method last;
  }
  location = /coastwatch-malformed {
    internal;
${problemHeaders()}
    return 400 ${quoted(malformedBody())};
  }
  location = /coastwatch-unavailable {
    internal;
${problemHeaders()}
    add_header Retry-After ${retryAfterInSeconds} always;
    return 503 ${quoted(unavailableBody())};
  }

  location ${basePath} {
    alias "${siteDirectory}/";
    index index.html;
    add_header Cache-Control $coastwatch_file_cache_control;
    add_header Access-Control-Allow-Origin $coastwatch_file_origin;
${fileSecurity()}
    add_header Content-Security-Policy $coastwatch_page_policy;
    types {
${types()}
    }
    default_type application/octet-stream;
${serverErrors('    ')}
    # 301: what nginx says to the name of a folder.
    error_page 301 403 404 = @coastwatch_nothing;
    error_page 412 @coastwatch_changed;
    error_page 416 @coastwatch_range;
  }
  location @coastwatch_changed {
    ${ofType(plainText)}
    return 412 "This file is another one by now.\\n";
  }
  location @coastwatch_range {
    ${ofType(plainText)}
    return 416 "This file has no such part.\\n";
  }
${besideSite(basePath)}  location @coastwatch_nothing {
    ${ofType(plainText)}
    add_header Cache-Control no-store always;
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

/** What is asked of a server whose site is not at its root: all else is nothing, and never a file by another name. */
function besideSite(basePath: string): string {
  if (basePath === '/') return '';
  return `  location = ${basePath.slice(0, -1)} {
    add_header Cache-Control ${askedAnew} always;
    return 301 ${basePath}$is_args$args;
  }
  location / {
    error_page 404 = @coastwatch_nothing;
    return 404;
  }
`;
}

function fileSecurity(): string {
  return Object.entries(fileSecurityHeaders)
    .map(([name, value]) => `    add_header ${name} "${value}";`)
    .join('\n');
}

/** With the character set as part of the type: nginx would add it in lower case, and not to all. */
function types(): string {
  return Object.entries(contentTypes)
    .map(([ending, type]) => `      "${type}" ${ending};`)
    .join('\n');
}

function proxied(proxyTo: string): string {
  return `    proxy_pass ${proxyTo};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
    proxy_read_timeout 15s;`;
}

/** What is no file is told as the interface tells it: a query, an identifier that does not exist, an unknown path. */
function refusals({ basePath, fullInterfaceUrl }: PlainServerOptions): string {
  const identifiers = tables.map(
    ({ name, tableName }) =>
      `    if ($coastwatch_case = ${name}) { return 404 ${quoted(missingRecordBody(tableName, '$coastwatch_identifier'))}; }`,
  );
  return `${problemHeaders()}
    if ($coastwatch_case = query) { return 400 ${quoted(queryBody(fullInterfaceUrl))}; }
${identifiers.join('\n')}
    if ($coastwatch_path) { return 404 ${quoted(unknownPathBody('$coastwatch_path', basePath))}; }
    return 404 ${quoted(oddPathBody(basePath))};`;
}

/** A text of nginx in which its variables stand: in single quotes, with backslashes as they are to be. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
