import type { Position } from '../../core/geo/wgs84.ts';
import { countWrongAnswers, type WrongAnswers } from './check-answers.ts';
import type { Peer } from './peer.ts';
import { median, quantile } from '../statistics.ts';
import { millisecondsOf, prepareTiming, type Search, type Timing } from './time-query.ts';
import type { Truth } from './truth.ts';

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
