import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { manifestPath } from '../../../core/storage/format/layout.ts';
import { mountInfoPath, mountPointsIn } from '../../../core/http/mount-info.ts';
import { basePathDescription, isBasePath } from '../../../core/http/site-paths.ts';
import { parsePort } from '../listen.ts';
import { logFormats, logLevels, type LogFormat, type LogLevel } from '../observability/logger.ts';

export interface ServeOptions {
  readonly directory: string;
  readonly port: number;
  readonly host: string;
  readonly basePath: string;
  readonly publicOrigin: string | undefined;
  readonly responseCacheBytes: number;
  readonly dataCacheBytes: number;
  /** Undefined for no limit. */
  readonly maximumPageSize: number | undefined;
  readonly maximumConcurrentResponses: number | undefined;
  readonly idleTimeoutInMilliseconds: number;
  readonly keepAliveTimeoutInMilliseconds: number;
  readonly headerTimeoutInMilliseconds: number;
  readonly shutdownDelayInMilliseconds: number;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Undefined for standard output. */
  readonly logFile: string | undefined;
  readonly isAccessLogOn: boolean;
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
}

/** The command line is wrong, or the directory has no site. The message is one line that says what to do. */
export class ServeOptionsError extends Error {
  override readonly name = 'ServeOptionsError';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Name, value, default and meaning of each option. The parser and the help text are derived from them. */
const descriptions = [
  ['dir', 'DIR', undefined, 'Site to serve. Required.'],
  ['port', 'PORT', '8080', 'Port to listen on; 0 lets the system choose.'],
  ['host', 'HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all.'],
  ['base-path', '/PATH/', '/', 'Path of the site, with a slash at both ends.'],
  ['public-origin', 'URL', undefined, 'Origin for links, such as https://data.example.org.'],
  ['answer-memory', 'MEGABYTES', '64', 'Size of the response cache; 0 disables it.'],
  ['data-memory', 'MEGABYTES', '128', 'Size of the cache of decoded data files.'],
  ['max-page-size', 'N', undefined, 'Largest page size; by default there is no limit.'],
  ['max-concurrent', 'N', undefined, 'Responses that are sent concurrently; by default there is no limit.'],
  ['idle-timeout', 'SECONDS', '60', 'Closes a connection without traffic during a request or response.'],
  ['keep-alive-timeout', 'SECONDS', '75', 'Closes a connection that waits for its next request.'],
  ['header-timeout', 'SECONDS', '30', 'Time within which a complete request must arrive.'],
  [
    'shutdown-delay',
    'SECONDS',
    '0',
    'Keeps serving after SIGTERM, with /readyz at 503. A supervisor must wait 10 s more.',
  ],
  ['log-level', 'LEVEL', 'info', `Least severe messages to log: ${logLevels.join(', ')}.`],
  ['log-format', 'FORMAT', 'json', `${logFormats.join(' or ')}.`],
  ['log-file', 'FILE', undefined, 'File to append logs to, reopened at SIGHUP; by default standard output.'],
  ['access-log', 'on|off', 'on', 'Logs each request.'],
  ['metrics-port', 'PORT', undefined, 'Port for /metrics, /healthz and /readyz; by default off.'],
  ['metrics-host', 'HOST', '127.0.0.1', 'Address for the metrics port.'],
] as const;
type OptionName = (typeof descriptions)[number][0];

const widest = Math.max(...descriptions.map(([name, value]) => `--${name} ${value}`.length));

export const usage = `Usage: npm run serve -- --dir DIR [options]

${descriptions
  .map(([name, value, defaultValue, meaning]) => {
    const byDefault = defaultValue === undefined ? '' : ` Default: ${defaultValue}.`;
    return `  ${`--${name} ${value}`.padEnd(widest)}  ${meaning}${byDefault}`;
  })
  .join('\n')}
  ${'--help'.padEnd(widest)}  Shows this text.

Signals: SIGTERM and SIGINT let the responses in progress finish and stop the server within 10 seconds. SIGHUP reopens the log
file and reads the manifest again.
`;

/** Reads the options of a command line; undefined if it contains `--help`. Throws ServeOptionsError. */
export function readServeOptions(commandLine: readonly string[]): ServeOptions | undefined {
  const values = parse(commandLine);
  if (values.help === true) return undefined;
  const text = (name: OptionName): string => {
    const value = values[name];
    if (value === undefined) throw usageError(`--${name} is missing`);
    return value.toString();
  };
  const ifGiven = <Value>(name: OptionName, read: (name: OptionName) => Value): Value | undefined =>
    values[name] === undefined ? undefined : read(name);
  const number = (name: OptionName, expected: string, minimum: number, maximum: number): number => {
    const value = text(name);
    if (/^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum) return Number(value);
    throw usageError(`--${name} ${value} is not ${expected}`);
  };
  const port = (name: OptionName): number => {
    const found = parsePort(text(name));
    if (found === undefined) throw usageError(`--${name} ${text(name)} is not a port number`);
    return found;
  };
  const seconds = (name: OptionName, minimum = 1): number =>
    number(name, `a number of seconds from ${minimum} to 3600`, minimum, 3600) * 1000;
  const megabytes = (name: OptionName, minimum: number): number =>
    number(name, 'a number of megabytes', minimum, 99_999) * 1024 * 1024;
  const choice = <Choice extends string>(name: OptionName, choices: readonly Choice[]): Choice => {
    const found = choices.find((each) => each === text(name));
    if (found === undefined) throw usageError(`--${name} ${text(name)} is not one of ${choices.join(', ')}`);
    return found;
  };
  const matching = (name: OptionName, isValid: (value: string) => boolean, expected: string): string => {
    if (!isValid(text(name))) throw usageError(`--${name} ${text(name)} is not ${expected}`);
    return text(name);
  };

  const directory = text('dir');
  const options: ServeOptions = {
    directory,
    port: port('port'),
    host: text('host'),
    basePath: matching('base-path', isBasePath, basePathDescription),
    responseCacheBytes: megabytes('answer-memory', 0),
    dataCacheBytes: megabytes('data-memory', 1),
    publicOrigin: ifGiven('public-origin', (name) =>
      matching(name, isOrigin, 'an origin such as https://data.example.org'),
    ),
    maximumPageSize: ifGiven('max-page-size', (name) => number(name, 'a number of records, at least 1', 1, Infinity)),
    maximumConcurrentResponses: ifGiven('max-concurrent', (name) =>
      number(name, 'a number of responses, at least 1', 1, Infinity),
    ),
    idleTimeoutInMilliseconds: seconds('idle-timeout'),
    keepAliveTimeoutInMilliseconds: seconds('keep-alive-timeout'),
    headerTimeoutInMilliseconds: seconds('header-timeout'),
    shutdownDelayInMilliseconds: seconds('shutdown-delay', 0),
    logLevel: choice('log-level', logLevels),
    logFormat: choice('log-format', logFormats),
    logFile: ifGiven('log-file', text),
    isAccessLogOn: choice('access-log', ['on', 'off']) === 'on',
    metrics: ifGiven('metrics-port', (name) => ({ port: port(name), host: text('metrics-host') })),
  };
  if (!existsSync(join(directory, manifestPath))) {
    throw new ServeOptionsError(
      `${directory} contains no ${manifestPath}. Build the data into it first: npm run build:data -- --out ${directory} …`,
      1,
    );
  }
  return options;
}

function parse(commandLine: readonly string[]): Partial<Record<string, string | boolean>> {
  try {
    return parseArgs({
      args: [...commandLine],
      options: {
        ...Object.fromEntries<NonNullable<ParseArgsConfig['options']>[string]>(
          descriptions.map(([name, , defaultValue]) => [
            name,
            defaultValue === undefined ? { type: 'string' } : { type: 'string', default: defaultValue },
          ]),
        ),
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    // The first sentence of Node's message names the option; the others explain the syntax of command lines.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. (?=[A-Z])/);
    throw usageError(sentence.replace(/\.$/, ''));
  }
}

function usageError(problem: string): ServeOptionsError {
  return new ServeOptionsError(`${problem}. See all options with: npm run serve -- --help`, 2);
}

/** A scheme, a host and optionally a port, with nothing after it. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/**
 * Returns a warning if a directory is itself a mount point, such as a volume of a container, and otherwise undefined. A
 * build replaces the directory by renaming another one to its path, and a mount keeps pointing to the old one.
 */
export function warningAboutMountPoint(directory: string): string | undefined {
  if (!isMountPoint(directory)) return undefined;
  return (
    `--dir ${directory} is a mount point: this server will not see a new version, which replaces the directory outside the mount. ` +
    'Mount its parent directory, and name a directory inside it with --dir. If the site never changes, ignore this warning.'
  );
}

function isMountPoint(directory: string): boolean {
  try {
    const path = realpathSync(directory);
    if (path === '/') return false;
    if (existsSync(mountInfoPath)) return mountPointsIn(readFileSync(mountInfoPath, 'utf8')).includes(path);
    return statSync(path).dev !== statSync(dirname(path)).dev;
  } catch {
    return false;
  }
}
