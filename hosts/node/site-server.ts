import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

import sirv from 'sirv';

import { AnswerMemory } from '../../core/api/answer-memory.ts';
import { preflightAnswer } from '../../core/api/answers.ts';
import { answerRequest, type ApiContext } from '../../core/api/answer-request.ts';
import { acceptedEncoding } from '../../core/site/accepted-encoding.ts';
import { askedAnew, cacheControlOf, contentTypeOf, contentTypes, isOpenToAll } from '../../core/site/file-headers.ts';
import { fileSecurityHeaders } from '../../core/site/security-headers.ts';
import { rootWithSlash } from '../../core/site/site-root.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { apiRequestOf } from './api-request-of.ts';
import { keepPlainRange } from './byte-range.ts';
import { mayBeSent } from './content-files.ts';
import { createDirectoryStore } from './directory-store.ts';
import { answerOddRequests } from './odd-requests.ts';
import { sendNotFound } from './not-found.ts';
import { PagePolicies } from './page-policies.ts';
import { isForServer, toOriginForm } from './request-target.ts';
import { sendAnswer } from './send-answer.ts';

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
  // `dev` reads the disk anew for each request, so that a new build shows without a restart.
  const policies = new PagePolicies(directory);
  const files = sirv(directory, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: ['html'],
    setHeaders: (response, pathname) => {
      setHeaders(response, pathname.slice(1), policies);
    },
  });
  return (request, response, basePath) => {
    const notFound = (): void => {
      sendNotFound(request, response, { directory, basePath, policies });
    };
    const path = request.url ?? '/';
    if (!path.startsWith(basePath)) {
      const root = rootWithSlash(path, basePath);
      if (root === undefined) notFound();
      else response.writeHead(301, { Location: root, 'Cache-Control': askedAnew }).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...plainText, Allow: 'GET, HEAD' }).end('This site is read-only.\n');
      return;
    }
    request.url = `/${path.slice(basePath.length)}`;
    // Every file of the site has an ending; what has none would be looked for as a page, on this host alone.
    if (!/(?:\/|\.[a-z0-9]+)(?:\?.*)?$/.test(request.url) || !mayBeSent(directory, request.url)) {
      notFound();
      return;
    }
    // A file can go between being looked at and being opened, when a new tree takes its place: that ends one answer,
    // not the server.
    response.once('pipe', (source) => {
      source.once('error', () => {
        response.destroy();
      });
      // One who goes away half-way leaves a file open.
      response.once('close', () => (source as Readable).destroy());
    });
    request.headers['accept-encoding'] = acceptedEncoding(request.headers['accept-encoding']?.toString()) ?? 'identity';
    keepPlainRange(request);
    try {
      files(request, response, notFound);
    } catch {
      // The same in the moment between finding a file and measuring it.
      notFound();
    }
  };
}

const plainText = { 'Content-Type': contentTypes['txt'] ?? '', 'X-Content-Type-Options': 'nosniff' };

function setHeaders(response: ServerResponse, path: string, policies: PagePolicies): void {
  const contentType = contentTypeOf(path.replace(/(^|\/)$/, '$1index.html'));
  if (contentType !== undefined) response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', cacheControlOf(path));
  if (isOpenToAll(path)) response.setHeader('Access-Control-Allow-Origin', '*');
  for (const [name, value] of Object.entries(fileSecurityHeaders)) response.setHeader(name, value);
  const policy = policies.of(path);
  if (policy !== undefined) response.setHeader('Content-Security-Policy', policy);
}
