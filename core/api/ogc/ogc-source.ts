import { FilterError } from '../../cql2/filter-error.ts';
import { RecordedTimes } from '../../datasets/recorded-time.ts';
import { decodePercent } from '../../query/parameters.ts';
import { ogcRoot } from '../../storage/format/layout.ts';
import type { Snapshot } from '../../storage/snapshot/dataset-reader.ts';
import { readSite, siteRevisionOf } from '../../storage/snapshot/site-document.ts';
import { ogcProblems, type Problem, problems } from '../problems.ts';
import type { ContentSource, ResponseContent } from '../responses.ts';
import { describeCounts } from './aggregate.ts';
import { crs84 } from './crs.ts';
import {
  describeCollection,
  describeCollections,
  describeConformance,
  describeLandingPage,
} from './describe-service.ts';
import { featurePage, singleFeature } from './features.ts';
import { describeApi } from './open-api.ts';
import { type Format, formats, maximumLimit } from './parameters.ts';
import { OgcParameterReader, parseCrs } from './read-parameters.ts';
import { readGroupings, readPage, readSelection } from './read-selection.ts';
import type { OgcDocument, OgcRequest } from './document.ts';
import { represent } from './representation.ts';
import { matchResource, type OgcResource, parametersOf, resourceNames, resources } from './resources.ts';
import { describeSchema } from './schemas.ts';

export interface OgcOptions {
  /** The path of the site's root, with a slash at both ends. */
  readonly basePath: string;
  /** The largest page size that the host accepts. Default: no other maximum than that of the API. */
  readonly maximumPageSize?: number | undefined;
}

type DocumentReader = (snapshot: Snapshot) => OgcDocument | Problem | Promise<OgcDocument | Problem>;

/**
 * The content of a resource of OGC API Features, or the problem of an unknown path. `path` is below the landing page.
 * Parameters are read with the rules of the data, because a day is a local day.
 */
export function ogcSource(url: URL, path: string, options: OgcOptions): ContentSource | Problem {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/').map(decodePercent);
  const matched = matchResource(segments);
  const root = `${url.origin}${options.basePath}${ogcRoot}`;
  if (!matched) {
    const known = resourceNames.map((name) => `${options.basePath}${ogcRoot}/${resources[name].path}`);
    return problems.unknownPath(url.pathname, known);
  }
  const request = { ...matched, url, root, siteUrl: `${url.origin}${options.basePath}` };
  return {
    // A page of a newer version may be requested before this host has read the new manifest.
    isStreamed: url.searchParams.has('data-version'),
    read: (snapshot) => readContent(request, snapshot, options.maximumPageSize),
    // Words and counts depend on the site file. The description of the API also states the maximum of the host.
    revisionOf: (snapshot) =>
      `${siteRevisionOf(snapshot)} ${JSON.stringify(snapshot.rules)}` +
      (matched.name === 'api' ? ` ${String(options.maximumPageSize)}` : ''),
  };
}

async function readContent(
  unread: Omit<OgcRequest, 'format'>,
  snapshot: Snapshot,
  maximumPageSize: number | undefined,
): Promise<ResponseContent | Problem> {
  const { name, collection, url } = unread;
  const resource: OgcResource = resources[name];
  const times = new RecordedTimes(snapshot.rules.times, false);
  const reader = new OgcParameterReader(url.searchParams, parametersOf(name, collection, times));
  const parseFormat = (text: string): Format | undefined =>
    formats.find((each) => each === text && resource.formats.includes(each));
  const request = { ...unread, format: reader.read('f', parseFormat) ?? 'json' };
  try {
    const read = documentReader(request, reader, times, maximumPageSize);
    if (reader.errors.length > 0) return problems.badParameters(reader.errors);
    const document = await read(snapshot);
    return 'code' in document ? document : await represent(document, request, snapshot);
  } catch (error) {
    return reader.errors.length > 0 ? problems.badParameters(reader.errors) : filterProblem(error);
  }
}

function filterProblem(error: unknown): Problem {
  if (error instanceof FilterError) return ogcProblems.badFilter(error.message);
  throw error;
}

/** Reads the parameters of a request, and returns the function that reads its document. Throws FilterError. */
function documentReader(
  request: OgcRequest,
  reader: OgcParameterReader,
  times: RecordedTimes,
  hostMaximum = maximumLimit,
): DocumentReader {
  const { collection } = request;
  switch (request.name) {
    case 'landingPage':
      return async (snapshot) => describeLandingPage(request, await readSite(snapshot), snapshot.manifest.sample);
    case 'conformance':
      return () => describeConformance(request);
    case 'api':
      return async (snapshot) =>
        describeApi(request, await readSite(snapshot), Math.min(maximumLimit, hostMaximum), times);
    case 'collections':
      return (snapshot) => describeCollections(request, snapshot);
    case 'collection':
      return (snapshot) => describeCollection(request, snapshot);
    case 'queryables':
    case 'schema':
      return () => describeSchema(request, times);
    case 'items': {
      const page = readPage(reader, collection, times, hostMaximum);
      return (snapshot) => featurePage(request, page, snapshot);
    }
    case 'feature': {
      const crs = reader.read('crs', parseCrs) ?? crs84;
      return (snapshot) => singleFeature(request, crs, snapshot);
    }
    case 'aggregate': {
      const selection = readSelection(reader, collection, times);
      const groupBy = readGroupings(reader, collection);
      return (snapshot) => describeCounts(request, selection, groupBy, snapshot);
    }
  }
}
