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

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The same command line as in the script `serve` of package.json. */
const serveCommand = ['--heap-growing-percent=75', '--enable-source-maps', fromRoot('hosts/node/serve.js')];

const { values, tokens } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    host: { type: 'string', default: '127.0.0.1' },
    out: { type: 'string', default: fromRoot('dist/site') },
  },
  strict: false,
  tokens: true,
});
const host = String(values.host);
const siteDirectory = String(values.out);
const givenPort = parsePort(String(values.port));
if (givenPort === undefined) {
  process.stderr.write(`--port ${String(values.port)} is not a port number.\n`);
  process.exit(2);
}
/** All other options, for the build, which checks them. */
const buildOptions = tokens.flatMap((token) => {
  if (token.kind !== 'option') return token.kind === 'positional' ? [token.value] : [];
  if (['port', 'host', 'out'].includes(token.name)) return [];
  return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`];
});

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

/** The command line of `npm run build` for a site at this URL: without data, it builds sample data. */
function buildCommandLine(siteUrl: string): string[] {
  const output = ['--out', siteDirectory, '--base-url', siteUrl];
  return ['--import', 'tsx', fromRoot('build-data/build-site.ts'), ...buildOptions, ...output];
}

/** Runs node and returns its exit code: above 128 after a signal, as in shells. */
async function run(commandLine: readonly string[]): Promise<number> {
  running = spawn(process.execPath, commandLine, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [exitCode, signal] = (await once(running, 'exit')) as [number | null, NodeJS.Signals | null];
  running = undefined;
  if (exitCode !== null) return exitCode;
  return signal === 'SIGINT' ? 130 : 143;
}
