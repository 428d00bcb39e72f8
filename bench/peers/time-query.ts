import type { Position } from '../../core/geo/wgs84.ts';
import type { Peer } from './peer.ts';
import { median } from '../statistics.ts';

/** A kind of search. */
export type Search = { readonly kind: 'within'; readonly rangeInMetres: number } | { readonly kind: 'nearest' };

/** How a peer is timed in each round, from what its warming up took. */
export interface Timing {
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
const fewestQueries = 20;
/** What one peer may take for one kind of search in one round. */
const budgetInMilliseconds = 1000;

/** Warms a peer up with the queries, and settles how it is timed. */
export async function prepareTiming(peer: Peer, search: Search, centres: readonly Position[]): Promise<Timing> {
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
  const affordable = Math.floor(budgetInMilliseconds / (estimate * repeats));
  return { ask, repeats, queriesPerRound: Math.min(centres.length, Math.max(fewestQueries, affordable)) };
}

/** Time for one answer, the mean of some in a row. Only a peer that answers with a promise is waited for. */
export async function millisecondsOf(ask: Timing['ask'], centre: Position, repeats: number): Promise<number> {
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
