import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildSite } from '../../../build-data/build.ts';
import { handleRequest } from '../../../core/api/handle-request.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../../hosts/node/directory-store.ts';
import { openPostgis, type Postgis, PostgisUnavailable } from './open-postgis.ts';
import { createPostgisSearcher, type PostgisSearcher } from './postgis-results.ts';
import {
  availableRecords,
  type DatasetName,
  datasetNames,
  randomQueries,
  recordsAllOver,
  type SearchInputs,
  type SearchQuery,
} from './search-inputs.ts';

/*
 * Sends the same random queries on the same records to our API handler and to PostGIS, and reports differences:
 *   node --import tsx bench/peers/postgis/compare.ts [--queries 2000] [--all-over]
 * With --all-over, records are spread over the globe. Exit codes: 1 if results differ by more than rounding, 2 if
 * PostGIS is not installed.
 */

/** Searches with our API handler. */
interface ApiSearcher {
  /** Identifiers in the order of the response. */
  within(query: SearchQuery): Promise<readonly number[]>;
  /** The identifier of the nearest record; undefined if there is none. */
  nearest(query: SearchQuery): Promise<number | undefined>;
  /** The index of each record in its dataset's list. Of equally near records, the first in the list is the result. */
  readonly ranks: Readonly<Record<DatasetName, ReadonlyMap<number, number>>>;
}

const identifierFields: Readonly<Record<DatasetName, string>> = {
  CoastalFeatures: 'CoastalFeatureID',
  RawData: 'RawDataId',
};
const siteUrl = 'http://localhost/';

/** Builds a site from the records, in a subdirectory of `folder`. */
async function createApiSearcher({ files }: SearchInputs, folder: string): Promise<ApiSearcher> {
  const site = join(folder, 'site');
  const result = await buildSite({
    inputs: { kind: 'files', coastalFeatures: files.CoastalFeatures, rawData: files.RawData },
    outputDirectory: site,
    target: 'compute',
    exports: false,
    siteUrl,
  });
  if (result.kind === 'refused') throw new Error('The records have errors. Run the build command to see them.');
  const context = { reader: new DatasetReader(createDirectoryStore(site)), basePath: '/' };

  const requestIdentifiers = async (
    dataset: DatasetName,
    parameters: string,
  ): Promise<readonly number[] | undefined> => {
    const url = `${siteUrl}webapi/v1/${dataset}${parameters}`;
    const response = await handleRequest(new Request(url), context);
    if (response?.status === 404) return undefined;
    if (response?.status !== 200) throw new Error(`${url} returned status ${String(response?.status)}.`);
    const records = [await response.json()].flat() as readonly Readonly<Record<string, unknown>>[];
    return records.map((record) => Number(record[identifierFields[dataset]]));
  };
  const ranks: Record<DatasetName, ReadonlyMap<number, number>> = { CoastalFeatures: new Map(), RawData: new Map() };
  for (const dataset of datasetNames) {
    const list = (await requestIdentifiers(dataset, '')) ?? [];
    ranks[dataset] = new Map(list.map((identifier, rank) => [identifier, rank]));
  }
  return {
    ranks,
    within: async (query) => (await requestIdentifiers(query.dataset, queryString(query))) ?? [],
    nearest: async (query) => (await requestIdentifiers(query.dataset, queryString(query)))?.[0],
  };
}

/** The query string of a query. Numbers are in their shortest exact form. */
function queryString({ longitude, latitude, rangeInMetres, style }: SearchQuery): string {
  const range = rangeInMetres === undefined ? '' : `&rangeInM=${rangeInMetres}`;
  return `?latitude=${latitude}&longitude=${longitude}${range}&searchStyle=${style}`;
}

/**
 * Both sides compute the same geodesic, to about 15 nanometres each, and PostGIS rounds distances to 10 nanometres.
 * If a record is this close to the edge of a search, or two distances differ this little, both results are right.
 */
const roundingInMetres = 5e-8;

/** `rounding`: the results differ only by rounding, by at most `metres`. */
type Comparison =
  | { readonly kind: 'same'; readonly records: number }
  | { readonly kind: 'rounding'; readonly metres: number }
  | { readonly kind: 'different'; readonly explanation: string };

interface BothSides {
  readonly api: ApiSearcher;
  readonly postgis: PostgisSearcher;
  readonly inputs: SearchInputs;
}

function compareResults(sides: BothSides, query: SearchQuery): Promise<Comparison> {
  return query.style === 'InRadius'
    ? compareWithin(sides, query, query.rangeInMetres ?? Number.NaN)
    : compareNearest(sides, query, query.rangeInMetres ?? Number.POSITIVE_INFINITY);
}

async function compareWithin(sides: BothSides, query: SearchQuery, rangeInMetres: number): Promise<Comparison> {
  const list = await sides.api.within(query);
  const ours = new Set(list);
  if (ours.size < list.length) return different('Our result contains a record twice.');
  const theirs = await sides.postgis.within(query.dataset, query, rangeInMetres);
  const disputed = [
    ...list.filter((identifier) => !theirs.has(identifier)),
    ...[...theirs].filter((identifier) => !ours.has(identifier)),
  ];
  if (disputed.length === 0) return { kind: 'same', records: list.length };

  const distances = await sides.postgis.distances(query.dataset, query, disputed);
  const edgeDistances = disputed.map((identifier) =>
    Math.abs((distances.get(identifier) ?? Number.NaN) - rangeInMetres),
  );
  const greatest = Math.max(...edgeDistances);
  if (greatest <= roundingInMetres) return { kind: 'rounding', metres: greatest };
  const examples = disputed.slice(0, 5).map((identifier) => {
    const finder = ours.has(identifier) ? 'our API' : 'PostGIS';
    return `${identifier} at ${String(distances.get(identifier))} m is found only by ${finder}`;
  });
  return different(`${disputed.length} records are found by only one side: ${examples.join('; ')}.`);
}

async function compareNearest(sides: BothSides, query: SearchQuery, rangeInMetres: number): Promise<Comparison> {
  const { dataset } = query;
  const ours = await sides.api.nearest(query);
  const theirs = await sides.postgis.nearest(dataset, query, roundingInMetres);
  const least = Math.min(...theirs.values());
  const [viaIndex] = (await sides.postgis.oneNearest(dataset, query)).values();
  if (viaIndex !== least)
    return different(`PostGIS disagrees with itself: ${least} m without its index, ${String(viaIndex)} m with it.`);
  if (ours === undefined || least > rangeInMetres) {
    if (ours === undefined && least > rangeInMetres) return { kind: 'same', records: 0 };
    const edgeDistance = Math.abs(least - rangeInMetres);
    if (edgeDistance <= roundingInMetres) return { kind: 'rounding', metres: edgeDistance };
    const found = ours === undefined ? 'no record' : `record ${ours}`;
    return different(`Our API finds ${found}, but the nearest record that PostGIS finds is at ${least} m.`);
  }
  const ourDistance = theirs.get(ours);
  if (ourDistance === undefined) {
    const distances = await sides.postgis.distances(dataset, query, [ours]);
    return different(
      `Our API finds record ${ours} at ${String(distances.get(ours))} m, but PostGIS finds one at ${least} m.`,
    );
  }
  const rank = (identifier: number): number => sides.api.ranks[dataset].get(identifier) ?? Number.NaN;
  const better = [...theirs.keys()].filter((other) => {
    const distance = theirs.get(other) ?? Number.NaN;
    return distance < ourDistance || (distance === ourDistance && rank(other) < rank(ours));
  });
  if (better.length === 0) return { kind: 'same', records: 1 };
  // A better record at the same position is an error. At another position, the difference may be too small to measure.
  const positions = new Set(findPositions(sides.inputs, query, ours));
  const preferred = better.find((other) =>
    findPositions(sides.inputs, query, other).some((position) => positions.has(position)),
  );
  if (preferred !== undefined)
    return different(`Our API finds record ${ours}, but record ${preferred} at the same position comes first.`);
  return { kind: 'rounding', metres: ourDistance - least };
}

function findPositions(inputs: SearchInputs, { dataset }: SearchQuery, identifier: number): string[] {
  const points = inputs.points[dataset].filter(({ recordNumber }) => recordNumber === identifier);
  return points.map(({ longitude, latitude }) => `${longitude} ${latitude}`);
}

function different(explanation: string): Comparison {
  return { kind: 'different', explanation };
}

const options = parseArgs({
  options: { queries: { type: 'string', default: '2000' }, 'all-over': { type: 'boolean', default: false } },
}).values;
const queryCount = Number(options.queries);
if (!Number.isSafeInteger(queryCount) || queryCount < 1) throw new Error('--queries must be a positive integer.');
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const postgis = await openPostgis();
  try {
    const inputs = await (options['all-over'] ? recordsAllOver(postgis.folder) : availableRecords(postgis.folder));
    if ((await compare(postgis, inputs, queryCount)) > 0) process.exitCode = 1;
  } finally {
    await postgis.close();
  }
} catch (error) {
  if (!(error instanceof PostgisUnavailable)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

/** Returns the number of differences. */
async function compare(postgis: Postgis, inputs: SearchInputs, count: number): Promise<number> {
  const { CoastalFeatures: features, RawData: records } = inputs.points;
  write(
    `${postgis.title}, ${inputs.title}: ${features.length / 2} coastal features, ${records.length} raw data records`,
  );
  const postgisSearcher = await createPostgisSearcher(postgis, inputs);
  const api = await createApiSearcher(inputs, postgis.folder);
  const queries = await randomQueries(inputs, count, postgisSearcher);
  const tally = { differences: 0, rounding: 0, greatestRounding: 0, records: 0 };
  for (const query of queries) {
    const comparison = await compareResults({ api, postgis: postgisSearcher, inputs }, query);
    if (comparison.kind === 'same') {
      tally.records += comparison.records;
    } else if (comparison.kind === 'rounding') {
      tally.rounding++;
      tally.greatestRounding = Math.max(tally.greatestRounding, comparison.metres);
    } else {
      tally.differences++;
      write(`DIFFERENT ${query.dataset}${queryString(query)}\n  ${comparison.explanation}`);
    }
  }
  write(`${tally.records} records in results that are the same on both sides`);
  if (tally.rounding > 0) {
    const nanometres = (tally.greatestRounding * 1e9).toFixed(0);
    write(
      `${tally.rounding} more results differ only by rounding, by at most ${nanometres} nanometres; ` +
        'PostGIS rounds distances to 10 nanometres',
    );
  }
  write(`${queries.length} queries, ${tally.differences} differences`);
  return tally.differences;
}
