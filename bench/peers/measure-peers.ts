import type { Position } from '../../core/geo/wgs84.ts';
import { median, quantile } from '../measure.ts';
import type { ColdClient } from './flatgeobuf.ts';
import type { Peer, RecordNumbers, TrueResult } from './peer.ts';

/** The times of one kind of search by one peer. The time of a query is its median over the rounds. */
export interface SearchTimes {
  readonly medianMilliseconds: number;
  readonly p95Milliseconds: number;
  /** The time relative to the first peer, which is ours: the median over the queries of ratios within one round. */
  readonly ratioToOurs: number;
  /** The number of queries that were timed: a slow peer runs only some of them in each round. */
  readonly queries: number;
}

export interface PeerMeasurement {
  readonly peer: Peer;
  readonly wrong: WrongResults;
  readonly within: SearchTimes;
  readonly nearest: SearchTimes;
}

export interface PeerQueries {
  readonly centres: readonly Position[];
  /** The true result of each query. */
  readonly truths: readonly TrueResult[];
  readonly rangeInMetres: number;
}

const rounds = 10;

/**
 * Measures all peers in turn. In each round, every peer runs for about a second at most, and each round starts with
 * another peer, so that other work on the machine affects all peers equally. The first peer is ours. It must be fast
 * enough to run all queries in each round, as it is with a million records.
 */
export async function measurePeers(
  recordCount: number,
  peers: readonly Peer[],
  queries: PeerQueries,
): Promise<PeerMeasurement[]> {
  const wrongResults: WrongResults[] = [];
  for (const peer of peers) wrongResults.push(await countWrongResults(recordCount, peer, queries));
  const within = await timePeers(peers, queries.centres, { kind: 'within', rangeInMetres: queries.rangeInMetres });
  const nearest = await timePeers(peers, queries.centres, { kind: 'nearest' });
  return peers.flatMap((peer, index) => {
    const [wrong, withinTimes, nearestTimes] = [wrongResults[index], within[index], nearest[index]];
    if (wrong === undefined || withinTimes === undefined || nearestTimes === undefined) return [];
    return [{ peer, wrong, within: withinTimes, nearest: nearestTimes }];
  });
}

/** Milliseconds by round, then by query. A query is absent from rounds that did not run it. */
type RoundTimes = ReadonlyMap<number, number>[];

async function timePeers(peers: readonly Peer[], centres: readonly Position[], search: Search): Promise<SearchTimes[]> {
  const timed: { readonly timing: Timing; readonly times: RoundTimes }[] = [];
  for (const peer of peers) timed.push({ timing: await prepareTiming(peer, search, centres), times: [] });
  for (let round = 0; round < rounds; round++) {
    const first = round % timed.length;
    for (const { timing, times } of [...timed.slice(first), ...timed.slice(0, first)]) {
      times.push(await timeRound(timing, centres, round));
    }
  }
  const ourTimes = timed[0]?.times ?? [];
  return timed.map(({ times }) => summarize(times, ourTimes));
}

async function timeRound(timing: Timing, centres: readonly Position[], round: number): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (let count = 0; count < timing.queriesPerRound; count++) {
    const query = (round * timing.queriesPerRound + count) % centres.length;
    const centre = centres[query];
    if (centre !== undefined) times.set(query, await timeQuery(timing.search, centre, timing.repeats));
  }
  return times;
}

function summarize(times: RoundTimes, ourTimes: RoundTimes): SearchTimes {
  const queries = [...new Set(times.flatMap((roundTimes) => [...roundTimes.keys()]))];
  const queryTimes = queries.map((query) => {
    const measured = times.flatMap((roundTimes, round) => {
      const milliseconds = roundTimes.get(query);
      const ours = ourTimes[round]?.get(query);
      return milliseconds === undefined || ours === undefined ? [] : [{ milliseconds, ratio: milliseconds / ours }];
    });
    return {
      milliseconds: median(measured.map(({ milliseconds }) => milliseconds)),
      ratio: median(measured.map(({ ratio }) => ratio)),
    };
  });
  const milliseconds = queryTimes.map((query) => query.milliseconds);
  return {
    medianMilliseconds: median(milliseconds),
    p95Milliseconds: quantile(milliseconds, 0.95),
    ratioToOurs: median(queryTimes.map(({ ratio }) => ratio)),
    queries: queries.length,
  };
}

/** How often the results of a peer are wrong. */
interface WrongResults {
  /** The number of queries that were checked: a slow peer runs only the first ones. */
  readonly queries: number;
  /** Results within the range that differ from the true set or contain a record twice. */
  readonly wrongSets: number;
  /** Missing and surplus records in all those results. */
  readonly missingRecords: number;
  readonly surplusRecords: number;
  /** Results that are not one of the nearest records. */
  readonly wrongNearest: number;
}

const minCheckedQueries = 10;
const checkBudgetInMilliseconds = 20_000;

/** Runs each query once. A slow peer stops when its time budget is used up. */
async function countWrongResults(recordCount: number, peer: Peer, queries: PeerQueries): Promise<WrongResults> {
  const { centres, truths, rangeInMetres } = queries;
  const start = performance.now();
  const wrong = { queries: 0, wrongSets: 0, missingRecords: 0, surplusRecords: 0, wrongNearest: 0 };
  // For each record, the last query whose true set contains it; -1 after the record has been found.
  const expectedBy = new Int32Array(recordCount).fill(-1);
  for (const [query, { longitude, latitude }] of centres.entries()) {
    const truth = truths[query];
    if (truth === undefined) break;
    if (query >= minCheckedQueries && performance.now() - start > checkBudgetInMilliseconds) break;
    for (const record of truth.within) expectedBy[record] = query;
    const found = countExpected(await peer.within(longitude, latitude, rangeInMetres), expectedBy, query);
    const missing = truth.within.length - found.expected;
    const nearest = await peer.nearest(longitude, latitude);
    wrong.queries++;
    wrong.missingRecords += missing;
    wrong.surplusRecords += found.surplus;
    if (missing + found.surplus > 0) wrong.wrongSets++;
    if (!truth.nearest.has(nearest)) wrong.wrongNearest++;
  }
  return wrong;
}

function countExpected(
  records: RecordNumbers,
  expectedBy: Int32Array,
  query: number,
): { readonly expected: number; readonly surplus: number } {
  let expected = 0;
  for (const record of records) {
    if (expectedBy[record] !== query) continue;
    expectedBy[record] = -1;
    expected++;
  }
  return { expected, surplus: records.length - expected };
}

/** A kind of search. */
type Search = { readonly kind: 'within'; readonly rangeInMetres: number } | { readonly kind: 'nearest' };

/** How a peer is timed in each round. This is chosen during its warm-up. */
interface Timing {
  readonly search: (centre: Position) => unknown;
  /**
   * The number of queries per round: all, or as many as the time budget allows. The next round continues with the rest.
   */
  readonly queriesPerRound: number;
  /** The number of repetitions of each query. */
  readonly repeats: number;
}

/** A peer that takes longer than this for a query runs it once; a faster one repeats it for this time. */
const batchInMilliseconds = 0.2;
const maximumRepeats = 1000;
const warmUpInMilliseconds = 500;
const warmUpPasses = 20;
const minTimedQueries = 20;
/** The maximum time of a peer for one kind of search in one round. */
const roundBudgetInMilliseconds = 1000;

/** Warms a peer up with the queries, and chooses how it is timed. */
async function prepareTiming(peer: Peer, search: Search, centres: readonly Position[]): Promise<Timing> {
  const run = createSearch(peer, search);
  const times: number[] = [];
  const deadline = performance.now() + warmUpInMilliseconds;
  for (let count = 0; count < warmUpPasses * centres.length && performance.now() < deadline; count++) {
    const centre = centres[count % centres.length];
    if (centre !== undefined) times.push(await timeQuery(run, centre, 1));
  }
  // Uses only the second half, when the code has been compiled.
  const estimate = median(times.slice(times.length >> 1));
  const repeats = Math.min(maximumRepeats, Math.max(1, Math.ceil(batchInMilliseconds / estimate)));
  const affordable = Math.floor(roundBudgetInMilliseconds / (estimate * repeats));
  return { search: run, repeats, queriesPerRound: Math.min(centres.length, Math.max(minTimedQueries, affordable)) };
}

/** The mean time of repeated runs of a query. Awaits a peer only if it returns a promise. */
async function timeQuery(search: Timing['search'], centre: Position, repeats: number): Promise<number> {
  const start = performance.now();
  for (let repeat = 0; repeat < repeats; repeat++) {
    const result = search(centre);
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / repeats;
}

function createSearch(peer: Peer, search: Search): Timing['search'] {
  if (search.kind === 'nearest') return ({ longitude, latitude }) => peer.nearest(longitude, latitude);
  return ({ longitude, latitude }) => peer.within(longitude, latitude, search.rangeInMetres);
}

/** What complete results cost a client with an empty cache. */
export interface ColdReads {
  readonly title: string;
  readonly fileBytes: number;
  /** The number of queries: a slow client runs only the first ones. */
  readonly queries: number;
  /** The median number of records in a result. All medians and 95th percentiles are over the queries. */
  readonly medianMatches: number;
  readonly medianRequests: number;
  readonly p95Requests: number;
  /** Bytes of the bodies sent, without headers. */
  readonly medianBytes: number;
  readonly p95Bytes: number;
  /** From the first request to the complete records, with a local server. */
  readonly medianMilliseconds: number;
  /** Results whose set of records is wrong. */
  readonly wrongSets: number;
}

/** The identifiers of the records in a result. */
interface RecordIdentifiers {
  /** By record number. */
  readonly identifiers: readonly number[];
  readonly identifierField: string;
}

const minColdQueries = 20;
const coldBudgetInMilliseconds = 400_000;

/** Runs each query once. A slow client stops when its time budget is used up. */
export async function measureColdReads(
  client: ColdClient,
  { centres, truths, rangeInMetres }: PeerQueries,
  { identifiers, identifierField }: RecordIdentifiers,
): Promise<ColdReads> {
  const deadline = performance.now() + coldBudgetInMilliseconds;
  const matches: number[] = [];
  const requests: number[] = [];
  const bytes: number[] = [];
  const milliseconds: number[] = [];
  let wrongSets = 0;
  for (const [query, { longitude, latitude }] of centres.entries()) {
    if (query >= minColdQueries && performance.now() > deadline) break;
    const start = performance.now();
    const { records, traffic } = await client.recordsWithin(longitude, latitude, rangeInMetres);
    milliseconds.push(performance.now() - start);
    matches.push(records.length);
    requests.push(traffic.requests);
    bytes.push(traffic.bytes);
    const expected = truths[query]?.within ?? new Uint32Array();
    const found = new Set(records.map((record) => record[identifierField]));
    const isComplete = expected.every((record) => found.has(identifiers[record] ?? Number.NaN));
    if (!isComplete || records.length !== expected.length) wrongSets++;
  }
  return {
    title: client.title,
    fileBytes: client.fileBytes,
    queries: matches.length,
    medianMatches: median(matches),
    medianRequests: median(requests),
    p95Requests: quantile(requests, 0.95),
    medianBytes: median(bytes),
    p95Bytes: quantile(bytes, 0.95),
    medianMilliseconds: median(milliseconds),
    wrongSets,
  };
}
