import {
  commonHeaders,
  describedByLink,
  jsonContentType,
  preflightHeaders,
  problemCacheControl,
} from '../../core/api/headers.ts';
import { allowedMethods } from '../../core/api/problems.ts';
import { askedAnew } from '../../core/site/file-headers.ts';
import { apiRoot, completeArrayPath, interfaceDocuments, recordPath } from '../../core/storage/layout.ts';
import { block, headers, raw, sent } from './caddy-syntax.ts';
import {
  fileEndingPattern,
  identifierCharacter,
  methodBody,
  missingRecordBody,
  oddPathBody,
  pagePattern,
  queryBody,
  tables,
  unknownPathBody,
} from './plain-answers.ts';
import type { PlainServerOptions } from './plain-server-options.ts';
import { escapeForRegularExpression as escaped } from './regular-expression.ts';

/** What Caddy does with a request of the interface: files that answer it, else refusals or a host behind. */
export function interfaceRoutes(options: PlainServerOptions): string[] {
  const { basePath, proxyTo, publicOrigin, fullInterfaceUrl } = options;
  const file = (name: string, pattern: string, path: string): string[] =>
    fileRoute(name, pattern, path, describedByLink(basePath));
  const root = escaped(`${basePath}${apiRoot}/`);
  const end = `(?:/?|${fileEndingPattern})\\??$`;
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
              [sent('', `^${root}(?i:${name}(?:${fileEndingPattern}|/${pagePattern}|(?:/[^/?]+)?/?))\\?.`)],
              400,
              queryBody(fullInterfaceUrl),
            ),
          ),
          ...tables.flatMap(({ name, tableName }) => [
            ...refusal(
              `missing_${name}`,
              [sent(`missing_${name}`, `^${root}(?i:${name})/(${identifierCharacter}{1,100}?)${end}`)],
              404,
              missingRecordBody(tableName, `{re.missing_${name}.1}`),
            ),
            ...refusal(
              `missing_long_${name}`,
              [
                sent(
                  `missing_long_${name}`,
                  `^${root}(?i:${name})/(${identifierCharacter}{100})${identifierCharacter}+?${end}`,
                ),
              ],
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
              ...forwardedHeaders(publicOrigin),
              // Else Caddy asks for compression by itself, and the length is lost.
              // And it must give a connection up before the Node host does, which waits for 75 seconds.
              block('transport http', ['compression off', 'keepalive 30s']),
            ]),
          ]),
        ];
  return [
    '@preflight method OPTIONS',
    block('handle @preflight', [...headers(preflightHeaders), 'respond 204']),
    ...tables.flatMap(({ name }) => [
      ...file(`all_${name}`, `^${root}(?i:${name})${end}`, `/${completeArrayPath(name)}`),
      ...file(
        `one_${name}`,
        `^${root}(?i:${name})/0*([0-9]{1,16})${end}`,
        `/${recordPath(name, `{re.one_${name}.1}`)}`,
      ),
      ...file(`page_${name}`, `^${root}(?i:${name})/(${pagePattern})\\??$`, `/${apiRoot}/${name}/{re.page_${name}.1}`),
    ]),
    // To a document a query says nothing.
    ...interfaceDocuments.flatMap((name, index) =>
      file(`document_${index}`, `^${root}${escaped(name)}(?:\\?|$)`, `/${apiRoot}/${name}`),
    ),
    ...other,
  ];
}

/** Headers that report the address of the client's request to the upstream host. */
function forwardedHeaders(publicOrigin: string | undefined): string[] {
  const requestId = 'header_up X-Request-Id {http.request.uuid}';
  // Caddy reports its own scheme, unless another proxy on this machine reports one.
  if (publicOrigin === undefined) {
    return ['header_up Host {http.request.hostport}', 'trusted_proxies 127.0.0.0/8 ::1', requestId];
  }
  const { host, protocol } = new URL(publicOrigin);
  return [`header_up Host ${host}`, `header_up X-Forwarded-Proto ${protocol.slice(0, -1)}`, requestId];
}

/**
 * A file that answers an address. Without the file the request continues unchanged. The two matchers are separate because
 * Caddy evaluates those of one block in any order, and the file name comes from what the first one matched.
 */
function fileRoute(name: string, pattern: string, path: string, describedBy: string): string[] {
  return [
    block(`@${name}`, ['method GET HEAD', sent(name, pattern)]),
    block(`route @${name}`, [
      `@${name}_file file ${path}`,
      block(`route @${name}_file`, [
        ...headers({
          ...commonHeaders,
          'Content-Type': jsonContentType,
          'Cache-Control': askedAnew,
          Link: describedBy,
        }),
        // The whole answer.
        'request_header -Range',
        `rewrite * ${path}`,
        block('file_server', ['precompressed br gzip']),
      ]),
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

/** An error of the contract. */
export function problem(status: number, body: string): string[] {
  const all = { ...commonHeaders, 'Content-Type': jsonContentType, 'Cache-Control': problemCacheControl };
  return [...headers(all), `respond ${raw(body)} ${status}`];
}
