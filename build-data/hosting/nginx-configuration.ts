import { allowedMethods, retryAfterInSeconds } from '../../core/api/problems.ts';
import { commonHeaders, jsonContentType, preflightHeaders, problemCacheControl } from '../../core/api/headers.ts';
import { askedAnew, contentTypes, hashedPathPattern, keptForGood } from '../../core/site/file-headers.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
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

export interface PlainServerOptions {
  /** Of the built site, absolute. */
  readonly siteDirectory: string;
  /** The path under which the site is served, with a slash at both ends. */
  readonly basePath: string;
  /** The security policy of each page of the site, by its path in it. */
  readonly pagePolicies: Readonly<Record<string, string>>;
  /** Such as `127.0.0.1:8080`, or `80`. */
  readonly listen: string;
  /** A Node host to which everything goes that files cannot answer, such as `http://127.0.0.1:8081`. */
  readonly proxyTo?: string | undefined;
  /** Without `proxyTo`: where people find the full interface, for the message of a refused query. */
  readonly fullInterfaceUrl?: string | undefined;
}

/** A configuration of nginx for the `http` context: maps, and a server. */
export function nginxConfiguration(options: PlainServerOptions): string {
  return `# Written by the build; see docs/publishing.md. Include it in the http context of nginx.
${maps(options)}
${server(options)}`;
}

const nothing = '""';

function maps(options: PlainServerOptions): string {
  const { basePath } = options;
  const root = escaped(`${basePath}webapi/v1/`);
  const lines = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}/?\\??$" /webapi/v1/${name}/index.json;`,
    `  "~*^${root}${name}/0*(?<coastwatch_id>[0-9]{1,16})/?\\??$" /webapi/v1/${name}/$coastwatch_id/index.json;`,
    `  "~^${root}(?<coastwatch_page>${name}/pages/(?:asc|desc)/[1-9][0-9]*\\.json)$" /webapi/v1/$coastwatch_page;`,
  ]);
  const identifier = '[A-Za-z0-9._~+:@!$&()*,;=-]';
  const quotedIdentifiers = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}/(?<coastwatch_short>${identifier}{1,100})/?\\??$" "$coastwatch_short";`,
    `  "~*^${root}${name}/(?<coastwatch_long>${identifier}{100})${identifier}+/?\\??$" "$coastwatch_long…";`,
  ]);
  const cases = tables.flatMap(({ name }) => [
    `  "~*^${root}${name}(?:/[^/?]+)?/?\\?." query;`,
    `  "~*^${root}${name}/${identifier}+/?\\??$" ${name};`,
  ]);
  const path = "[A-Za-z0-9/._~%!$&'()*+,;=:@-]";
  return `# From the address as it was sent: the file that answers it, none for anything else.
map $request_uri $coastwatch_file {
  default ${nothing};
${lines.join('\n')}
}
# What can be quoted in a text of JSON as it stands.
map $request_uri $coastwatch_identifier {
  default ${nothing};
${quotedIdentifiers.join('\n')}
}
map $request_uri $coastwatch_case {
  default ${nothing};
${cases.join('\n')}
}
map $request_uri $coastwatch_path {
  default ${nothing};
  "~^(?<coastwatch_whole>${path}{1,100})(?:\\?|$)" "$coastwatch_whole";
  "~^(?<coastwatch_start>${path}{100})${path}+(?:\\?|$)" "$coastwatch_start…";
}
map $status $coastwatch_cache_control {
  default ${askedAnew};
  "~^[45]" ${problemCacheControl};
}
map $uri $coastwatch_file_cache_control {
  default ${askedAnew};
  "~^${escaped(basePath)}${hashedPathPattern}" "${keptForGood}";
}
map $uri $coastwatch_file_origin {
  default ${nothing};
  "~^${escaped(basePath)}data/" "*";
}
map $uri $coastwatch_page_policy {
  default ${nothing};
${policies(options)}
}
map "$request_method $uri" $coastwatch_turn {
  default file_method;
  "~^OPTIONS ${escaped(basePath)}webapi(?:/|$)" preflight;
  "~^(?:GET|HEAD) " ${nothing};
  "~^[A-Z]+ ${escaped(basePath)}webapi(?:/|$)" method;
}
`;
}

function policies({ basePath, pagePolicies }: PlainServerOptions): string {
  return Object.entries(pagePolicies)
    .map(([page, policy]) => {
      const address = escaped(basePath + page).replace(/index\\\.html$/, '(?:index\\.html)?');
      return `  "~^${address}$" "${policy}";`;
    })
    .join('\n');
}

function apiHeaders(): string {
  return Object.entries(commonHeaders)
    .map(([name, value]) => `    add_header ${name} "${value}" always;`)
    .join('\n');
}

function problemHeaders(): string {
  return `${apiHeaders()}
    add_header Cache-Control ${problemCacheControl} always;
    types { }
    default_type "${jsonContentType}";`;
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
  error_page 400 414 431 494 =400 /coastwatch-malformed;
  error_page 500 502 503 504 =503 /coastwatch-unavailable;

  if ($coastwatch_turn = preflight) { rewrite ^ /coastwatch-preflight last; }
  if ($coastwatch_turn = method) { rewrite ^ /coastwatch-method last; }
  if ($coastwatch_turn = file_method) { rewrite ^ /coastwatch-file-method last; }

  location ~ ^${escaped(basePath)}webapi(?:/|$) {
${apiHeaders()}
    add_header Cache-Control $coastwatch_cache_control always;
    types { }
    default_type "${jsonContentType}";
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
    return 405 ${quoted(methodBody('$request_method'))};
  }
  location = /coastwatch-file-method {
    internal;
    add_header Allow "GET, HEAD" always;
    default_type "text/plain; charset=UTF-8";
    return 405 "This site is read-only.\\n";
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
    error_page 404 = @coastwatch_nothing;
  }
  location @coastwatch_nothing {
    default_type "text/plain; charset=UTF-8";
    add_header Cache-Control no-store always;
    return 404 "There is nothing here.\\n";
  }
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
