import type { ColdReads } from './measure-cold-reads.ts';
import type { PeerMeasurement, SearchTimes } from './measure-peers.ts';

/** What was measured of each peer, as a table in Markdown. Times are in milliseconds a query. */
export function searchTable(measurements: readonly PeerMeasurement[], rangeInMetres: number): string {
  const range = `${rangeInMetres / 1000} km`;
  const heads = [
    'peer',
    'distance on',
    'index, MB',
    `${range}: median, ms`,
    '95 %, ms',
    'to ours',
    'wrong sets',
    'nearest: median, ms',
    '95 %, ms',
    'to ours',
    'wrong',
  ];
  const rows = measurements.map(({ peer, wrong, within, nearest }) => [
    peer.title,
    peer.distanceModel,
    peer.indexBytes === undefined ? '' : (peer.indexBytes / 1e6).toFixed(1),
    ...timeCells(within),
    `${wrong.wrongSets} of ${wrong.queries} (${wrong.missingRecords} missing, ${wrong.surplusRecords} too many)`,
    ...timeCells(nearest),
    `${wrong.wrongNearest} of ${wrong.queries}`,
  ]);
  return markdownTable(heads, rows, 2);
}

/** What complete answers cost clients that hold nothing, as a table in Markdown. */
export function coldTable(reads: readonly ColdReads[], rangeInMetres: number): string {
  const heads = [
    `cold client, ${rangeInMetres / 1000} km`,
    'file, MB',
    'records: median',
    'requests: median',
    '95 %',
    'kB: median',
    '95 %',
    'ms: median',
    'wrong sets',
  ];
  const rows = reads.map((read) => [
    read.title,
    (read.fileBytes / 1e6).toFixed(1),
    read.medianMatches.toFixed(0),
    read.medianRequests.toFixed(0),
    read.p95Requests.toFixed(0),
    (read.medianBytes / 1000).toFixed(1),
    (read.p95Bytes / 1000).toFixed(1),
    read.medianMilliseconds.toFixed(1),
    `${read.wrongSets} of ${read.queries}`,
  ]);
  return markdownTable(heads, rows, 1);
}

function timeCells({ medianMilliseconds, p95Milliseconds, ratioToOurs, queries }: SearchTimes): string[] {
  const times = [medianMilliseconds, p95Milliseconds].map((time) => time.toPrecision(3));
  return [...times, `${ratioToOurs.toPrecision(3)} (${queries} queries)`];
}

/** The first columns are text, the others numbers. */
function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[], textColumns: number): string {
  const rule = heads.map((_, column) => (column < textColumns ? '---' : '---:'));
  return [heads, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
