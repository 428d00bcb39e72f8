import type { Peer, RecordNumbers } from './peer.ts';
import type { PeerQueries } from './measure-peers.ts';

/** How often a peer's answer is not the true one. */
export interface WrongAnswers {
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

const fewestQueries = 10;
const budgetInMilliseconds = 20_000;

/** Asks a peer each query once; a slow one until its time is over. */
export async function countWrongAnswers(recordCount: number, peer: Peer, queries: PeerQueries): Promise<WrongAnswers> {
  const { centres, truths, rangeInMetres } = queries;
  const start = performance.now();
  const wrong = { queries: 0, wrongSets: 0, missingRecords: 0, surplusRecords: 0, wrongNearest: 0 };
  // By record, the query whose true set it was in last, as long as it was not found.
  const expectedBy = new Int32Array(recordCount).fill(-1);
  for (const [query, { longitude, latitude }] of centres.entries()) {
    const truth = truths[query];
    if (truth === undefined) break;
    if (query >= fewestQueries && performance.now() - start > budgetInMilliseconds) break;
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
