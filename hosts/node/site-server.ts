import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { AnswerMemory } from '../../core/api/answer-memory.ts';
import { preflightAnswer } from '../../core/api/answers.ts';
import { answerRequest, type ApiContext } from '../../core/api/answer-request.ts';
import { acceptedEncoding } from '../../core/site/accepted-encoding.ts';
import {
  askedAnew,
  cacheControlOf,
  contentTypeOf,
  isOpenToAll,
  openFileHeaders,
  openFileMethods,
  openFilePreflightHeaders,
} from '../../core/site/file-headers.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import { rootWithSlash } from '../../core/site/site-root.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { apiRequestOf } from './api-request-of.ts';
import { findContentFile } from './content-files.ts';
import { createDirectoryStore } from './directory-store.ts';
import { answerOddRequests } from './odd-requests.ts';
import { sendNotFound } from './not-found.ts';
import { PagePolicies } from './page-policies.ts';
import { isForServer, toOriginForm } from './request-target.ts';
import { sendAnswer } from './send-answer.ts';
import { sendFile, sendText } from './send-file.ts';

export interface SiteServerOptions {
  /** Holds the whole site: the explorer's files, and the static tree under data/. */
  readonly directory: string;
  /** The path under which the site is served, with a slash at both ends. */
  readonly basePath?: string;
  /** The origin that links shall stand on, where a proxy hides it from this server. */
  readonly publicOrigin?: string | undefined;
  /** Bounds the answers remembered, to be given again. */
  readonly answerMemoryBytes?: number;
  /** A connection on which nothing moves for so long is ended, in milliseconds. */
  readonly longestStillness?: number;
}

const defaultAnswerMemoryBytes = 64 * 1024 * 1024;
/** Who reads nothing holds parts of an answer in memory; a train in a tunnel comes out of it sooner. */
const defaultLongestStillness = 60_000;
/**
 * How long a connection waits for its next request. A server before this one keeps its connections for less, and gives them
 * up first: a request sent into one that is just being closed is lost, unless its method says that it may be repeated.
 */
const longestWaitForRequest = 75_000;

/** A server for the site, the static tree and the full interface on one port. Not yet listening. */
export function createSiteServer(options: SiteServerOptions): Server {
  const { directory, basePath = '/', publicOrigin, answerMemoryBytes = defaultAnswerMemoryBytes } = options;
  const { longestStillness = defaultLongestStillness } = options;
  const library = new DataLibrary(createDirectoryStore(directory));
  const context: ApiContext = { library, basePath, memory: new AnswerMemory(answerMemoryBytes) };
  const sendFile = createFileSender(directory);
  // Without a Host header links stand on localhost: no reason to refuse the request.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    toOriginForm(request);
    const answer = isForServer(request)
      ? Promise.resolve(preflightAnswer)
      : answerRequest(apiRequestOf(request, publicOrigin), context);
    if (answer) void answer.then((found) => sendAnswer(found, request, response));
    else sendFile(request, response, basePath);
  });
  answerOddRequests(server);
  server.keepAliveTimeout = longestWaitForRequest;
  return server.setTimeout(longestStillness);
}

type FileSender = (request: IncomingMessage, response: ServerResponse, basePath: string) => void;

function createFileSender(directory: string): FileSender {
  const policies = new PagePolicies(directory);
  return (request, response, basePath) => {
    const notFound = (): void => {
      sendNotFound(request, response, { directory, basePath, policies });
    };
    const target = request.url ?? '/';
    if (!target.startsWith(basePath)) {
      const root = rootWithSlash(target, basePath);
      if (root === undefined) notFound();
      else response.writeHead(301, { Location: root, 'Cache-Control': askedAnew }).end();
      return;
    }
    const inSite = target.slice(basePath.length - 1);
    const { method, headers } = request;
    const isOpen = isOpenToAll(inSite.slice(1).replace(/\?.*$/s, ''));
    if (method === 'OPTIONS' && isOpen) {
      response.writeHead(204, openFilePreflightHeaders).end();
      return;
    }
    if (method !== 'GET' && method !== 'HEAD') {
      sendText(response, 405, 'This site is read-only.', { Allow: isOpen ? openFileMethods : 'GET, HEAD' });
      return;
    }
    // Every file of the site has an extension. Parts are taken from the file itself, never from a compressed twin.
    const encoding = headers.range === undefined ? acceptedEncoding(headers['accept-encoding']?.toString()) : undefined;
    const found = /(?:\/|\.[a-z0-9]+)(?:\?.*)?$/.test(inSite)
      ? findContentFile(directory, inSite, encoding)
      : undefined;
    if (found) sendFile(request, response, found, headersOf(found.path, policies), notFound);
    else notFound();
  };
}

function headersOf(path: string, policies: PagePolicies): Record<string, string> {
  const contentType = contentTypeOf(path);
  const policy = policies.of(path);
  return {
    ...fileSecurityHeaders,
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    'Cache-Control': cacheControlOf(path),
    ...(isOpenToAll(path) ? openFileHeaders : {}),
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
  };
}
