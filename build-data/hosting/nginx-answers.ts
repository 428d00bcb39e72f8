import { commonHeaders, jsonContentType, preflightHeaders, problemCacheControl } from '../../core/api/headers.ts';
import { allowedMethods, retryAfterInSeconds } from '../../core/api/problems.ts';
import { openFilePreflightHeaders } from '../../core/site/file-headers.ts';
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
import type { PlainServerOptions } from './plain-server-options.ts';
import { nginxForwardedHeaders } from './server-logs.ts';
import { escapeForRegularExpression as escaped } from './regular-expression.ts';

export const plainText = 'text/plain; charset=UTF-8';

/** One type, whatever the address ends in: to an empty list of types nginx would add some of its own. */
export const ofType = (type: string): string => `types { "${type}" txt; } default_type "${type}";`;

export function apiHeaders(): string {
  return Object.entries(commonHeaders)
    .map(([name, value]) => `    add_header ${name} "${value}" always;`)
    .join('\n');
}

function problemHeaders(): string {
  return `${apiHeaders()}
    add_header Cache-Control ${problemCacheControl} always;
    ${ofType(jsonContentType)}`;
}

/** The places of nginx's own that answer by themselves what no file answers; nobody asks for them but the configuration. */
export function ownAnswers({ basePath }: PlainServerOptions): string {
  const preflight = (headers: Readonly<Record<string, string>>): string =>
    Object.entries(headers)
      .map(([name, value]) => `    add_header ${name} "${value}" always;`)
      .join('\n');
  return `  location = /coastwatch-itself {
    internal;
    proxy_pass http://coastwatch_itself$request_uri;
    proxy_http_version 1.1;
${nginxForwardedHeaders()}
    # The request is logged once: when nginx receives it from itself.
    access_log off;
    proxy_set_header If-Match "";
    proxy_set_header If-Unmodified-Since "";
    proxy_set_header Accept-Encoding $coast_accept_encoding;
    proxy_set_header Connection "";
  }
  location = /coastwatch-preflight {
    internal;
${preflight(preflightHeaders)}
    return 204;
  }
  location = /coastwatch-file-preflight {
    internal;
${preflight(openFilePreflightHeaders)}
    return 204;
  }
  location = /coastwatch-method {
    internal;
${problemHeaders()}
    add_header Allow "${allowedMethods}" always;
    return 405 ${quoted(methodBody('$coast_method'))};
  }
  location = /coastwatch-file-method {
    internal;
    add_header Allow $coast_file_methods always;
    add_header X-Content-Type-Options nosniff always;
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
  }`;
}

/** The responses of the upstream host. */
export function proxied(proxyTo: string, publicOrigin: string | undefined): string {
  return `    proxy_pass ${proxyTo};
    proxy_http_version 1.1;
${nginxForwardedHeaders(publicOrigin)}
    proxy_set_header Connection "";
    proxy_read_timeout 15s;`;
}

/** What is no file is told as the interface tells it: a query, an identifier that does not exist, an unknown path. */
export function refusals({ basePath, fullInterfaceUrl }: PlainServerOptions): string {
  const identifiers = tables.map(
    ({ name, tableName }) =>
      `    if ($coast_case = ${name}) { return 404 ${quoted(missingRecordBody(tableName, '$coast_identifier'))}; }`,
  );
  return `${problemHeaders()}
    if ($coast_case = query) { return 400 ${quoted(queryBody(fullInterfaceUrl))}; }
${identifiers.join('\n')}
    if ($coast_path) { return 404 ${quoted(unknownPathBody('$coast_path', basePath))}; }
    return 404 ${quoted(oddPathBody(basePath))};`;
}

/** A text of nginx in which its variables stand: in single quotes, with backslashes as they are to be. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
