import { createServer, type Server, type ServerResponse } from 'node:http';

import { type ApiContext, handleApiRequest } from '../../core/api/handle-request.ts';
import { problemResponseTo } from '../../core/api/ogc/ogc-response.ts';
import { ogcSource } from '../../core/api/ogc/ogc-source.ts';
import { problems } from '../../core/api/problems.ts';
import { ResponseCache } from '../../core/api/response-cache.ts';
import { type ApiResponse, failureResponse, preflightResponse, type ApiRequest } from '../../core/api/responses.ts';
import type { CacheStatistics } from '../../core/collections/clock-cache.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { FileCache } from '../../core/storage/snapshot/file-cache.ts';
import { Connections, handleParserErrors } from './connections.ts';
import { createDirectoryStore } from './directory-store.ts';
import { handleHealthCheck, Health } from './observability/health.ts';
import { CountedResponse, type RequestObserver } from './observability/request-observer.ts';
import type { ServerRequest } from './observability/route-class.ts';
import { createFileResponder, sendApiResponse } from './responses.ts';

export interface SiteServerOptions {
  readonly directory: string;
  /** The path under which the site is served, with a slash at both ends. */
  readonly basePath?: string;
  /** The origin for links, if a proxy in front of this server does not report it. */
  readonly publicOrigin?: string | undefined;
  readonly responseCacheBytes?: number;
  readonly dataCacheBytes?: number;
  /** By default, there is no limit. */
  readonly maximumPageSize?: number | undefined;
  /** By default, there is no limit. */
  readonly maximumConcurrentResponses?: number | undefined;
  /** A connection without traffic during a request or a response is closed after this time. */
  readonly idleTimeoutInMilliseconds?: number;
  /** A connection that waits for its next request is closed after this time. */
  readonly keepAliveTimeoutInMilliseconds?: number;
  /** A complete request must arrive within this time. */
  readonly headerTimeoutInMilliseconds?: number;
  /** Writes logs and metrics. */
  readonly observer?: RequestObserver | undefined;
}

export interface Site {
  /** It is not listening yet. */
  readonly server: Server;
  readonly connections: Connections;
  readonly health: Health;
  readonly caches: Readonly<Record<'response' | 'file', () => CacheStatistics>>;
  readonly manifest: () => Manifest | undefined;
  /** Reads the manifest from disk now. Throws StoredDataError. */
  readonly refresh: () => Promise<void>;
}

const megabyte = 1024 * 1024;
const defaultResponseCacheBytes = 64 * megabyte;
const defaultDataCacheBytes = 128 * megabyte;
/** How long a manifest is used before its file is checked again. */
const manifestMaxAgeInMilliseconds = 500;
/** A client that stops reading keeps parts of a response in memory, but a phone may be in a tunnel for this long. */
const defaultIdleTimeoutInMilliseconds = 60_000;
/**
 * Longer than proxies in front of this server keep idle connections open, so that the proxies close them first: a
 * request sent on a connection that the server is just closing is lost, unless its method is idempotent.
 */
const defaultKeepAliveTimeoutInMilliseconds = 75_000;
const defaultHeaderTimeoutInMilliseconds = 30_000;

/** Creates a server for the site, the data files and the API on one port. It is not listening yet. */
export function createSiteServer(options: SiteServerOptions): Server {
  return createSite(options).server;
}

export function createSite(options: SiteServerOptions): Site {
  const { directory, basePath = '/', publicOrigin, observer } = options;
  const { responseCacheBytes = defaultResponseCacheBytes, dataCacheBytes = defaultDataCacheBytes } = options;
  const { headerTimeoutInMilliseconds = defaultHeaderTimeoutInMilliseconds } = options;
  const { maximumConcurrentResponses: limit = Infinity } = options;
  const responseCache = new ResponseCache(responseCacheBytes);
  const fileCache = new FileCache(dataCacheBytes);
  const reader = new DatasetReader(createDirectoryStore(directory), {
    cache: fileCache,
    manifestMaxAgeInMilliseconds,
    onManifest: (manifest, previous) => {
      health.noteRefresh();
      observer?.manifestRead(manifest, previous);
    },
  });
  const health = new Health(reader, (error) => {
    observer?.dataUnavailable(error);
  });
  const context: ApiContext = {
    reader,
    basePath,
    cache: responseCache,
    ogcSource,
    maximumPageSize: options.maximumPageSize,
    onReadFailure:
      observer &&
      ((failure) => {
        observer.readFailed(failure);
      }),
  };
  const respondWithFile = createFileResponder(directory, basePath);

  function respond(request: ServerRequest, response: CountedResponse): void {
    toOriginForm(request);
    connections.begin(request.socket, response, observer?.requestStarted(request, response));
    if (handleHealthCheck(request, response, health)) return;
    const apiResponse = apiResponseTo(request);
    const sent = apiResponse
      ? apiResponse.then((found) => sendApiResponse(found, request, response, context.onReadFailure))
      : respondWithFile(request, response);
    sent.catch((error: unknown) => {
      observer?.unexpectedFailure(error, request);
      sendFailure(error, response);
    });
  }

  function apiResponseTo(request: ServerRequest): Promise<ApiResponse> | undefined {
    if (connections.responsesInProgress > limit) {
      const [path = ''] = request.url.split('?', 1);
      return Promise.resolve(problemResponseTo(path, basePath, problems.serverBusy(limit)));
    }
    if (isForServer(request)) return Promise.resolve(preflightResponse);
    return handleApiRequest(toApiRequest(request, publicOrigin), context);
  }

  const server = createServer(
    {
      // Without a Host header, links are on localhost; the request is not refused.
      requireHostHeader: false,
      ServerResponse: CountedResponse,
      headersTimeout: headerTimeoutInMilliseconds,
      requestTimeout: headerTimeoutInMilliseconds,
      // How often Node looks for requests that have timed out.
      connectionsCheckingInterval: Math.min(5000, headerTimeoutInMilliseconds),
    },
    (request, response) => {
      respond(request as ServerRequest, response);
    },
  );
  const connections = new Connections(server);
  handleParserErrors(server, connections, observer);
  server.keepAliveTimeout = options.keepAliveTimeoutInMilliseconds ?? defaultKeepAliveTimeoutInMilliseconds;
  server.setTimeout(options.idleTimeoutInMilliseconds ?? defaultIdleTimeoutInMilliseconds);
  return {
    server,
    connections,
    health,
    caches: { response: () => responseCache.statistics, file: () => fileCache.statistics },
    manifest: () => fileCache.manifest?.manifest,
    refresh: async () => {
      await reader.openSnapshot({ fresh: true, current: true });
    },
  };
}

/** Handles a bug in this program: only the affected response fails, and the process continues. */
function sendFailure(error: unknown, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, headers, body } = failureResponse(error);
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(status, headers).end(body);
}

/**
 * Converts a complete URL in a request line, as sent to proxies, into a path and a Host header, so that all other code
 * handles only one form.
 */
export function toOriginForm(request: ServerRequest): void {
  const [schemeAndHost, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(request.url) ?? [];
  if (schemeAndHost === undefined) return;
  const rest = request.url.slice(schemeAndHost.length);
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  // The host of the URL takes precedence over the header.
  request.headers.host = host;
}

/** Whether a request is `OPTIONS *`, which concerns the server as a whole. */
export function isForServer({ method, url }: ServerRequest): boolean {
  return method === 'OPTIONS' && url === '*';
}

/**
 * Converts a request into the form that the API handler reads. Links start with `publicOrigin`, or with the scheme and
 * host that the client used. A host that is not valid in a URL is replaced by "localhost", so that no header makes a
 * request fail.
 */
export function toApiRequest(request: ServerRequest, publicOrigin: string | undefined): ApiRequest {
  const origin = publicOrigin ?? originForHost(request.headers.host, forwardedScheme(request));
  // A target that is not a path, such as an asterisk, is outside the API.
  const path = request.url.startsWith('/') ? request.url : '/';
  const { 'if-none-match': ifNoneMatch = null, accept } = request.headers;
  return { method: request.method, url: origin + path, ifNoneMatch, accept };
}

type Scheme = 'http' | 'https';

/**
 * The scheme that a proxy on this machine reports. Other clients could claim any, so their headers are ignored. Each
 * proxy of a chain may append a value, so the first one is the scheme that the reader used. X-Forwarded-Proto takes
 * precedence: a proxy that sets it usually passes on a Forwarded header of its client, who could claim anything.
 */
function forwardedScheme({ headers, socket }: ServerRequest): Scheme {
  if (!isLoopback(socket.remoteAddress)) return 'http';
  const [, ofProxy] = /^[\s,]*(https?)\s*(?:,|$)/i.exec(String(headers['x-forwarded-proto'] ?? '')) ?? [];
  return /^https$/i.test(ofProxy ?? schemeInForwarded(headers.forwarded ?? '')) ? 'https' : 'http';
}

/** The first scheme in a Forwarded header (RFC 7239). A quoted string of another parameter can contain any text. */
function schemeInForwarded(forwarded: string): string {
  for (const [, scheme] of forwarded.matchAll(/(?<![^\s,;])proto="?([^\s,;"]*)|"(?:[^"\\]|\\.?)*(?:"|$)/gi)) {
    if (scheme !== undefined) return scheme;
  }
  return 'http';
}

function isLoopback(address = ''): boolean {
  return /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(address);
}

function originForHost(host: string | undefined, scheme: Scheme): string {
  return host !== undefined && isHost(host) ? `${scheme}://${host}` : fallbackOrigin;
}

const fallbackOrigin = 'http://localhost';

/** The length limit of DNS names is 253 characters, and a port adds six. */
const longestHost = 259;

function isHost(host: string): boolean {
  // A proxy could not pass on links with a very long name: by default, nginx refuses responses with more than 4 KB of
  // headers.
  if (host.length > longestHost) return false;
  const hasValidSyntax = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/.test(host);
  return hasValidSyntax && URL.canParse(`http://${host}`);
}
