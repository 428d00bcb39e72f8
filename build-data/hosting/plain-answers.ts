import { problemBody, problems } from '../../core/api/problems.ts';
import { knownPaths } from '../../core/api/route.ts';
import { datasets } from '../../core/datasets/index.ts';

/*
 * The answers of the interface that a plain web server gives by itself, told once for all kinds of servers. What the
 * server puts in is named as it is spelled in the server's own language.
 */

/** Written where the server's own variable goes, and replaced by it. */
const placeholder = 'PLACEHOLDER';

/** The body of a refused method; `method` is the server's variable for it. */
export function methodBody(method: string): string {
  return problemBody(problems.methodNotAllowed(placeholder)).replace(placeholder, method);
}

/** The body for an identifier that is not in a table. */
export function missingRecordBody(tableName: string, identifier: string): string {
  return problemBody(problems.noSuchRecord(tableName, placeholder)).replace(placeholder, identifier);
}

export function unknownPathBody(path: string, basePath: string): string {
  return problemBody(problems.unknownPath(placeholder, knownPaths(basePath))).replace(placeholder, path);
}

/** For a path or an identifier with characters that a server cannot quote safely. */
export function oddPathBody(basePath: string): string {
  const body = problemBody(problems.unknownPath(placeholder, knownPaths(basePath)));
  return body.replace(` at the path \\"${placeholder}\\"`, ' at this path');
}

/** Where the full interface is, for who asks a host of plain files with a query. */
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

/** For a request that the server itself finds malformed or too large. */
export function malformedBody(): string {
  return problemBody(problems.malformedRequest('its address, method or headers cannot be read'));
}

/** For a server that cannot reach the host behind it. */
export function unavailableBody(): string {
  return problemBody(problems.dataUnavailable('the host of the full interface is out of reach'));
}

/*
 * Regular expressions for static paths as sent, for servers that know the Perl syntax. They are case-sensitive, whatever
 * the expression around them.
 */

/** The ending of the file of a dataset or a record. */
export const fileEndingPattern = '(?-i:\\.json)';
/** What comes after the name of the dataset and a slash. */
export const pagePattern = '(?-i:pages/(?:asc|desc)/[1-9][0-9]*\\.json)';
/** A character of an identifier that needs no escape in a JSON text. */
export const identifierCharacter = '[A-Za-z0-9._~+:@!$&()*,;=-]';

export const tables = datasets.map(({ name, tableName }) => ({ name, tableName }));
