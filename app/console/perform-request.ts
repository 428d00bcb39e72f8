import type { AnsweredBy, ApiConnection } from '../connection/api-connection.ts';

/** A response as it is shown. */
export interface ShownAnswer {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The start of the body, indented for reading. */
  readonly bodyStart: string;
  readonly isCut: boolean;
  readonly bodyBytes: number;
  readonly durationInMilliseconds: number;
  readonly answeredBy: AnsweredBy;
}

const shownCharacters = 6000;

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not modified',
  400: 'Bad request',
  404: 'Not found',
  405: 'Method not allowed',
  503: 'Service unavailable',
};

/** Sends a request and reads the whole response. Throws an Error whose message can be shown to the user. */
export async function performRequest(connection: ApiConnection, path: string): Promise<ShownAnswer> {
  const started = performance.now();
  const { response, answeredBy } = await connection.request(path);
  const bytes = await response.arrayBuffer();
  const durationInMilliseconds = performance.now() - started;
  const indented = indent(new TextDecoder().decode(bytes));
  return {
    url: new URL(path, connection.siteUrl).href,
    status: response.status,
    statusText: statusTexts[response.status] ?? '',
    headers: [...response.headers],
    bodyStart: indented.slice(0, shownCharacters),
    isCut: indented.length > shownCharacters,
    bodyBytes: bytes.byteLength,
    durationInMilliseconds,
    answeredBy,
  };
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
