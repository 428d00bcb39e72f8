import { parseArgs } from 'node:util';

import { compareAnswers } from './compare-answers.ts';
import { PostgisUnavailable } from './find-postgresql.ts';
import { openPostgis, type Postgis } from './open-postgis.ts';
import { askOurs, parametersOf } from './our-answers.ts';
import { askPostgis } from './postgis-answers.ts';
import { randomQueries } from './random-queries.ts';
import { recordsAllOver, recordsAtHand, type SearchInputs } from './search-inputs.ts';

/*
 * Asks our handler and PostGIS the same random questions of the same records, and tells where they differ:
 *   node --import tsx bench/peers/postgis/compare.ts [--queries 2000] [--all-over]
 * With --all-over the records stand all over the globe. Exit codes: 1 when there are differences, 2 without PostGIS.
 */

const options = parseArgs({
  options: { queries: { type: 'string', default: '2000' }, 'all-over': { type: 'boolean', default: false } },
}).values;
const queryCount = Number(options.queries);
if (!Number.isSafeInteger(queryCount) || queryCount < 1) throw new Error('--queries takes a number of queries.');
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const postgis = await openPostgis();
  try {
    const inputs = await (options['all-over'] ? recordsAllOver(postgis.folder) : recordsAtHand(postgis.folder));
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
  const { CoastalFeatures: features, RawData: events } = inputs.points;
  write(
    `${postgis.title}, ${inputs.title}: ${features.length / 2} coastal features, ${events.length} raw data records`,
  );
  const theirs = await askPostgis(postgis, inputs);
  const ours = await askOurs(inputs, postgis.folder);
  const queries = await randomQueries(inputs, count, theirs);
  const tally = { differences: 0, rounding: 0, greatestRounding: 0, records: 0 };
  for (const query of queries) {
    const comparison = await compareAnswers({ ours, theirs, inputs }, query);
    if (comparison.kind === 'same') {
      tally.records += comparison.records;
    } else if (comparison.kind === 'rounding') {
      tally.rounding++;
      tally.greatestRounding = Math.max(tally.greatestRounding, comparison.metres);
    } else {
      tally.differences++;
      write(`DIFFERENT ${query.dataset}${parametersOf(query)}\n  ${comparison.explanation}`);
    }
  }
  write(`${tally.records} records in answers that are the same on both sides`);
  if (tally.rounding > 0) {
    const nanometres = (tally.greatestRounding * 1e9).toFixed(0);
    write(
      `${tally.rounding} more differ by rounding alone, at records whose distance, told by PostGIS to 10 nm, ` +
        `is at most ${nanometres} nm from the edge`,
    );
  }
  write(`${queries.length} queries, ${tally.differences} differences`);
  return tally.differences;
}
