import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ConfigureError } from './configure-error.ts';
import { configureHosts } from './configure-hosts.ts';
import { readConfigureOptions, usage, UsageError, type ConfigureOptions } from './options.ts';

const builtWorker = fileURLToPath(new URL('../../dist/edge/worker.js', import.meta.url));
/** Exit codes: the site cannot be configured; the command line was not understood. */
const refused = 1;
const misused = 2;

async function run(options: ConfigureOptions): Promise<void> {
  const { configurations, inSite, leftOut } = await configureHosts(options, builtWorker);
  for (const line of leftOut) process.stderr.write(`Left out: ${line}\n`);
  const written = [
    ...configurations.map((path) => join(options.outputDirectory, path)),
    ...inSite.map((path) => join(options.siteDirectory, path)),
  ];
  process.stdout.write(`${written.join('\n')}\nHow to use each: docs/publishing.md\n`);
}

try {
  const options = readConfigureOptions(process.argv.slice(2));
  if (options) await run(options);
  else process.stdout.write(`${usage}\n`);
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exitCode = misused;
  } else if (error instanceof ConfigureError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = refused;
  } else {
    throw error;
  }
}
