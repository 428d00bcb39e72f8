import {
  buildSite,
  formatMegabytes,
  inTemporaryFolder,
  load,
  median,
  pickLocations,
  publishedSize,
  requestKinds,
  startHost,
  write,
  writeRow,
} from './harness.ts';

/* `npm run bench` measures builds of the published data, or of a sample of the same size, and the Node host. */

const rounds = 3;
const locations = 50;

await inTemporaryFolder(async (folder) => {
  writeRow(['target', 'build time', 'peak memory']);
  writeRow(['---', '--:', '--:']);
  let directory = '';
  for (const target of ['static', 'compute']) {
    const builds = [];
    for (let round = 0; round < rounds; round++) builds.push(await buildSite(folder, publishedSize, target));
    const seconds = median(builds.map(({ buildSeconds }) => buildSeconds)).toFixed(2);
    const bytes = median(builds.map(({ peakMemoryInBytes }) => peakMemoryInBytes));
    writeRow([target, `${seconds} s`, formatMegabytes(bytes)]);
    directory = builds[0].directory;
  }
  write();
  const records = await pickLocations(directory, locations);
  const [cached, uncached] = [await startHost(directory), await startHost(directory, '--answer-memory', '0')];
  try {
    writeRow(['request to the Node host', 'from its cache, per second', 'not cached, per second', '99 % within']);
    writeRow(['---', '--:', '--:', '--:']);
    for (const [title, pathOf] of requestKinds) {
      const rates: [cached: number, uncached: number, p99: number][] = [];
      // The first round fills the caches.
      for (let round = 0; round <= rounds; round++) {
        const paths = records.map(pathOf);
        const fromCache = await load(cached.url, paths);
        const computed = await load(uncached.url, paths);
        if (round > 0) rates.push([fromCache.requests.average, computed.requests.average, computed.latency.p99]);
      }
      const column = (index: 0 | 1 | 2): number => median(rates.map((each) => each[index]));
      writeRow([title, column(0).toFixed(0), column(1).toFixed(0), `${column(2)} ms`]);
    }
  } finally {
    cached.child.kill();
    uncached.child.kill();
  }
});
