import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { listen, serveUntilStopped } from './listen.ts';
import { createSiteServer } from './site-server.ts';

/*
 * `npm start`: builds a site, and serves it. The build is the one that a publisher would run, as a process of its own.
 */

const usage = `Usage: npm start -- [--coastal-features FILE|URL --raw-data FILE|URL] [--port PORT] [--host HOST]
  [--licence URL] [--publisher NAME] [--publisher-url URL] [--attribution TEXT]`;
/** Passed to the build, which checks them. */
const publicationOptions = ['licence', 'publisher', 'publisher-url', 'attribution'] as const;
const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const siteDirectory = fromRoot('dist/site');

function readOptions() {
  try {
    return parseArgs({
      options: {
        'coastal-features': { type: 'string' },
        'raw-data': { type: 'string' },
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        licence: { type: 'string' },
        publisher: { type: 'string' },
        'publisher-url': { type: 'string' },
        attribution: { type: 'string' },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    return process.exit(2);
  }
}

const options = readOptions();
const port = Number(options.port);
if (!/^\d+$/.test(options.port) || port > 65_535) {
  process.stderr.write(`--port ${options.port} is not a port number.\n${usage}\n`);
  process.exit(2);
}
const { 'coastal-features': coastalFeatures, 'raw-data': rawData } = options;
if ((coastalFeatures === undefined) !== (rawData === undefined)) {
  const missing = coastalFeatures === undefined ? '--coastal-features' : '--raw-data';
  process.stderr.write(`${missing} is missing: give both files, or neither for sample data.\n${usage}\n`);
  process.exit(2);
}

// The port is taken before anything is built: where it is in use, what stands and runs stays as it is.
const server = createSiteServer({ directory: siteDirectory });
try {
  const address = await listen(server, { port, host: options.host, basePath: '/' });
  build(address);
  await serveUntilStopped(server, address);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Builds the site as `npm run build` does, for this address; stops here, with its exit code, when that fails. */
function build(address: string): void {
  const inputs =
    coastalFeatures === undefined || rawData === undefined
      ? ['--sample']
      : ['--coastal-features', coastalFeatures, '--raw-data', rawData];
  const step = [
    '--import',
    'tsx',
    fromRoot('build-data/build-site.ts'),
    ...inputs,
    ...publicationOptions.flatMap((name) => (options[name] === undefined ? [] : [`--${name}=${options[name]}`])),
    '--out',
    siteDirectory,
    '--base-url',
    address,
  ];
  const { status } = spawnSync(process.execPath, step, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}
