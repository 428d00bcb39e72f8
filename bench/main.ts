import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { handleRequest } from '../core/api/handle-request.ts';
import { DataLibrary } from '../core/storage/data-library.ts';
import { createDirectoryStore } from '../hosts/node/directory-store.ts';
import { measureBuild } from './measure-build.ts';
import { measureThroughput, type Workload } from './measure-throughput.ts';
import { listFiles, measureWriting } from './measure-writing.ts';
import { benchInputs } from './paths.ts';
import { median } from './statistics.ts';

/*
 * `npm run bench`: what the build and the Node host cost, on this machine, in one run. `-- host` leaves the static
 * build out, which takes longest and tells nothing of the host.
 */

const buildRounds = 5;
const searchCentres = 50;

const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const folder = mkdtempSync(join(tmpdir(), 'coastwatch-bench-'));
const site = join(folder, 'site');

try {
  const inputs = benchInputs();
  write(`Build of ${inputs.title}, process start to end, median of ${buildRounds}:`);
  write('');
  write('| target | time | peak memory | files | writing such files alone |');
  write('|---|---|---|---|---|');
  for (const target of process.argv.includes('host') ? ['compute'] : ['static', 'compute']) {
    const rounds = Array.from({ length: buildRounds }, () => {
      rmSync(site, { recursive: true, force: true });
      return measureBuild([
        ...inputs.commandLine,
        '--out',
        site,
        '--target',
        target,
        '--base-url',
        'https://data.example.org/',
        '--no-exports',
      ]);
    });
    const seconds = median(rounds.map(({ durationInSeconds }) => durationInSeconds));
    const bytes = median(rounds.map(({ peakMemoryInBytes }) => peakMemoryInBytes));
    const files = listFiles(site);
    const writing = median(Array.from({ length: buildRounds }, () => measureWriting(files, join(folder, 'alone'))));
    write(
      `| ${target} | ${seconds.toFixed(2)} s | ${(bytes / 1e6).toFixed(0)} MB | ${files.size} | ${writing.toFixed(2)} s |`,
    );
  }

  write('');
  write('Node host, 10 connections, against a bare node:http server sending the same bytes:');
  write('');
  write('| request | bytes | each anew/s, ratio | remembered/s, ratio | bare/s | p50, p99 |');
  write('|---|---|---|---|---|---|');
  for (const measured of await measureThroughput(site, folder, await workloads())) {
    const { title, meanBytes, anew, ratioAnew, ours, ratio, bare } = measured;
    const latency = `${measured.millisecondsAtMedian} ms, ${measured.millisecondsAt99thPercentile} ms`;
    write(
      `| ${title} | ${meanBytes.toFixed(0)} | ${anew.toFixed(0)}, ${ratioAnew.toFixed(2)} | ` +
        `${ours.toFixed(0)}, ${ratio.toFixed(2)} | ${bare.toFixed(0)} | ${latency} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Requests spread over the data: pages and identifiers from all of it, searches around places picked evenly. */
async function workloads(): Promise<Workload[]> {
  const library = new DataLibrary(createDirectoryStore(site));
  const response = await handleRequest(new Request('http://localhost/webapi/v1/RawData'), { library, basePath: '/' });
  const records = (await response?.json()) as { RawDataId: number; LocationX: number; LocationY: number }[];
  const spread = Array.from({ length: searchCentres }, (_, index) =>
    Math.floor((index * records.length) / searchCentres),
  );
  const picked = spread.flatMap((index) => records[index] ?? []);
  const places = [...new Map(records.map((record) => [`${record.LocationX} ${record.LocationY}`, record])).values()];
  const centres = spread.flatMap((_, index) => places[Math.floor((index * places.length) / searchCentres)] ?? []);
  const search = (record: { LocationX: number; LocationY: number }): string =>
    `/webapi/v1/RawData?latitude=${record.LocationY}&longitude=${record.LocationX}`;
  return [
    {
      title: 'page of 10',
      paths: spread.map((index) => `/webapi/v1/RawData?pageNumber=${Math.floor(index / 10) + 1}`),
    },
    { title: 'identifier', paths: picked.map(({ RawDataId }) => `/webapi/v1/RawData/${RawDataId}`) },
    { title: '10 km search, page of 10', paths: centres.map((record) => `${search(record)}&pageNumber=1`) },
    { title: '10 km search, complete', paths: centres.map(search) },
    { title: 'nearest', paths: centres.map((record) => `${search(record)}&searchStyle=Nearest`) },
  ];
}
