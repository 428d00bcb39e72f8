import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { exitCodes } from '../../core/site/exit-codes.ts';
import { runCommand } from '../run-command.ts';
import { escapeText } from '../format-text.ts';
import { ConfigureError, configureHosts } from './configure-hosts.ts';
import { readConfigureOptions, usage } from './configure-hosts.ts';

const builtWorker = fileURLToPath(new URL('../../dist/edge/worker.js', import.meta.url));

async function run(commandLine: readonly string[]): Promise<number> {
  const options = readConfigureOptions(commandLine);
  if (options === undefined) {
    process.stdout.write(`${usage}\n`);
    return exitCodes.success;
  }
  const { configurations, inSite, omissions } = await configureHosts(options, builtWorker);
  for (const line of omissions) process.stderr.write(`Omitted: ${line}\n`);
  const written = [
    ...configurations.map((path) => join(options.outputDirectory, path)),
    ...inSite.map((path) => join(options.siteDirectory, path)),
  ];
  process.stdout.write(`${written.map(escapeText).join('\n')}\ndocs/publishing.md explains how to use each file.\n`);
  return exitCodes.success;
}

await runCommand({ usage, expectedErrors: [ConfigureError], run });
