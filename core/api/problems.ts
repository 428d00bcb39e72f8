import type { ParameterError } from '../query/parameters.ts';

/** An error of the API, with everything that its response contains. */
export interface Problem {
  readonly code: ProblemCode;
  readonly status: number;
  readonly developerMessage: string;
  readonly clientMessage: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type ProblemCode =
  | 'pageBeyondLast'
  | 'noSuchRecord'
  | 'badParameters'
  | 'nothingNear'
  | 'unknownPath'
  | 'methodNotAllowed'
  | 'malformedRequest'
  | 'requestTooLarge'
  | 'dataUnavailable'
  | 'serverBusy';

export const allowedMethods = 'GET, HEAD, OPTIONS';
export const retryAfterInSeconds = 5;

export const problems = {
  pageBeyondLast: (maximum: number, supplied: number): Problem => ({
    code: 'pageBeyondLast',
    status: 400,
    developerMessage:
      `The maximum page number allowed is ${maximum}, and the page number supplied was ${supplied}. ` +
      'A page number above the maximum is treated as an error.',
    clientMessage: 'The page could not be retrieved.',
  }),
  noSuchRecord: (tableName: string, identifier: string): Problem => ({
    code: 'noSuchRecord',
    status: 404,
    developerMessage: `There is no such ID in the ${tableName}: ${quote(identifier)}.`,
    clientMessage: 'The item is no longer available.',
  }),
  badParameters: (errors: readonly ParameterError[]): Problem => ({
    code: 'badParameters',
    status: 400,
    developerMessage: errors.map(describeParameterError).join(' '),
    clientMessage: 'The request could not be understood.',
  }),
  nothingNear: (rangeInMetres: number | undefined, latitude: number, longitude: number): Problem => ({
    code: 'nothingNear',
    status: 404,
    developerMessage:
      `There is no record within ${rangeInMetres ?? 'any number of'} metres of ` +
      `latitude ${latitude}, longitude ${longitude}.`,
    clientMessage: 'Nothing was found near this place.',
  }),
  unknownPath: (path: string, knownPaths: readonly string[]): Problem => ({
    code: 'unknownPath',
    status: 404,
    developerMessage: `Unknown path: ${quote(path)}. The known paths are ${knownPaths.join(', ')}.`,
    clientMessage: 'The item is no longer available.',
  }),
  methodNotAllowed: (method: string): Problem => ({
    code: 'methodNotAllowed',
    status: 405,
    developerMessage: `The method ${quote(method)} is not allowed. The allowed methods are ${allowedMethods}.`,
    clientMessage: 'The service is read-only.',
    headers: { Allow: allowedMethods },
  }),
  malformedRequest: (reason: string): Problem => ({
    code: 'malformedRequest',
    status: 400,
    developerMessage: `The request is not well-formed HTTP: ${reason}.`,
    clientMessage: 'The request could not be understood.',
  }),
  requestTooLarge: (): Problem => ({
    code: 'requestTooLarge',
    status: 431,
    developerMessage: 'The URL and headers of the request are longer than this host accepts.',
    clientMessage: 'The request could not be understood.',
  }),
  dataUnavailable: (reason: string): Problem => ({
    code: 'dataUnavailable',
    status: 503,
    developerMessage: `The stored data could not be read: ${reason}.`,
    clientMessage: 'The data is temporarily unavailable. Please try again shortly.',
    headers: { 'Retry-After': String(retryAfterInSeconds) },
  }),
  serverBusy: (maximumResponses: number): Problem => ({
    code: 'serverBusy',
    status: 503,
    developerMessage: `This host is already sending ${maximumResponses} responses at a time, which is its maximum.`,
    clientMessage: 'The service is busy. Please try again shortly.',
    headers: { 'Retry-After': String(retryAfterInSeconds) },
  }),
} as const satisfies Record<ProblemCode, (...details: never[]) => Problem>;

/** The JSON body of a problem's response, with its keys in the documented order. */
export function problemBody(problem: Problem): string {
  return JSON.stringify({
    DeveloperMessage: problem.developerMessage,
    ClientMessage: problem.clientMessage,
    StackTrace: null,
    ErrorNumber: '0',
    ErrorLink: null,
  });
}

function describeParameterError({ parameter, value, allowed }: ParameterError): string {
  return `The parameter ${parameter} is ${value === undefined ? 'missing' : quote(value)}; it must be ${allowed}.`;
}

const maximumQuoteLength = 100;

/** Puts a text from the request in quotation marks, truncated to 100 characters. */
function quote(text: string): string {
  const characters = Array.from(text.slice(0, maximumQuoteLength * 2 + 1));
  return characters.length <= maximumQuoteLength
    ? `"${text}"`
    : `"${characters.slice(0, maximumQuoteLength).join('')}…"`;
}
