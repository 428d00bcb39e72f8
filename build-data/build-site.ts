import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { exitCodes } from '../core/http/exit-codes.ts';
import { completeCommandLine, readCommandOptions, usage } from './options.ts';
import { buildPrograms, explorerDirectory } from './programs/build-programs.ts';
import { requireOutput } from './publish/staged-tree.ts';
import { OutputError } from './write/output-error.ts';
import { runCommand } from './run-command.ts';
import { readManifestSummary } from './write/previous-build.ts';

/*
 * `npm run build` builds a complete site: first the programs, then the data and everything derived from it. Each step
 * can also be run alone. The second step runs in a separate process, whose exit code becomes that of the command.
 */

const siteUsage = `${usage.replace(/build:data.*/, 'build -- [options]')}

Defaults: sample data, --out dist/site and --target compute.`;
const buildDataCommand = fileURLToPath(new URL('./build-data.ts', import.meta.url));

async function run(given: readonly string[]): Promise<number> {
  const { commandLine, isSampleByDefault } = completeCommandLine(given);
  const options = readCommandOptions(commandLine);
  if (options === undefined) {
    process.stdout.write(`${siteUsage}\n`);
    return 0;
  }
  if (isSampleByDefault && readManifestSummary(options.outputDirectory)?.sample === false) {
    process.stderr.write(
      `${options.outputDirectory} contains published data, which is replaced by sample data only with --sample: give ` +
        '--coastal-features and --raw-data, another --out, or --sample. npm run serve -- --dir DIR serves it, and ' +
        'npm run build:programs builds without data.\n',
    );
    return exitCodes.failed;
  }
  await requireOutput(options.outputDirectory);
  const status = buildPrograms();
  if (status !== 0) return status;
  // An explorer on the command line takes precedence.
  const explorer = options.explorerDirectory === undefined ? ['--explorer', explorerDirectory] : [];
  const build = spawnSync(process.execPath, ['--import', 'tsx', buildDataCommand, ...commandLine, ...explorer], {
    // An input may be /dev/stdin.
    stdio: 'inherit',
  });
  return build.status ?? exitCodes.failed;
}

await runCommand({ expectedErrors: [OutputError], run });
