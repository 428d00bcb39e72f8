import { kindsOfFiles, measureColdClient, type ColdMeasurement } from './measure-cold-client.ts';
import { readTables } from './read-records.ts';
import { sizesAsked } from './sizes.ts';

/*
 * What a client that holds nothing fetches for one question, everything counted from the manifest on: medians over 200
 * places, Brotli as a build writes it. `-- --sizes 17330,100000` leaves sizes out.
 */

const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const measured: [title: string, measurement: ColdMeasurement][] = [];
for (const size of sizesAsked()) {
  const tables = await readTables(size);
  measured.push([tables.title, await measureColdClient(tables)]);
}

write('| a cold client asks for | ' + measured.map(([title]) => title).join(' | ') + ' |');
write('|---|' + measured.map(() => '---|').join(''));
const [, first] = measured[0] ?? [];
for (const [index, { title }] of (first?.costs ?? []).entries()) {
  const cells = measured.map(([, { costs }]) => {
    const cost = costs[index];
    return cost ? `${cost.kilobytes.toFixed(1)} KB in ${cost.requests} requests` : '';
  });
  write(`| ${title} | ${cells.join(' | ')} |`);
}
const row = (title: string, cell: (measurement: ColdMeasurement) => string): void => {
  write(`| ${title} | ${measured.map(([, measurement]) => cell(measurement)).join(' | ')} |`);
};
row('*the records of (a) alone, by column*', ({ matches, matchesAloneInKilobytes }) => {
  return `${matchesAloneInKilobytes.toFixed(1)} KB (${Math.round(matches).toLocaleString('en')} records)`;
});
row('*data files, all; the largest*', ({ files, megabytes, largestFileInKilobytes }) => {
  return `${files.toLocaleString('en')} of ${megabytes.toFixed(0)} MB; ${largestFileInKilobytes.toFixed(0)} KB`;
});
row(`*of that: ${kindsOfFiles.join(', ')}*`, ({ megabytesByKind }) => {
  return kindsOfFiles.map((kind) => `${megabytesByKind[kind].toFixed(1)} MB`).join(', ');
});
