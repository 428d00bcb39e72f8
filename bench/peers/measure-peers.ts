import type { Position } from '../../core/geo/wgs84.ts';
import { median, quantile } from '../measure.ts';
import type { ColdClient } from './flatgeobuf.ts';
import type { Peer, RecordNumbers, Truth } from './peer.ts';

/** One kind of search by one peer. The time of a query is the median of the rounds. */
export interface SearchTimes {
  readonly medianMilliseconds: number;
  readonly p95Milliseconds: number;
  /** How many times as long as the first peer, ours: the median of the queries' ratios, each within one round. */
  readonly ratioToOurs: number;
  /** How many queries were timed: a slow peer takes a part of them in each round, and perhaps never all. */
  readonly queries: number;
}

export interface PeerMeasurement {
  readonly peer: Peer;
  readonly wrong: WrongAnswers;
  readonly within: SearchTimes;
  readonly nearest: SearchTimes;
}

export interface PeerQueries {
  readonly centres: readonly Position[];
  /** What each query has to find. */
  readonly truths: readonly Truth[];
  readonly rangeInMetres: number;
}

const rounds = 10;

/**
 * Measures peers side by side, the first of them being ours: a round lets one peer after the other answer for
 * about a second at most, beginning with another one each time, so that whatever else the machine does meets them
 * alike. Ours has to manage all queries in each round; it does at a million records.
 */
export async function measurePeers(
  recordCount: number,
  peers: readonly Peer[],
  queries: PeerQueries,
): Promise<PeerMeasurement[]> {
  const wrongAnswers: WrongAnswers[] = [];
  for (const peer of peers) wrongAnswers.push(await countWrongAnswers(recordCount, peer, queries));
  const within = await timePeers(peers, queries.centres, { kind: 'within', rangeInMetres: queries.rangeInMetres });
  const nearest = await timePeers(peers, queries.centres, { kind: 'nearest' });
  return peers.flatMap((peer, place) => {
    const [wrong, withinTimes, nearestTimes] = [wrongAnswers[place], within[place], nearest[place]];
    if (wrong === undefined || withinTimes === undefined || nearestTimes === undefined) return [];
    return [{ peer, wrong, within: withinTimes, nearest: nearestTimes }];
  });
}

/** Milliseconds by round, then by query; a query is missing from the rounds that did not ask it. */
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
  return timed.map(({ times }) => summary(times, ourTimes));
}

async function timeRound(timing: Timing, centres: readonly Position[], round: number): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (let asked = 0; asked < timing.queriesPerRound; asked++) {
    const query = (round * timing.queriesPerRound + asked) % centres.length;
    const centre = centres[query];
    if (centre !== undefined) times.set(query, await millisecondsOf(timing.ask, centre, timing.repeats));
  }
  return times;
}

function summary(times: RoundTimes, ourTimes: RoundTimes): SearchTimes {
  const queries = [...new Set(times.flatMap((ofQueries) => [...ofQueries.keys()]))];
  const ofQueries = queries.map((query) => {
    const asked = times.flatMap((ofRound, round) => {
      const milliseconds = ofRound.get(query);
      const ours = ourTimes[round]?.get(query);
      return milliseconds === undefined || ours === undefined ? [] : [{ milliseconds, ratio: milliseconds / ours }];
    });
    return {
      milliseconds: median(asked.map(({ milliseconds }) => milliseconds)),
      ratio: median(asked.map(({ ratio }) => ratio)),
    };
  });
  const milliseconds = ofQueries.map((query) => query.milliseconds);
  return {
    medianMilliseconds: median(milliseconds),
    p95Milliseconds: quantile(milliseconds, 0.95),
    ratioToOurs: median(ofQueries.map(({ ratio }) => ratio)),
    queries: queries.length,
  };
}

/** How often a peer's answer is not the true one. */
interface WrongAnswers {
  /** How many queries were checked: a slow peer takes only the first ones. */
  readonly queries: number;
  /** Answers whose set of records within the range is not the true set, or names a record twice. */
  readonly wrongSets: number;
  /** Records missing from all those sets, and records too many in them. */
  readonly missingRecords: number;
  readonly surplusRecords: number;
  /** Answers that are none of the nearest records. */
  readonly wrongNearest: number;
}

const fewestCheckedQueries = 10;
const checkBudgetInMilliseconds = 20_000;

/** Asks a peer each query once; a slow one until its time is over. */
async function countWrongAnswers(recordCount: number, peer: Peer, queries: PeerQueries): Promise<WrongAnswers> {
  const { centres, truths, rangeInMetres } = queries;
  const start = performance.now();
  const wrong = { queries: 0, wrongSets: 0, missingRecords: 0, surplusRecords: 0, wrongNearest: 0 };
  // By record, the query whose true set it was in last, as long as it was not found.
  const expectedBy = new Int32Array(recordCount).fill(-1);
  for (const [query, { longitude, latitude }] of centres.entries()) {
    const truth = truths[query];
    if (truth === undefined) break;
    if (query >= fewestCheckedQueries && performance.now() - start > checkBudgetInMilliseconds) break;
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

/** How a peer is timed in each round, from what its warming up took. */
interface Timing {
  readonly ask: (centre: Position) => unknown;
  /** How many of the queries it takes in each round: all, or in turn as many as its time allows. */
  readonly queriesPerRound: number;
  /** How often in a row it answers each query. */
  readonly repeats: number;
}

/** A peer that is slower than this for one query is asked once for each; a faster one repeats it for so long. */
const batchInMilliseconds = 0.2;
const mostRepeats = 1000;
const warmUpInMilliseconds = 500;
const warmUpPasses = 20;
const fewestTimedQueries = 20;
/** What one peer may take for one kind of search in one round. */
const roundBudgetInMilliseconds = 1000;

/** Warms a peer up with the queries, and settles how it is timed. */
async function prepareTiming(peer: Peer, search: Search, centres: readonly Position[]): Promise<Timing> {
  const ask = askOf(peer, search);
  const times: number[] = [];
  const deadline = performance.now() + warmUpInMilliseconds;
  for (let asked = 0; asked < warmUpPasses * centres.length && performance.now() < deadline; asked++) {
    const centre = centres[asked % centres.length];
    if (centre !== undefined) times.push(await millisecondsOf(ask, centre, 1));
  }
  // The later half: by then the code is compiled.
  const estimate = median(times.slice(times.length >> 1));
  const repeats = Math.min(mostRepeats, Math.max(1, Math.ceil(batchInMilliseconds / estimate)));
  const affordable = Math.floor(roundBudgetInMilliseconds / (estimate * repeats));
  return { ask, repeats, queriesPerRound: Math.min(centres.length, Math.max(fewestTimedQueries, affordable)) };
}

/** Time for one answer, the mean of some in a row. Only a peer that answers with a promise is waited for. */
async function millisecondsOf(ask: Timing['ask'], centre: Position, repeats: number): Promise<number> {
  const start = performance.now();
  for (let repeat = 0; repeat < repeats; repeat++) {
    const answer = ask(centre);
    if (answer instanceof Promise) await answer;
  }
  return (performance.now() - start) / repeats;
}

function askOf(peer: Peer, search: Search): Timing['ask'] {
  if (search.kind === 'nearest') return ({ longitude, latitude }) => peer.nearest(longitude, latitude);
  return ({ longitude, latitude }) => peer.within(longitude, latitude, search.rangeInMetres);
}

/** What complete answers cost a client that holds nothing before each of them. */
export interface ColdReads {
  readonly title: string;
  readonly fileBytes: number;
  /** How many queries were asked: a slow client takes only the first ones. */
  readonly queries: number;
  /** Over the queries, as the others. */
  readonly medianMatches: number;
  readonly medianRequests: number;
  readonly p95Requests: number;
  /** Of contents sent, without HTTP's headers. */
  readonly medianBytes: number;
  readonly p95Bytes: number;
  /** From the first request to the complete records, with a server on the same machine. */
  readonly medianMilliseconds: number;
  /** Answers whose set of records is not the true one. */
  readonly wrongSets: number;
}

/** The identifiers of the records of an answer. */
interface RecordIdentifiers {
  /** By record number. */
  readonly identifiers: readonly number[];
  readonly identifierField: string;
}

const fewestQueries = 20;
const budgetInMilliseconds = 400_000;

/** Asks a client each query once; a slow one until its time is over. */
export async function measureColdReads(
  client: ColdClient,
  { centres, truths, rangeInMetres }: PeerQueries,
  { identifiers, identifierField }: RecordIdentifiers,
): Promise<ColdReads> {
  const deadline = performance.now() + budgetInMilliseconds;
  const matches: number[] = [];
  const requests: number[] = [];
  const bytes: number[] = [];
  const milliseconds: number[] = [];
  let wrongSets = 0;
  for (const [query, { longitude, latitude }] of centres.entries()) {
    if (query >= fewestQueries && performance.now() > deadline) break;
    const start = performance.now();
    const { records, traffic } = await client.recordsWithin(longitude, latitude, rangeInMetres);
    milliseconds.push(performance.now() - start);
    matches.push(records.length);
    requests.push(traffic.requests);
    bytes.push(traffic.bytes);
    const expected = truths[query]?.within ?? new Uint32Array();
    const found = new Set(records.map((record) => record[identifierField]));
    const complete = expected.every((record) => found.has(identifiers[record] ?? Number.NaN));
    if (!complete || records.length !== expected.length) wrongSets++;
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
