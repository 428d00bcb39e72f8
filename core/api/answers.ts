import type { ApiAnswer, ApiBody } from './api-message.ts';
import {
  answerCacheControl,
  commonHeaders,
  jsonContentType,
  preflightHeaders,
  problemCacheControl,
} from './headers.ts';
import { StoredDataError } from '../storage/store.ts';
import { problemBody, problems, type Problem } from './problems.ts';

const encoder = new TextEncoder();

/** What was found for a request, before headers that depend on the data version are added. */
export interface Result {
  readonly body: ApiBody;
  /** Undefined when it cannot be known before the body has been read. */
  readonly bodyBytes: number | undefined;
  /** Where a page's neighbours are, for the Link header. */
  readonly link?: string | undefined;
}

export function textResult(text: string): Result {
  const body = encoder.encode(text);
  return { body, bodyBytes: body.length };
}

/** `describedBy` is the relation to the dictionary, which each result has beside those to its neighbours. */
export function resultAnswer(result: Result, dataVersion: string, tag: string, describedBy: string): ApiAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': jsonContentType,
      ...(result.bodyBytes === undefined ? {} : { 'Content-Length': String(result.bodyBytes) }),
      'Cache-Control': answerCacheControl,
      ETag: tag,
      'X-Data-Version': dataVersion,
      Link: result.link === undefined ? describedBy : `${result.link}, ${describedBy}`,
      ...commonHeaders,
    },
    body: result.body,
  };
}

export function notModifiedAnswer(dataVersion: string, tag: string): ApiAnswer {
  return {
    status: 304,
    headers: { 'Cache-Control': answerCacheControl, ETag: tag, 'X-Data-Version': dataVersion, ...commonHeaders },
    body: null,
  };
}

/** `dataVersion` is that of the data the answer was made from, where any was read. */
export function problemAnswer(problem: Problem, dataVersion?: string): ApiAnswer {
  const body = encoder.encode(problemBody(problem));
  return {
    status: problem.status,
    headers: {
      'Content-Type': jsonContentType,
      'Content-Length': String(body.length),
      'Cache-Control': problemCacheControl,
      ...(dataVersion === undefined ? {} : { 'X-Data-Version': dataVersion }),
      ...problem.headers,
      ...commonHeaders,
    },
    body,
  };
}

export const preflightAnswer: ApiAnswer = { status: 204, headers: preflightHeaders, body: null };

/** As the answer to a GET, without its body. Of one that would have been streamed, no more is read than its start. */
export function withoutBody(answer: ApiAnswer): ApiAnswer {
  return { ...answer, body: null };
}

/** What is said when an answer could not be made, and none of it has been sent. */
export function failureAnswer(error: unknown): ApiAnswer {
  const reason = error instanceof StoredDataError ? error.message : 'an unexpected failure';
  return problemAnswer(problems.dataUnavailable(reason));
}
