import { parseArgs } from 'node:util';

import { seededRandom } from '../../build-data/sample/seeded-random.ts';
import {
  buildSite,
  fromRoot,
  inTemporaryFolder,
  load,
  median,
  pickLocations,
  publishedSize,
  type RequestKind,
  requestKinds,
  startHost,
  startServer,
  write,
  writeRow,
} from '../harness.ts';

/*
 * `npm run bench:servers` compares the Node host with a server that sends the same records and counts from PostGIS. Neither caches
 * responses, and every request has another centre, page or identifier. Options: `-- --sizes 17330,1000000`,
 * `-- --seconds N` and `-- --rounds N`.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: `${publishedSize},1000000` },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
});
const rounds = Number(values.rounds);

/** Requests to OGC API Features: with filters and exact counts, and for counts in groups. */
const featureKinds: readonly RequestKind[] = [
  [
    'species, year and box, page of 10 with count',
    ({ SightingSpeciesValue, SightingDateTime, LocationX, LocationY }) => {
      const year = SightingDateTime.slice(0, 4);
      const box = [LocationX - 2, LocationY - 2, LocationX + 2, LocationY + 2].map((degrees) => degrees.toFixed(5));
      const species = encodeURIComponent(SightingSpeciesValue ?? '');
      const period = `${year}-01-01T00:00:00Z/${year}-12-31T23:59:59Z`;
      return `${items}?SightingSpeciesValue=${species}&datetime=${period}&bbox=${box.join()}`;
    },
  ],
  [
    'species, page of 10 with count',
    ({ SightingSpeciesValue, RawDataId }) =>
      `${items}?SightingSpeciesValue=${encodeURIComponent(SightingSpeciesValue ?? '')}&offset=${RawDataId % 100}`,
  ],
  [
    'species and month within 50 km, counts',
    ({ LocationX, LocationY }) =>
      `/ogc/collections/RawData/aggregate?groupby=species,month&near=${LocationX},${LocationY}&within=50000`,
  ],
];
const items = '/ogc/collections/RawData/items';
const locations = 1000;
const checkedRequests = 40;

for (const size of values.sizes.split(',').map(Number)) {
  await inTemporaryFolder(async (folder) => {
    const { directory } = await buildSite(folder, size);
    const records = await pickLocations(directory, locations);
    const theirs = await startServer(['--import', 'tsx', fromRoot('bench/peers/serve-postgis.ts'), directory]);
    const ours = await startHost(directory, '--answer-memory', '0');
    try {
      write(`${size.toLocaleString('en')} records, medians of ${rounds} rounds of ${values.seconds} s:\n`);
      writeRow(['request', 'Coastwatch', theirs.title, 'ratio', 'same records']);
      writeRow(['---', '---', '---', '--:', '--:']);
      for (const [title, pathOf] of [...requestKinds, ...featureKinds]) {
        const random = seededRandom(rounds, title);
        // Every request has a new centre, up to about 100 m from a record.
        const nextPaths = (): string[] =>
          records.map((record) =>
            pathOf({
              ...record,
              LocationX: record.LocationX + random.unit() / 1000,
              LocationY: record.LocationY + random.unit() / 1000,
            }),
          );
        const results: { rates: [number, number]; p99: [number, number] }[] = [];
        for (let round = 0; round <= rounds; round++) {
          // Both receive the same requests, because some results are a hundred times as long as others.
          const paths = nextPaths();
          const [our, their] = [
            await load(ours.url, paths, { seconds: Number(values.seconds) }),
            await load(theirs.url, paths, { seconds: Number(values.seconds) }),
          ];
          // The first round warms up the servers.
          if (round === 0) continue;
          results.push({
            rates: [our.requests.average, their.requests.average],
            p99: [our.latency.p99, their.latency.p99],
          });
        }
        let same = 0;
        for (const path of nextPaths().slice(0, checkedRequests)) {
          const [our, their] = await Promise.all([requestRecords(ours.url, path), requestRecords(theirs.url, path)]);
          if (our === their) same++;
        }
        const describe = (server: 0 | 1): string =>
          `${Math.round(median(results.map(({ rates }) => rates[server]))).toLocaleString('en')}/s, ` +
          `${median(results.map(({ p99 }) => p99[server]))} ms`;
        const ratio = median(results.map(({ rates: [our, their] }) => our / their)).toPrecision(2);
        writeRow([title, describe(0), describe(1), ratio, `${same} of ${checkedRequests}`]);
      }
      write();
    } finally {
      ours.child.kill();
      theirs.child.kill();
    }
  });
}

/** The records, features or groups of a response as JSON, and their total; empty if the API finds none. */
async function requestRecords(url: URL, path: string): Promise<string> {
  const response = await fetch(new URL(path, url));
  if (response.status === 404) return '[]';
  const body = (await response.json()) as {
    readonly MetaData?: { TotalItems: number };
    readonly PagedItems?: unknown;
    readonly numberMatched?: number;
    readonly features?: unknown;
    readonly groups?: unknown;
  };
  if (body.numberMatched !== undefined) return JSON.stringify([body.numberMatched, body.features ?? body.groups]);
  return JSON.stringify(body.MetaData ? [body.MetaData.TotalItems, body.PagedItems] : body);
}
