import type { DatasetDescription } from '../datasets/dataset-description.ts';
import { queryStringOfPage } from '../query/links.ts';
import { faultsOfStaticRequest, parseQuery } from '../query/parse-query.ts';
import { readQueryString } from '../query/query-string.ts';
import type { Query } from '../query/query.ts';
import { findRecord } from '../search/identifier-search.ts';
import { Asker } from '../storage/asker.ts';
import type { DataLibrary, DataVersion } from '../storage/data-library.ts';
import { openDataset } from '../storage/dataset-files.ts';
import { apiRoot, interfaceDocuments, staticPagePath, type InterfaceDocument } from '../storage/layout.ts';
import type { ReadOptions } from '../storage/store.ts';
import { inTwoAttempts } from '../storage/two-attempts.ts';
import type { AnswerMemory } from './answer-memory.ts';
import { answerQuery, type LinkToPage } from './answer-query.ts';
import {
  failureAnswer,
  notModifiedAnswer,
  preflightAnswer,
  problemAnswer,
  resultAnswer,
  textResult,
  withoutBody,
  type Result,
} from './answers.ts';
import type { ApiAnswer, ApiRequest } from './api-message.ts';
import { describedByLink, entityTag, namesAnyEntity, namesEntityTag } from './headers.ts';
import { problems, type Problem } from './problems.ts';
import { knownPaths, parseIdentifier, routeOf, type Route } from './route.ts';

export interface ApiContext {
  readonly library: DataLibrary;
  /** The path under which the site stands, with a slash at both ends. */
  readonly basePath: string;
  /** Answers to give again; without it each is made anew. */
  readonly memory?: AnswerMemory;
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
  readonly find: (version: DataVersion) => Promise<Result | Problem>;
  /** Of a result that may be another in the same version of the data: what tells it apart. */
  readonly contentOf?: (version: DataVersion) => string | undefined;
}

/** What is remembered may be given for want of a manifest's word only so long; then the answer is made anew. */
const patienceForRememberedInMilliseconds = 1000;
/** For how long an answer that follows from the request alone waits for the name of the version. */
const patienceForNameInMilliseconds = 4000;

/**
 * Answers a request of the interface; undefined, at once, when the path is not the interface's. Never rejects: data
 * that cannot be read, after a second try with everything fetched anew, is an answer too.
 */
export function answerRequest(request: ApiRequest, context: ApiContext): Promise<ApiAnswer> | undefined {
  const memory = request.method === 'GET' && request.ifNoneMatch === null ? context.memory : undefined;
  const remembered = memory?.recall(request.url);
  if (remembered) return givenAgain(remembered.answer, request, context);
  return (
    memory?.underWay(request.url)?.then((made) => givenAgain(made, request, context)) ?? answerAnew(request, context)
  );
}

/** An answer that was made for another request, if it is one of the version that stands now; else one of its own. */
async function givenAgain(made: ApiAnswer, request: ApiRequest, context: ApiContext): Promise<ApiAnswer> {
  const anew = (): Promise<ApiAnswer> => answerAnew(request, context) ?? Promise.resolve(made); // all made are the interface's
  if (made.body !== null && !(made.body instanceof Uint8Array)) return anew(); // a stream is read by one alone
  const dataVersion = made.headers['X-Data-Version'];
  if (dataVersion === undefined) return made; // the data was out of reach: so it is for this request, which came meanwhile
  const version = await versionWithin(patienceForRememberedInMilliseconds, context.library);
  return version?.manifest.dataVersion === dataVersion ? made : anew();
}

function answerAnew(request: ApiRequest, context: ApiContext): Promise<ApiAnswer> | undefined {
  const url = new URL(request.url);
  const route = routeOf(url.pathname, context.basePath);
  if (!route) return undefined;
  const method = request.method.toUpperCase();
  if (method === 'OPTIONS') return Promise.resolve(preflightAnswer);
  if (method !== 'GET' && method !== 'HEAD') {
    return answerWithoutData(problems.methodNotAllowed(request.method), context.library);
  }
  const answer = answerRead(request, url, route, context);
  if (method === 'HEAD') return answer.then(withoutBody);
  const { memory } = context;
  // A document may change with a build of the same data, which is the same version.
  if (!memory || route.kind === 'document') return answer;
  if (request.ifNoneMatch === null) memory.begin(request.url, answer);
  return answer.then((made) => {
    memory.remember(request.url, made.headers['X-Data-Version'] ?? '', made);
    return made;
  });
}

function answerRead(request: ApiRequest, url: URL, route: Route, context: ApiContext): Promise<ApiAnswer> {
  const { library, basePath } = context;
  if (route.kind === 'unknown') {
    return answerWithoutData(problems.unknownPath(url.pathname, knownPaths(basePath)), library);
  }
  if (route.kind === 'document')
    return answerFromData(request, url, context, documentFinder(route.name, url, basePath));
  const { dataset } = route;
  if (route.kind === 'staticList' || (route.kind === 'record' && route.isStatic)) {
    const faults = faultsOfStaticRequest(readQueryString(url.search));
    if (faults.length > 0) return answerWithoutData(problems.badParameters(faults), library);
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
  if ('faults' in parsed) return answerWithoutData(problems.badParameters(parsed.faults), library);
  const linkTo: LinkToPage = (query, { number, size }) =>
    `${root}${apiRoot}/${dataset.name}?${queryStringOfPage(query, number, size)}`;
  return answerFromData(request, url, context, queryFinder(dataset, parsed.query, linkTo));
}

function recordFinder(dataset: DatasetDescription, identifierText: string): Finder {
  return {
    isStreamed: false,
    find: async (version) => {
      const identifier = parseIdentifier(identifierText);
      const files = openDataset(version, dataset);
      const text = identifier === undefined ? undefined : await findRecord(files, identifier);
      return text === undefined ? problems.noSuchRecord(dataset.tableName, identifierText) : textResult(text);
    },
  };
}

function queryFinder(dataset: DatasetDescription, query: Query, linkTo: LinkToPage): Finder {
  return {
    isStreamed: query.kind === 'list' && !query.page,
    find: (version) => answerQuery(query, { files: openDataset(version, dataset), linkTo }),
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
  { library, basePath, onReadFailure }: ApiContext,
  { isStreamed, find, contentOf }: Finder,
): Promise<ApiAnswer> {
  const attempt = async (options: ReadOptions): Promise<ApiAnswer> => {
    const version = await library.pin({ ...options, current: isStreamed });
    const { dataVersion } = version.manifest;
    const tag = entityTag(dataVersion, url, contentOf?.(version));
    const held = request.ifNoneMatch ?? '';
    // The tag was sent with a 200 for this very address and version, which the same request would get again.
    if (namesEntityTag(held, tag)) return notModifiedAnswer(dataVersion, tag);
    const found = await find(version);
    if ('code' in found) return problemAnswer(found, dataVersion);
    if (namesAnyEntity(held)) return notModifiedAnswer(dataVersion, tag);
    return resultAnswer(found, dataVersion, tag, describedByLink(basePath));
  };
  try {
    return await inTwoAttempts(onReadFailure ? reportingFailures(attempt, onReadFailure) : attempt);
  } catch (error) {
    onReadFailure?.({ error: error instanceof Error ? error : new Error(String(error)), isFinal: true });
    return failureAnswer(error);
  }
}

/** Reports a failed first attempt. A cancelled attempt is not a failure, and the second is reported by its caller. */
function reportingFailures<Value>(
  attempt: (options: ReadOptions) => Promise<Value>,
  onReadFailure: (failure: ReadFailure) => void,
): (options: ReadOptions) => Promise<Value> {
  return (options) =>
    attempt(options).catch((error: unknown) => {
      if (!options.fresh && options.asker?.reason === undefined && error instanceof Error) {
        onReadFailure({ error, isFinal: false });
      }
      throw error;
    });
}

/** A problem that follows from the request alone still names the version that stands, if that can be read. */
async function answerWithoutData(problem: Problem, library: DataLibrary): Promise<ApiAnswer> {
  const version = await versionWithin(patienceForNameInMilliseconds, library);
  return problemAnswer(problem, version?.manifest.dataVersion);
}

/** The version that stands, if that can be told in so short a time. */
async function versionWithin(milliseconds: number, library: DataLibrary): Promise<DataVersion | undefined> {
  const asker = new Asker();
  const timer = setTimeout(() => {
    asker.giveUp(new Error('not read in time'));
  }, milliseconds);
  try {
    return await library.pin({ fresh: false, asker });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
