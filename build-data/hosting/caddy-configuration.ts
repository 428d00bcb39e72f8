import {
  commonHeaders,
  describedByLink,
  jsonContentType,
  preflightHeaders,
  problemCacheControl,
} from '../../core/api/headers.ts';
import { allowedMethods, retryAfterInSeconds } from '../../core/api/problems.ts';
import { apiRoot, interfaceDocuments } from '../../core/storage/layout.ts';
import {
  askedAnew,
  contentTypes,
  hashedPathPattern,
  keptForGood,
  openPathPattern,
} from '../../core/site/file-headers.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import type { PlainServerOptions } from './plain-server-options.ts';
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
import { escapeForRegularExpression as escaped } from './regular-expression.ts';

/** A Caddyfile. Addresses are matched as they were sent, undecoded, so that no spelling of them slips through. */
export function caddyConfiguration(options: PlainServerOptions): string {
  const { siteDirectory, basePath, listen, proxyTo } = options;
  const isInterface = sent('', `^${escaped(basePath)}webapi(?:[/?]|$)`);
  return [
    '# Written by the build; see docs/publishing.md.',
    block('', ['admin off', 'auto_https off']),
    // Not by name: a proxy before it may have called the site anything.
    block(`http://:${listen.replace(/^.*:/, '')}`, [
      `bind ${listen.replace(/:[^:]*$/, '')}`,
      `root * ${quoted(siteDirectory)}`,
      block('route', [
        block('@interface', [isInterface]),
        block('handle @interface', [block('route', interfaceRoutes(options))]),
        '@other_method not method GET HEAD',
        block('handle @other_method', [
          ...headers({ Allow: 'GET, HEAD', 'Content-Type': contentTypes['txt'] ?? '' }),
          'respond "This site is read-only." 405',
        ]),
        ...besideSite(basePath),
        // In a route things are done in their order: elsewhere Caddy would choose headers before it takes the prefix off.
        block(basePath === '/' ? 'route' : 'route @base', [
          ...(basePath === '/' ? [] : [`uri strip_prefix ${basePath.slice(0, -1)}`]),
          ...fileHeaders(options.pagePolicies),
          block('file_server', ['precompressed br gzip', 'hide .*']),
        ]),
        'error 404',
      ]),
      block('handle_errors', errorRoutes(proxyTo !== undefined)),
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

function interfaceRoutes(options: PlainServerOptions): string[] {
  const { basePath, proxyTo, fullInterfaceUrl } = options;
  const file = (name: string, pattern: string, path: string, otherwise: readonly string[]): string[] =>
    fileRoute(name, pattern, path, otherwise, describedByLink(basePath));
  const root = escaped(`${basePath}webapi/v1/`);
  const identifier = '[A-Za-z0-9._~+:@!$&()*,;=-]';
  const path = "[A-Za-z0-9/._~%!$&'()*+,;=:@-]";
  const other =
    proxyTo === undefined
      ? [
          ...refusal('method', ['not method GET HEAD'], 405, methodBody('{http.request.method}'), {
            Allow: allowedMethods,
          }),
          ...tables.flatMap(({ name }) =>
            refusal(
              `query_${name}`,
              [sent('', `(?i)^${root}${name}(?:/[^/?]+)?/?\\?.`)],
              400,
              queryBody(fullInterfaceUrl),
            ),
          ),
          ...tables.flatMap(({ name, tableName }) => [
            ...refusal(
              `missing_${name}`,
              [sent(`missing_${name}`, `(?i)^${root}${name}/(${identifier}{1,100})/?\\??$`)],
              404,
              missingRecordBody(tableName, `{re.missing_${name}.1}`),
            ),
            ...refusal(
              `missing_long_${name}`,
              [sent(`missing_long_${name}`, `(?i)^${root}${name}/(${identifier}{100})${identifier}+/?\\??$`)],
              404,
              missingRecordBody(tableName, `{re.missing_long_${name}.1}…`),
            ),
          ]),
          ...refusal(
            'path',
            [sent('path', `^(${path}{1,100})(?:\\?|$)`)],
            404,
            unknownPathBody('{re.path.1}', basePath),
          ),
          ...refusal(
            'long_path',
            [sent('long_path', `^(${path}{100})${path}+(?:\\?|$)`)],
            404,
            unknownPathBody('{re.long_path.1}…', basePath),
          ),
          block('handle', problem(404, oddPathBody(basePath))),
        ]
      : [
          block('handle', [
            block(`reverse_proxy ${proxyTo}`, [
              'header_up Host {http.request.hostport}',
              // Else Caddy asks for compression by itself, and the length is lost.
              block('transport http', ['compression off']),
            ]),
          ]),
        ];
  return [
    '@preflight method OPTIONS',
    block('handle @preflight', [...headers(preflightHeaders), 'respond 204']),
    ...tables.flatMap(({ name, tableName }) => [
      ...file(`all_${name}`, `(?i)^${root}${name}/?\\??$`, `/webapi/v1/${name}/index.json`, []),
      ...file(
        `one_${name}`,
        `(?i)^${root}${name}/(0*([0-9]{1,16}))/?\\??$`,
        `/webapi/v1/${name}/{re.one_${name}.2}/index.json`,
        problem(404, missingRecordBody(tableName, `{re.one_${name}.1}`)),
      ),
      ...file(
        `page_${name}`,
        `^(${root}(${name}/pages/(?:asc|desc)/[1-9][0-9]{0,6}\\.json))$`,
        `/webapi/v1/{re.page_${name}.2}`,
        problem(404, unknownPathBody(`{re.page_${name}.1}`, basePath)),
      ),
    ]),
    // To a document a query says nothing.
    ...interfaceDocuments.flatMap((name, index) =>
      file(`document_${index}`, `^${root}${escaped(name)}(?:\\?|$)`, `/${apiRoot}/${name}`, []),
    ),
    ...other,
  ];
}

/** A file that answers an address, and what answers it when the file is not there. */
function fileRoute(
  name: string,
  pattern: string,
  path: string,
  otherwise: readonly string[],
  describedBy: string,
): string[] {
  return [
    block(`@${name}`, ['method GET HEAD', sent(name, pattern)]),
    block(`route @${name}`, [
      ...headers({ ...commonHeaders, 'Content-Type': jsonContentType, 'Cache-Control': askedAnew, Link: describedBy }),
      // The whole answer, and no condition but whether it is still the same.
      'request_header -If-Match',
      'request_header -If-Unmodified-Since',
      'request_header -Range',
      `rewrite * ${path}`,
      block('file_server', ['precompressed br gzip', 'pass_thru']),
      // What is no file is no result either.
      ...(otherwise.length > 0 ? ['header -Link', ...otherwise] : []),
    ]),
  ];
}

function refusal(
  name: string,
  matchers: readonly string[],
  status: number,
  body: string,
  more: Readonly<Record<string, string>> = {},
): string[] {
  return [block(`@${name}`, matchers), block(`handle @${name}`, [...headers(more), ...problem(status, body)])];
}

function problem(status: number, body: string): string[] {
  const all = { ...commonHeaders, 'Content-Type': jsonContentType, 'Cache-Control': problemCacheControl };
  return [...headers(all), `respond ${raw(body)} ${status}`];
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
    'header @open Access-Control-Allow-Origin "*"',
    ...Object.entries(contentTypes).flatMap(([ending, type]) => [
      `@type_${ending} path *.${ending}`,
      `header @type_${ending} Content-Type "${type}"`,
    ]),
    '@folder path_regexp /$',
    `header @folder Content-Type "${contentTypes['html'] ?? ''}"`,
  ];
}

function errorRoutes(isProxying: boolean): string[] {
  const when = (name: string, condition: string, lines: readonly string[]): string[] => [
    `@${name} expression \`${condition}\``,
    block(`handle @${name}`, lines),
  ];
  const retry = headers({ 'Retry-After': String(retryAfterInSeconds) });
  return [
    ...(isProxying
      ? when('unavailable', '{err.status_code} >= 500', [...retry, ...problem(503, unavailableBody())])
      : []),
    ...when('malformed', '{err.status_code} == 400', problem(400, malformedBody())),
    block('handle', [
      ...headers({ 'Cache-Control': problemCacheControl, 'Content-Type': contentTypes['txt'] ?? '' }),
      'respond "There is nothing here." 404',
    ]),
  ];
}

/** A matcher on the address as it was sent. */
function sent(name: string, pattern: string): string {
  return `vars_regexp ${name} {http.request.orig_uri} ${raw(pattern)}`.replaceAll('  ', ' ');
}

function headers(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(([name, value]) => `header ${name} ${quoted(value)}`);
}

function block(head: string, lines: readonly string[]): string {
  const inner = lines.join('\n').replaceAll(/^/gm, '\t');
  return `${head === '' ? '' : `${head} `}{\n${inner}\n}`;
}

/** Nothing in it means anything to Caddy but its placeholders. */
function raw(text: string): string {
  return `\`${text}\``;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
