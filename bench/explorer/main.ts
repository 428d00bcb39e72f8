import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { measureBuild } from '../measure-build.ts';
import { benchInputs } from '../paths.ts';
import { headings, measureExplorer } from './measure-explorer.ts';

/*
 * `npm run bench:explorer`: how the explorer moves in Chromium with its processor slowed down four times: milliseconds
 * of processor time from one frame to the next on the page's own thread, on the engine's, and on those that draw, which
 * without a graphics card do its work; frames on the clock; how long a change of filters takes; memory. The slowdown
 * holds for the page's own thread alone. Build the explorer first. `-- --records 0` measures the published records
 * alone, `-- --records 1000000` so many sample records alone; `-- --site FOLDER` a site that is built already.
 */
const million = 1_000_000;
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const { values } = parseArgs({ options: { records: { type: 'string' }, site: { type: 'string' } } });
for (const heading of headings) write(heading);
if (values.site !== undefined) await measureExplorer(values.site, values.site, write);
else {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-explorer-'));
  try {
    for (const records of values.records === undefined ? [0, million] : [Number(values.records)]) {
      const directory = join(folder, String(records));
      const { title, commandLine } =
        records === 0
          ? benchInputs()
          : {
              title: `${records.toLocaleString('en')} sample records`,
              commandLine: ['--sample', '--records', String(records)],
            };
      measureBuild([
        ...commandLine,
        ...['--out', directory, '--target', 'compute', '--base-url', 'https://data.example.org/', '--no-exports'],
      ]);
      await measureExplorer(directory, title, write);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
