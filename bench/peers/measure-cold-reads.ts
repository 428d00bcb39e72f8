import type { ColdClient } from './flatgeobuf.ts';
import type { PeerQueries } from './measure-peers.ts';
import { median, quantile } from '../statistics.ts';

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
