import { problemBody, problems } from '../../core/api/problems.ts';
import { knownPaths } from '../../core/api/routes.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { apiRoot, completeArrayPath, interfaceDocuments, recordPath } from '../../core/storage/format/layout.ts';

/*
 * What the configurations of nginx and Caddy have in common: options, rules for request addresses, and the bodies of the
 * API's errors.
 */

export interface PlainServerOptions {
  /** The built site, an absolute path. */
  readonly siteDirectory: string;
  /** The path under which the site is served, with a slash at both ends. */
  readonly basePath: string;
  /** The content security policy of each page, by its path in the site. */
  readonly pagePolicies: Readonly<Record<string, string>>;
  /** Such as `127.0.0.1:8080`, or `80`. */
  readonly listen: string;
  /** A Node host that answers every API request that files cannot answer, such as `http://127.0.0.1:8081`. */
  readonly proxyTo?: string | undefined;
  /**
   * The origin that readers use, such as `https://data.example.org`, if the server sees another
   * one. The upstream host uses it for links.
   */
  readonly publicOrigin?: string | undefined;
  /** A file, or `off`; Caddy also accepts `stderr`. Undefined: no setting, so nginx inherits one. */
  readonly accessLog?: string | undefined;
  /** A file. Undefined: no setting. */
  readonly errorLog?: string | undefined;
  /** Without `proxyTo`: the address of a full API, for the message that refuses a query. */
  readonly fullInterfaceUrl?: string | undefined;
}

/**
 * A rule for addresses as the client sent them, undecoded, so that no other spelling of an address matches. `pattern` uses
 * the syntax that PCRE (nginx) and RE2 (Caddy) share. `$1` in `result` is its first group.
 */
export interface AddressRule {
  readonly pattern: string;
  readonly result: string;
}

/** A regular expression that matches exactly this text. */
export function escapeForRegularExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** After the name of a dataset or an identifier: nothing, a slash or `.json`, and no query. */
const endOfPath = '(?:/?|\\.json)\\??$';
/** A character of an identifier that JSON does not escape. */
const identifierCharacter = '[A-Za-z0-9._~+:@!$&()*,;=-]';
/** A character of a path that JSON does not escape. */
const pathCharacter = "[A-Za-z0-9/._~%!$&'()*+,;=:@-]";
/** Messages quote at most this many characters. */
const longestQuote = 100;

/**
 * The API requests that a file of the static target answers, and its path in the site. An address with a query matches no
 * rule, except that documents ignore queries: this is what guarantees that no query is answered with the wrong 200.
 */
export function fileRules(basePath: string): AddressRule[] {
  const root = rootPattern(basePath);
  return [
    ...datasets.flatMap(({ name }) => [
      { pattern: `${root}(?i:${name})${endOfPath}`, result: `/${completeArrayPath(name)}` },
      { pattern: `${root}(?i:${name})/0*([0-9]{1,16})${endOfPath}`, result: `/${recordPath(name, '$1')}` },
      {
        pattern: `${root}(?i:${name})/(pages/(?:asc|desc)/[1-9][0-9]*\\.json)\\??$`,
        result: `/${apiRoot}/${name}/$1`,
      },
    ]),
    ...interfaceDocuments.map((name) => ({
      pattern: `${root}${escapeForRegularExpression(name)}(?:\\?|$)`,
      result: `/${apiRoot}/${name}`,
    })),
  ];
}

/** Matches addresses of a dataset with a query, which files cannot answer. */
export function queryPattern(basePath: string): string {
  return `${rootPattern(basePath)}(?i:${datasets.map(({ name }) => name).join('|')})(?:[./][^?]*)?\\?.`;
}

/** The bodies of 404 errors that quote the identifier or the path. The first rule that matches counts. */
export function missingBodyRules(basePath: string): AddressRule[] {
  const root = rootPattern(basePath);
  return [
    ...datasets.flatMap(({ name, tableName }) =>
      quotedRules(`${root}(?i:${name})/`, identifierCharacter, endOfPath, (identifier) =>
        problemBody(problems.noSuchRecord(tableName, identifier)),
      ),
    ),
    ...quotedRules('^', pathCharacter, '(?:\\?|$)', (path) =>
      problemBody(problems.unknownPath(path, knownPaths(basePath))),
    ),
  ];
}

/** Two rules, because a text that is too long to be quoted whole is cut. */
function quotedRules(
  start: string,
  character: string,
  end: string,
  body: (quoted: string) => string,
): readonly AddressRule[] {
  return [
    { pattern: `${start}(${character}{1,${longestQuote}}?)${end}`, result: body('$1') },
    { pattern: `${start}(${character}{${longestQuote}})${character}+?${end}`, result: body('$1…') },
  ];
}

function rootPattern(basePath: string): string {
  return `^${escapeForRegularExpression(`${basePath}${apiRoot}/`)}`;
}

/** The body of a 404 error that quotes nothing, for an address with characters that JSON would have to escape. */
export function unquotedMissingBody(basePath: string): string {
  const body = problemBody(problems.unknownPath('?', knownPaths(basePath)));
  return body.replace(' at the path \\"?\\"', ' at this path');
}

/** The body of a 405 error; `method` is the server's variable for the request method. */
export function methodBody(method: string): string {
  return problemBody(problems.methodNotAllowed(method));
}

/** The body of the 400 error for a query, which names the address of the full API. */
export function queryBody(fullInterfaceUrl: string | undefined): string {
  const elsewhere =
    fullInterfaceUrl === undefined
      ? 'A host that runs the interface answers queries; the documentation of this project says how to run one.'
      : `The full interface is at ${fullInterfaceUrl}.`;
  return problemBody({
    code: 'badParameters',
    status: 400,
    developerMessage:
      'This host has files only: complete datasets, single records and pages of a fixed size, ' +
      `and cannot answer a request with a query string. ${elsewhere}`,
    clientMessage: 'The request could not be understood.',
  });
}

/** The body of the 400 error for a request that the server itself finds malformed or too large. */
export function malformedBody(): string {
  return problemBody(problems.malformedRequest('its address, method or headers cannot be read'));
}

/** The body of the 503 error when the upstream host cannot be reached. */
export function unavailableBody(): string {
  return problemBody(problems.dataUnavailable('the host of the full interface is out of reach'));
}
