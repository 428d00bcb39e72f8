import { problemBody, problems } from '../../core/api/problems.ts';
import { knownPaths } from '../../core/api/routes.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import {
  apiRoot,
  completeArrayPath,
  apiDocuments,
  placeFeedRoot,
  pointFiles,
  recordPath,
} from '../../core/storage/format/layout.ts';

/* The options of the generated nginx and Caddy configurations, and the rules that both contain. */

export interface PlainServerOptions {
  /** The built site, an absolute path. */
  readonly siteDirectory: string;
  /** The path under which the site is served, with a slash at both ends. */
  readonly basePath: string;
  /** The content security policy of each page, by its path in the site. */
  readonly pagePolicies: Readonly<Record<string, string>>;
  /** Such as `127.0.0.1:8080`, or `80`. */
  readonly listen: string;
  /** A Node host for every API request that has no file, such as `http://127.0.0.1:8081`. */
  readonly proxyTo?: string | undefined;
  /**
   * The origin that readers use, such as `https://data.example.org`, if the server sees another origin. The upstream
   * host uses it for links.
   */
  readonly publicOrigin?: string | undefined;
  /** A file, or `off`; Caddy also accepts `stderr`. Undefined: no setting, so nginx inherits one. */
  readonly accessLog?: string | undefined;
  /** A file. Undefined: no setting. */
  readonly errorLog?: string | undefined;
  /** Without `proxyTo`: the URL of a full API, for the message that refuses a query. */
  readonly fullInterfaceUrl?: string | undefined;
}

/** Escapes a text for a regular expression that matches exactly this text, in PCRE (nginx) and in RE2 (Caddy). */
export function escapeForRegularExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/*
 * Rules apply to request targets as the client sent them, undecoded, so that no other spelling of a path matches. The
 * first matching rule applies. `$1` in a result is the first group of its pattern.
 */

/** The start of a request target, which may be a complete URL. */
const start = '(?:[A-Za-z]+://[^/?]*)?';
/** After the name of a dataset or an identifier: nothing, a slash or `.json`, and no query. */
const endOfPath = '(?:/?|\\.json)\\??$';
const staticPage = 'pages/(?:asc|desc)/[1-9][0-9]*\\.json';
const pointFile = pointFiles.map(escapeForRegularExpression).join('|');

/** Matches the paths of the API and, with an upstream host, those of place feeds, which it computes. Has no anchor. */
export function apiPathPattern({ basePath, proxyTo }: PlainServerOptions): string {
  const feeds = proxyTo === undefined ? '' : `|${placeFeedRoot}/`;
  return `${escapeForRegularExpression(basePath)}(?:webapi(?:[/?]|$)${feeds})`;
}

/** Matches the same paths in a request target. */
export function apiPattern(options: PlainServerOptions): string {
  return `^${start}${apiPathPattern(options)}`;
}

function rootPattern(basePath: string): string {
  return start + escapeForRegularExpression(`${basePath}${apiRoot}/`);
}

/**
 * The API requests for which the static target has a file, as pairs of a pattern and a path in the site. A request with
 * a query matches no rule, except for documents, which ignore queries. So no query can get a wrong response with status
 * 200.
 */
export function fileRules(basePath: string): (readonly [pattern: string, path: string])[] {
  const root = `^${rootPattern(basePath)}`;
  return [
    ...datasets.flatMap(({ name }) => [
      [`${root}(?i:${name})${endOfPath}`, `/${completeArrayPath(name)}`] as const,
      [`${root}(?i:${name})/0*([0-9]{1,16})${endOfPath}`, `/${recordPath(name, '$1')}`] as const,
      [`${root}(?i:${name})/(${staticPage})\\??$`, `/${apiRoot}/${name}/$1`] as const,
      [`${root}(?i:${name})\\.(${pointFile})\\??$`, `/${apiRoot}/${name}.$1`] as const,
    ]),
    [`${root}(${apiDocuments.map(escapeForRegularExpression).join('|')})(?:\\?|$)`, `/${apiRoot}/$1`],
  ];
}

/** Matches paths of datasets and records with a query, for which there are no files. */
export function queryPattern(basePath: string): string {
  const names = datasets.map(({ name }) => name).join('|');
  return `^${rootPattern(basePath)}(?i:${names})(?:/?|\\.json|\\.(?:${pointFile})|/[^/?]+/?|/${staticPage})\\?.`;
}

/** The characters of an identifier that JSON does not escape. */
const identifierCharacter = '[A-Za-z0-9._~+:@!$&()*,;=-]';
/** The characters of a path that JSON does not escape. */
const pathCharacter = "[A-Za-z0-9/._~%!$&'()*+,;=:@-]";

/**
 * The bodies of the API's errors, as pairs of a pattern and a body. Patterns apply to a text of status, method and
 * target: `404 GET /webapi/v1/Sharks`.
 */
export function problemRules(options: PlainServerOptions): (readonly [pattern: string, body: string])[] {
  const { basePath, proxyTo, fullInterfaceUrl } = options;
  const root = rootPattern(basePath);
  const unknownPath = (path: string): string => problemBody(problems.unknownPath(path, knownPaths(basePath)));
  return [
    ['^405 ([^ ]+) ', problemBody(problems.methodNotAllowed('$1'))],
    ['^503 ', problemBody(problems.dataUnavailable('the host of the full API cannot be reached'))],
    ...(proxyTo === undefined
      ? [[queryPattern(basePath).replace('^', '^400 [^ ]+ '), queryBody(fullInterfaceUrl)] as const]
      : []),
    ['^400 ', problemBody(problems.malformedRequest('its address, method or headers cannot be read'))],
    ...datasets.flatMap(({ name, tableName }) =>
      quotingRules(`${root}(?i:${name})/`, identifierCharacter, endOfPath, (identifier) =>
        problemBody(problems.noSuchRecord(tableName, identifier)),
      ),
    ),
    ...quotingRules(start, pathCharacter, '(?:\\?|$)', unknownPath),
    // Otherwise the path contains characters that JSON would escape, and the message does not quote it.
    ['^404 ', unknownPath('').replace(' path: \\"\\".', ' path.')],
  ];
}

/** Two rules for a message that quotes part of a path, because a message quotes at most 100 characters. */
function quotingRules(
  before: string,
  character: string,
  end: string,
  body: (quoted: string) => string,
): (readonly [pattern: string, body: string])[] {
  return [
    [`^404 [^ ]+ ${before}(${character}{1,100}?)${end}`, body('$1')],
    [`^404 [^ ]+ ${before}(${character}{100})${character}+?${end}`, body('$1…')],
  ];
}

function queryBody(fullInterfaceUrl: string | undefined): string {
  const advice =
    fullInterfaceUrl === undefined
      ? 'A host that runs the API supports queries; the documentation of this project explains how to run one.'
      : `The full API is at ${fullInterfaceUrl}.`;
  return problemBody({
    code: 'badParameters',
    status: 400,
    developerMessage:
      'This host only serves files (complete datasets, single records and pages of a fixed size) ' +
      `and cannot answer a request with a query string. ${advice}`,
    clientMessage: 'The request could not be understood.',
  });
}

/** Indents the lines of a configuration by the depth of their blocks, and removes empty lines. */
export function indentBlocks(text: string, indent: string): string {
  let depth = 0;
  const lines = text.split('\n').flatMap((line) => {
    const content = line.trim();
    if (content === '}') depth--;
    const indented = indent.repeat(depth) + content;
    if (content.endsWith('{')) depth++;
    return content === '' ? [] : [indented];
  });
  return `${lines.join('\n')}\n`;
}
