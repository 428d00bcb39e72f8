/** An error of the API, with everything that its response contains. */
export interface Problem {
  readonly code: ProblemCode | OgcProblemCode;
  readonly status: number;
  readonly developerMessage: string;
  readonly clientMessage: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A parameter with a value that is not allowed; without one, it is missing. */
export interface BadParameter {
  readonly parameter: string;
  readonly value: string | undefined;
  /** The allowed values, in words that complete the sentence "it must be …". */
  readonly allowed: string;
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

/** Those that only OGC API Features has. */
export type OgcProblemCode = 'badFilter' | 'dataChanged';

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
  badParameters: (errors: readonly BadParameter[]): Problem => ({
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

export const ogcProblems = {
  /** `reason` is the message of a FilterError, which begins with the word "filter". */
  badFilter: (reason: string): Problem => ({
    code: 'badFilter',
    status: 400,
    developerMessage: `Invalid ${reason}.`,
    clientMessage: 'The request could not be understood.',
  }),
  dataChanged: (requested: string, current: string): Problem => ({
    code: 'dataChanged',
    status: 409,
    developerMessage:
      `The page belongs to the data version ${quote(requested)}, and the current one is ${quote(current)}. ` +
      'Start again with the first page.',
    clientMessage: 'The data has changed. Please start again.',
  }),
} as const satisfies Record<OgcProblemCode, (...details: never[]) => Problem>;

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

const statusPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  503: 'Service Unavailable',
};

/** The body of a problem's response in OGC API Features: a problem detail (RFC 9457). */
export function problemDetails({ code, status, developerMessage }: Problem): string {
  return JSON.stringify({ type: 'about:blank', title: statusPhrases[status], status, detail: developerMessage, code });
}

function describeParameterError({ parameter, value, allowed }: BadParameter): string {
  return `The parameter ${truncate(parameter)} is ${value === undefined ? 'missing' : quote(value)}; it must be ${allowed}.`;
}

const maximumQuoteLength = 100;

/** Puts a text from the request in quotation marks, truncated to 100 characters. */
function quote(text: string): string {
  return `"${truncate(text)}"`;
}

function truncate(text: string): string {
  const characters = Array.from(text.slice(0, maximumQuoteLength * 2 + 1));
  return characters.length <= maximumQuoteLength ? text : `${characters.slice(0, maximumQuoteLength).join('')}…`;
}
