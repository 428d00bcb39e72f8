import type { DatasetDescription } from '../datasets/dataset-description.ts';
import { parseQuery, readQueryString, staticRequestFaults } from '../query/parameters.ts';
import { pageQueryString, type Query } from '../query/query.ts';
import { apiRoot, type InterfaceDocument, interfaceDocuments, staticPagePath } from '../storage/format/layout.ts';
import { openDataset } from '../storage/reader/dataset-files.ts';
import { findRecord } from '../storage/reader/list-reader.ts';
import type { DatasetReader, Snapshot } from '../storage/snapshot/dataset-reader.ts';
import { CancelToken, type ReadOptions, retryOnce } from '../storage/snapshot/store.ts';
import { type Problem, problems } from './problems.ts';
import type { ResponseCache } from './response-cache.ts';
import {
  type ApiBody,
  type ApiRequest,
  type ApiResponse,
  contentResponse,
  describedByLink,
  entityTag,
  failureResponse,
  namesAnyEntity,
  namesEntityTag,
  notModifiedResponse,
  preflightResponse,
  problemResponse,
  type ResponseContent,
  textContent,
  withoutBody,
} from './responses.ts';
import { knownPaths, parseIdentifier, type Route, routeOf } from './routes.ts';
import { type LinkToPage, runQuery } from './run-query.ts';

export interface ApiContext {
  readonly reader: DatasetReader;
  /** The path under which the site stands, with a slash at both ends. */
  readonly basePath: string;
  /** Answers to give again; without it each is made anew. */
  readonly cache?: ResponseCache;
  /** The largest page size that this host accepts; without it there is no maximum. */
  readonly maximumPageSize?: number | undefined;
  /** Receives every failure to read stored data, for logs and metrics. */
  readonly onReadFailure?: ((failure: ReadFailure) => void) | undefined;
}

/** Stored data that could not be read for a request. */
export interface ReadFailure {
  readonly error: Error;
  /** Whether the request failed. False for a first attempt: the request is tried again with fresh data. */
  readonly isFinal: boolean;
}

interface Finder {
  /**
   * Whether the result may be sent while it is still being read. Such an answer cannot start over, and its files stay
   * for so many updates: it begins with the version that stands now, not with that of a moment ago.
   */
  readonly isStreamed: boolean;
  /** Finds the result in one version of the data. Throws StoredDataError. */
  readonly find: (version: Snapshot) => Promise<ResponseContent | Problem>;
  /** Of a result that may be another in the same version of the data: what tells it apart. */
  readonly contentOf?: (version: Snapshot) => string | undefined;
}

/** What is remembered may be given for want of a manifest's word only so long; then the answer is made anew. */
const patienceForRememberedInMilliseconds = 1000;
/** For how long an answer that follows from the request alone waits for the name of the version. */
const patienceForNameInMilliseconds = 4000;

/**
 * Answers a request of the interface; undefined, at once, when the path is not the interface's. Never rejects: data
 * that cannot be read, after a second try with everything fetched anew, is an answer too.
 */
export function handleApiRequest(request: ApiRequest, context: ApiContext): Promise<ApiResponse> | undefined {
  const memory = request.method === 'GET' && request.ifNoneMatch === null ? context.cache : undefined;
  const remembered = memory?.get(request.url);
  if (remembered) return fromCache(remembered.response, request, context);
  return (
    memory?.pending(request.url)?.then((made) => fromCache(made, request, context)) ?? handleUncached(request, context)
  );
}

/** An answer that was made for another request, if it is one of the version that stands now; else one of its own. */
async function fromCache(made: ApiResponse, request: ApiRequest, context: ApiContext): Promise<ApiResponse> {
  const anew = (): Promise<ApiResponse> => handleUncached(request, context) ?? Promise.resolve(made); // all made are the interface's
  if (made.body !== null && !(made.body instanceof Uint8Array)) return anew(); // a stream is read by one alone
  const dataVersion = made.headers['X-Data-Version'];
  if (dataVersion === undefined) return made; // the data was out of reach: so it is for this request, which came meanwhile
  const version = await versionWithin(patienceForRememberedInMilliseconds, context.reader);
  return version?.manifest.dataVersion === dataVersion ? made : anew();
}

function handleUncached(request: ApiRequest, context: ApiContext): Promise<ApiResponse> | undefined {
  const url = new URL(request.url);
  const route = routeOf(url.pathname, context.basePath);
  if (!route) return undefined;
  const method = request.method.toUpperCase();
  if (method === 'OPTIONS') return Promise.resolve(preflightResponse);
  if (method !== 'GET' && method !== 'HEAD') {
    return answerWithoutData(problems.methodNotAllowed(request.method), context.reader);
  }
  const answer = answerRead(request, url, route, context);
  if (method === 'HEAD') return answer.then(withoutBody);
  const { cache } = context;
  // A document may change with a build of the same data, which is the same version.
  if (!cache || route.kind === 'document') return answer;
  if (request.ifNoneMatch === null) cache.setPending(request.url, answer);
  return answer.then((made) => {
    cache.set(request.url, made.headers['X-Data-Version'] ?? '', made);
    return made;
  });
}

function answerRead(request: ApiRequest, url: URL, route: Route, context: ApiContext): Promise<ApiResponse> {
  const { reader, basePath } = context;
  if (route.kind === 'unknown') {
    return answerWithoutData(problems.unknownPath(url.pathname, knownPaths(basePath)), reader);
  }
  if (route.kind === 'document')
    return answerFromData(request, url, context, documentFinder(route.name, url, basePath));
  const { dataset } = route;
  if (route.kind === 'staticList' || (route.kind === 'record' && route.isStatic)) {
    const faults = staticRequestFaults(readQueryString(url.search));
    if (faults.length > 0) return answerWithoutData(problems.badParameters(faults), reader);
  }
  if (route.kind === 'record') {
    return answerFromData(request, url, context, recordFinder(dataset, route.identifierText));
  }
  const root = `${url.origin}${basePath}`;
  if (route.kind === 'staticList') {
    const linkTo: LinkToPage = ({ sortOrder }, { number }) => root + staticPagePath(dataset.name, sortOrder, number);
    return answerFromData(request, url, context, queryFinder(dataset, { kind: 'list', ...route.list }, linkTo));
  }
  const parsed = parseQuery(readQueryString(url.search), context.maximumPageSize);
  if ('faults' in parsed) return answerWithoutData(problems.badParameters(parsed.faults), reader);
  const linkTo: LinkToPage = (query, { number, size }) =>
    `${root}${apiRoot}/${dataset.name}?${pageQueryString(query, number, size)}`;
  return answerFromData(request, url, context, queryFinder(dataset, parsed.query, linkTo));
}

function recordFinder(dataset: DatasetDescription, identifierText: string): Finder {
  return {
    isStreamed: false,
    find: async (version) => {
      const identifier = parseIdentifier(identifierText);
      const files = openDataset(version, dataset);
      const text = identifier === undefined ? undefined : await findRecord(files, identifier);
      return text === undefined ? problems.noSuchRecord(dataset.tableName, identifierText) : textContent(text);
    },
  };
}

function queryFinder(dataset: DatasetDescription, query: Query, linkTo: LinkToPage): Finder {
  return {
    isStreamed: query.kind === 'list' && !query.page,
    find: (version) => runQuery(query, { files: openDataset(version, dataset), linkTo }),
  };
}

function documentFinder(name: InterfaceDocument, { pathname }: URL, basePath: string): Finder {
  return {
    isStreamed: false,
    contentOf: ({ manifest }) => manifest.documents?.[name]?.hash,
    find: async (version) => {
      const named = version.manifest.documents ?? {};
      const file = named[name];
      if (!file) {
        const others = interfaceDocuments.filter((each) => Object.hasOwn(named, each));
        return problems.unknownPath(pathname, knownPaths(basePath, others));
      }
      return { body: await version.document(file), bodyBytes: file.bytes };
    },
  };
}

/**
 * One answer, one version: an attempt holds one manifest fast. When one of its files is missing, corrupt or long in
 * coming, the manifest is fetched anew, once, and the request starts over with nothing remembered.
 */
async function answerFromData(
  request: ApiRequest,
  url: URL,
  { reader, basePath, onReadFailure }: ApiContext,
  { isStreamed, find, contentOf }: Finder,
): Promise<ApiResponse> {
  const attempt = async (options: ReadOptions): Promise<ApiResponse> => {
    const version = await reader.openSnapshot({ ...options, current: isStreamed });
    const { dataVersion } = version.manifest;
    const tag = entityTag(dataVersion, url, contentOf?.(version));
    const held = request.ifNoneMatch ?? '';
    // The tag was sent with a 200 for this very address and version, which the same request would get again.
    if (namesEntityTag(held, tag)) return notModifiedResponse(dataVersion, tag);
    const found = await find(version);
    if ('code' in found) return problemResponse(found, dataVersion);
    if (namesAnyEntity(held)) return notModifiedResponse(dataVersion, tag);
    return contentResponse(found, dataVersion, tag, describedByLink(basePath));
  };
  try {
    return await retryOnce(onReadFailure ? reportingFailures(attempt, onReadFailure) : attempt);
  } catch (error) {
    onReadFailure?.({ error: error instanceof Error ? error : new Error(String(error)), isFinal: true });
    return failureResponse(error);
  }
}

/** Reports a failed first attempt. A cancelled attempt is not a failure, and the second is reported by its caller. */
function reportingFailures<Value>(
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

/** A problem that follows from the request alone still names the version that stands, if that can be read. */
async function answerWithoutData(problem: Problem, reader: DatasetReader): Promise<ApiResponse> {
  const version = await versionWithin(patienceForNameInMilliseconds, reader);
  return problemResponse(problem, version?.manifest.dataVersion);
}

/** The version that stands, if that can be told in so short a time. */
async function versionWithin(milliseconds: number, reader: DatasetReader): Promise<Snapshot | undefined> {
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
 * The web-standard handler: a Response to a Request of the interface, or undefined, at once, for "not mine". The
 * promise never rejects.
 */
export function handleRequest(request: Request, context: ApiContext): Promise<Response> | undefined {
  const { method, url, headers } = request;
  const answer = handleApiRequest({ method, url, ifNoneMatch: headers.get('If-None-Match') }, context);
  return answer?.then(({ status, headers, body }) => new Response(toResponseBody(body), { status, headers }));
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
