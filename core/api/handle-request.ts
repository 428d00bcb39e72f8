import type { DatasetDescription } from '../datasets/dataset-description.ts';
import { feedMediaTypes } from '../feeds/feed-formats.ts';
import { hasFeedFacts, readPlaceFeed } from '../feeds/place-feed.ts';
import { coastalFeatures } from '../datasets/datasets.ts';
import { pageQueryString, parseQuery, type Query, readQueryString, staticRequestErrors } from '../query/parameters.ts';
import {
  apiRoot,
  type ApiDocument,
  apiDocuments,
  feedFactsDocument,
  type FeedFormat,
  type PointFile,
  staticPagePath,
} from '../storage/format/layout.ts';
import { openDataset } from '../storage/reader/stored-dataset.ts';
import type { FileReference } from '../storage/format/file-reference.ts';
import { findRecord } from '../storage/reader/list-reader.ts';
import type { DatasetReader, Snapshot } from '../storage/snapshot/dataset-reader.ts';
import { CancelToken, type ReadOptions, retryOnce } from '../storage/snapshot/store.ts';
import { completeOgcResponse, withFormat } from './ogc/ogc-response.ts';
import type { ogcSource } from './ogc/ogc-source.ts';
import { type Problem, problems } from './problems.ts';
import type { ResponseCache } from './response-cache.ts';
import {
  type ApiBody,
  type ApiRequest,
  type ApiResponse,
  binaryContentType,
  bytesContent,
  type ContentSource,
  contentResponse,
  describedByLink,
  entityTag,
  failureResponse,
  namesAnyEntity,
  matchingEntityTag,
  notModifiedResponse,
  preflightResponse,
  problemResponse,
  textContent,
  withoutBody,
} from './responses.ts';
import { knownFeedPaths, knownPaths, parseIdentifier, type Route, routeOf } from './routes.ts';
import { type LinkToPage, runQuery } from './run-query.ts';

export interface ApiContext {
  readonly reader: DatasetReader;
  /** The path of the site's root, with a slash at both ends. */
  readonly basePath: string;
  /** Without it, every response is computed. */
  readonly cache?: ResponseCache;
  /** Responds to OGC API Features. Not passed by pages, whose examples are only of the rest of the API. */
  readonly ogcSource?: typeof ogcSource;
  /** The largest page size that this host accepts. Default: no maximum. */
  readonly maximumPageSize?: number | undefined;
  /** Receives every failure to read stored data, for logs and metrics. */
  readonly onReadFailure?: ((failure: ReadFailure) => void) | undefined;
}

export interface ReadFailure {
  readonly error: Error;
  /** Whether the request failed. False for a first attempt, after which the request is retried with fresh data. */
  readonly isFinal: boolean;
}

/** How long a cached response waits to be compared with the manifest. After that, a new response is computed. */
const cacheCheckTimeoutInMilliseconds = 1000;
/** A response that needs no data waits this long for the manifest, which supplies its X-Data-Version header. */
const versionTimeoutInMilliseconds = 4000;

/**
 * Handles a request to the API, to OGC API Features or for the feed of a place. Returns undefined, synchronously, for any other path. Never
 * rejects: if the data cannot be read, even by a second attempt that bypasses all caches, the response is a 503.
 */
export function handleApiRequest(received: ApiRequest, context: ApiContext): Promise<ApiResponse> | undefined {
  const request = withFormat(received, context.basePath);
  const cache = request.method === 'GET' && request.ifNoneMatch === null ? context.cache : undefined;
  const cached = cache?.get(request.url);
  if (cached) return fromCache(cached, request, context);
  return (
    cache?.pending(request.url)?.then((response) => fromCache(response, request, context)) ??
    handleUncached(request, context)
  );
}

/** Returns the response to an earlier request for the same URL if its data is current, otherwise a new response. */
async function fromCache(response: ApiResponse, request: ApiRequest, context: ApiContext): Promise<ApiResponse> {
  // Only responses of this handler are cached, so `handleUncached` returns a promise.
  const compute = (): Promise<ApiResponse> => handleUncached(request, context) ?? Promise.resolve(response);
  const isStream = response.body !== null && !(response.body instanceof Uint8Array);
  if (isStream) return compute(); // A stream can be read only once.
  const dataVersion = response.headers['X-Data-Version'];
  // The data could not be read. Both requests receive this response, because it was pending when the second arrived.
  if (dataVersion === undefined) return response;
  const { reader } = context;
  const manifest =
    reader.recentManifest ?? (await openSnapshotWithin(cacheCheckTimeoutInMilliseconds, reader))?.manifest;
  // Another build of the same data can have other rules.
  const { rules = manifest?.rules } = response;
  return manifest?.dataVersion === dataVersion && manifest.rules === rules ? response : compute();
}

function handleUncached(request: ApiRequest, context: ApiContext): Promise<ApiResponse> | undefined {
  const url = new URL(request.url);
  const route = routeOf(url.pathname, context.basePath);
  if (!route) return undefined;
  const method = request.method.toUpperCase();
  if (method === 'OPTIONS') return Promise.resolve(preflightResponse);
  const complete = (response: Promise<ApiResponse>): Promise<ApiResponse> =>
    route.kind === 'ogc' ? response.then(completeOgcResponse) : response;
  if (method !== 'GET' && method !== 'HEAD') {
    return complete(respondWithoutData(problems.methodNotAllowed(request.method), context.reader));
  }
  const responding = complete(respond(request, url, route, context));
  if (method === 'HEAD') return responding.then(withoutBody);
  const { cache } = context;
  // Another build of the same data, which has the same version, may contain a different document or other feed facts.
  if (!cache || route.kind === 'document' || route.kind === 'placeFeed') return responding;
  if (request.ifNoneMatch === null) cache.setPending(request.url, responding);
  return responding.then((response) => {
    cache.set(request.url, response);
    return response;
  });
}

function respond(request: ApiRequest, url: URL, route: Route, context: ApiContext): Promise<ApiResponse> {
  const { reader, basePath } = context;
  if (route.kind === 'ogc' && context.ogcSource) {
    const source = context.ogcSource(url, route.path, context);
    return 'code' in source ? respondWithoutData(source, reader) : respondFromData(request, url, context, source);
  }
  if (route.kind === 'unknown' || route.kind === 'ogc') {
    return respondWithoutData(problems.unknownPath(url.pathname, knownPaths(basePath)), reader);
  }
  if (route.kind === 'unknownFeed') {
    return respondWithoutData(problems.unknownPath(url.pathname, knownFeedPaths(basePath)), reader);
  }
  if (route.kind === 'placeFeed') {
    return respondFromData(request, url, context, placeFeedSource(route, url, basePath));
  }
  if (route.kind === 'document') {
    return respondFromData(request, url, context, documentSource(route.name, url, basePath));
  }
  const { dataset } = route;
  if (route.kind === 'staticList' || route.kind === 'pointFile' || (route.kind === 'record' && route.isStatic)) {
    const errors = staticRequestErrors(readQueryString(url.search));
    if (errors.length > 0) return respondWithoutData(problems.badParameters(errors), reader);
  }
  if (route.kind === 'record') {
    return respondFromData(request, url, context, recordSource(dataset, route.identifierText));
  }
  if (route.kind === 'pointFile') {
    return respondFromData(request, url, context, pointFileSource(dataset, route.file, url, basePath));
  }
  const root = `${url.origin}${basePath}`;
  if (route.kind === 'staticList') {
    const linkTo: LinkToPage = ({ sortOrder }, { number }) => root + staticPagePath(dataset.name, sortOrder, number);
    return respondFromData(request, url, context, querySource(dataset, { kind: 'list', ...route.list }, linkTo));
  }
  const parsed = parseQuery(readQueryString(url.search), context.maximumPageSize);
  if ('errors' in parsed) return respondWithoutData(problems.badParameters(parsed.errors), reader);
  const linkTo: LinkToPage = (query, { number, size }) =>
    `${root}${apiRoot}/${dataset.name}?${pageQueryString(query, number, size)}`;
  return respondFromData(request, url, context, querySource(dataset, parsed.query, linkTo));
}

function recordSource(dataset: DatasetDescription, identifierText: string): ContentSource {
  return {
    isStreamed: false,
    read: async (snapshot) => {
      const identifier = parseIdentifier(identifierText);
      const files = openDataset(snapshot, dataset);
      const record = identifier === undefined ? undefined : await findRecord(files, identifier);
      return record ? bytesContent(record) : problems.noSuchRecord(dataset.tableName, identifierText);
    },
  };
}

function querySource(dataset: DatasetDescription, query: Query, linkTo: LinkToPage): ContentSource {
  return {
    isStreamed: query.kind === 'list' && !query.page,
    read: (snapshot) => runQuery(query, { files: openDataset(snapshot, dataset), linkTo }),
  };
}

/** A dataset without records has no index, because Flatbush cannot create an empty index. */
function pointFileSource(
  { name }: DatasetDescription,
  file: PointFile,
  { pathname }: URL,
  basePath: string,
): ContentSource {
  return {
    isStreamed: false,
    read: async (snapshot) => {
      const { flatbush, points } = snapshot.manifest.datasets[name] ?? {};
      if (file === 'points.json' && points) {
        const bodyBytes = points.reduce((sum, { bytes }) => sum + bytes, 0);
        return { body: await joinedBody(snapshot, points), bodyBytes };
      }
      if (!flatbush) return problems.unknownPath(pathname, knownPaths(basePath));
      const body = await snapshot.file(flatbush, 'bin');
      return { body, bodyBytes: flatbush.bytes, contentType: binaryContentType };
    },
  };
}

/** The content of a file that is stored in parts. One part is usual; more are read while they are sent. */
async function joinedBody(snapshot: Snapshot, [first, ...others]: readonly FileReference[]): Promise<ApiBody> {
  const start = first ? await snapshot.file(first, 'json') : new Uint8Array();
  if (others.length === 0) return start;
  return (async function* () {
    yield start;
    for (const part of others) yield await snapshot.file(part, 'json');
  })();
}

function documentSource(name: ApiDocument, { pathname }: URL, basePath: string): ContentSource {
  return {
    isStreamed: false,
    revisionOf: ({ manifest }) => manifest.documents?.[name]?.hash,
    read: async (snapshot) => {
      const documents = snapshot.manifest.documents ?? {};
      const file = documents[name];
      if (!file) {
        const others = apiDocuments.filter((other) => Object.hasOwn(documents, other));
        return problems.unknownPath(pathname, knownPaths(basePath, others));
      }
      return { body: await snapshot.file(file, 'json'), bodyBytes: file.bytes };
    },
  };
}

function placeFeedSource(
  { identifierText, format }: { readonly identifierText: string; readonly format: FeedFormat },
  { pathname }: URL,
  basePath: string,
): ContentSource {
  return {
    isStreamed: false,
    revisionOf: ({ manifest }) => manifest.documents?.[feedFactsDocument]?.hash,
    read: async (snapshot) => {
      if (!hasFeedFacts(snapshot)) return problems.unknownPath(pathname, knownPaths(basePath));
      const identifier = parseIdentifier(identifierText);
      const isCanonical = identifier !== undefined && String(identifier) === identifierText;
      const text = isCanonical ? await readPlaceFeed(snapshot, identifier, format) : undefined;
      if (text === undefined) return problems.noSuchRecord(coastalFeatures.tableName, identifierText);
      return { ...textContent(text), contentType: `${feedMediaTypes[format]}; charset=UTF-8` };
    },
  };
}

/**
 * Every response is made from one version: an attempt opens one snapshot and reads all files through it. If a file is
 * missing, corrupt or slow to arrive, a second attempt starts over with a new manifest and bypasses all caches.
 */
async function respondFromData(
  request: ApiRequest,
  url: URL,
  { reader, basePath, onReadFailure }: ApiContext,
  { isStreamed, read, revisionOf }: ContentSource,
): Promise<ApiResponse> {
  const attempt = async (options: ReadOptions): Promise<ApiResponse> => {
    const snapshot = await reader.openSnapshot({ ...options, current: isStreamed });
    const { dataVersion } = snapshot.manifest;
    const tag = entityTag(dataVersion, url, revisionOf?.(snapshot));
    const { ifNoneMatch } = request;
    // The client has received this content: the tag identifies the URL and the version. It need not be read again.
    if (ifNoneMatch !== null && matchingEntityTag(ifNoneMatch, tag) !== undefined) {
      return notModifiedResponse(dataVersion, tag);
    }
    const content = await read(snapshot);
    if ('code' in content) return problemResponse(content, dataVersion);
    if (ifNoneMatch !== null && namesAnyEntity(ifNoneMatch)) return notModifiedResponse(dataVersion, tag);
    return { ...contentResponse(content, dataVersion, tag, describedByLink(basePath)), rules: snapshot.rules };
  };
  try {
    return await retryOnce(onReadFailure ? withFailureReports(attempt, onReadFailure) : attempt);
  } catch (error) {
    onReadFailure?.({ error: error instanceof Error ? error : new Error(String(error)), isFinal: true });
    return failureResponse(error);
  }
}

/** Reports a failed first attempt, unless it was cancelled. The caller reports a failed second attempt. */
function withFailureReports<Value>(
  attempt: (options: ReadOptions) => Promise<Value>,
  onReadFailure: (failure: ReadFailure) => void,
): (options: ReadOptions) => Promise<Value> {
  return (options) =>
    attempt(options).catch((error: unknown) => {
      if (!options.fresh && options.cancelToken?.reason === undefined && error instanceof Error) {
        onReadFailure({ error, isFinal: false });
      }
      throw error;
    });
}

/** Responds with a problem that follows from the request alone, and with the current data version if it can be read. */
async function respondWithoutData(problem: Problem, reader: DatasetReader): Promise<ApiResponse> {
  const snapshot = await openSnapshotWithin(versionTimeoutInMilliseconds, reader);
  return problemResponse(problem, snapshot?.manifest.dataVersion);
}

/** Opens the current snapshot. Returns undefined if it cannot be opened within this time. */
async function openSnapshotWithin(milliseconds: number, reader: DatasetReader): Promise<Snapshot | undefined> {
  const cancelToken = new CancelToken();
  const timer = setTimeout(() => {
    cancelToken.cancel(new Error('not read in time'));
  }, milliseconds);
  try {
    return await reader.openSnapshot({ fresh: false, cancelToken });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `handleApiRequest` for the platform's Request and Response. Returns undefined, synchronously, when the path does not
 * belong to the API. Never rejects.
 */
export function handleRequest(request: Request, context: ApiContext): Promise<Response> | undefined {
  const { method, url, headers } = request;
  const [ifNoneMatch, accept] = [headers.get('If-None-Match'), headers.get('Accept')];
  const responding = handleApiRequest({ method, url, ifNoneMatch, accept }, context);
  return responding?.then(({ status, headers, body }) => new Response(toResponseBody(body), { status, headers }));
}

function toResponseBody(body: ApiBody): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null {
  if (body === null || body instanceof Uint8Array) return body;
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
