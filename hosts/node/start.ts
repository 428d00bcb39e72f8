import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { whenAskedToStop } from './command/signals.ts';
import { rootUrl, describeListenFailure, parsePort } from './listen.ts';

/*
 * `npm start`: builds a site and serves it. The build and the server run in separate processes, with the commands that
 * a publisher would run.
 */

const usage = `Usage: npm start -- [--coastal-features FILE|URL --raw-data FILE|URL] [--port PORT] [--host HOST]
  [--max-removed PERCENT] [--licence URL] [--publisher NAME] [--publisher-url URL] [--attribution TEXT]`;
/** Passed to the build, which checks them. */
const buildOptions = ['max-removed', 'licence', 'publisher', 'publisher-url', 'attribution'] as const;
const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const siteDirectory = fromRoot('dist/site');
/** The same command line as in the script `serve` of package.json. */
const serveCommand = ['--heap-growing-percent=75', '--enable-source-maps', fromRoot('hosts/node/serve.js')];

function readOptions() {
  try {
    return parseArgs({
      options: {
        'coastal-features': { type: 'string' },
        'raw-data': { type: 'string' },
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        'max-removed': { type: 'string' },
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
const givenPort = parsePort(options.port);
if (givenPort === undefined) {
  process.stderr.write(`--port ${options.port} is not a port number.\n${usage}\n`);
  process.exit(2);
}
const { 'coastal-features': coastalFeatures, 'raw-data': rawData, host } = options;
if ((coastalFeatures === undefined) !== (rawData === undefined)) {
  const missing = coastalFeatures === undefined ? '--coastal-features' : '--raw-data';
  process.stderr.write(`${missing} is missing: give both files, or neither for sample data.\n${usage}\n`);
  process.exit(2);
}

/** The process of the current step. Signals that this process receives are forwarded to it. */
let running: ChildProcess | undefined;
let isStopping = false;
const stop = (): void => {
  isStopping = true;
  running?.kill('SIGTERM');
};
whenAskedToStop(stop, stop);
process.on('SIGHUP', () => running?.kill('SIGHUP'));

process.exitCode = await buildAndServe(givenPort);

async function buildAndServe(givenPort: number): Promise<number> {
  const reservation = createServer((socket) => socket.destroy());
  try {
    // Reserves the port before the build: if another server uses the port, the site that it serves is not replaced.
    reservation.listen(givenPort, host);
    await once(reservation, 'listening');
  } catch (error) {
    process.stderr.write(`${describeListenFailure(error, { port: givenPort, host })}\n`);
    return 1;
  }
  const { port } = reservation.address() as AddressInfo;
  const built = await run(buildCommandLine(rootUrl(host, port, '/')));
  reservation.close();
  if (built !== 0 || isStopping) return built;
  const quietly = ['--access-log', 'off', '--log-level', 'warn', '--log-format', 'pretty'];
  return run([...serveCommand, '--dir', siteDirectory, '--port', String(port), '--host', host, ...quietly]);
}

/** The command line of `npm run build` for a site at this URL. */
function buildCommandLine(siteUrl: string): string[] {
  const inputs =
    coastalFeatures === undefined || rawData === undefined
      ? ['--sample']
      : ['--coastal-features', coastalFeatures, '--raw-data', rawData];
  return [
    '--import',
    'tsx',
    fromRoot('build-data/build-site.ts'),
    ...inputs,
    ...buildOptions.flatMap((name) => (options[name] === undefined ? [] : [`--${name}=${options[name]}`])),
    '--out',
    siteDirectory,
    '--base-url',
    siteUrl,
  ];
}

/** Runs node and returns its exit code: above 128 after a signal, as in shells. */
async function run(commandLine: readonly string[]): Promise<number> {
  running = spawn(process.execPath, commandLine, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [exitCode, signal] = (await once(running, 'exit')) as [number | null, NodeJS.Signals | null];
  running = undefined;
  if (exitCode !== null) return exitCode;
  return signal === 'SIGINT' ? 130 : 143;
}
