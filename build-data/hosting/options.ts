import { basePathDescription, isBasePath } from '../../core/site/site-paths.ts';
import { parseArgs } from 'node:util';

import { UsageError } from '../run-command.ts';
import { hostNames, isHostName, type HostName } from './host-limits.ts';

export const usage = `Usage: npm run configure -- --dir DIR --out DIR [options]

  --dir DIR               the built site
  --out DIR               the output directory for the configurations
  --host NAME             write for this host only, and refuse a site that exceeds its limits; may be repeated:
                          ${hostNames.join(', ')}
  --base-path /PATH/      the path under which the site is served (default: /)
  --listen HOST:PORT      for nginx, Caddy and workerd (default: 127.0.0.1:8080)
  --proxy-to URL          for nginx and Caddy: a Node host that answers queries
  --public-origin URL     for nginx and Caddy with --proxy-to: the origin that readers use, such as
                          https://data.example.org, if another proxy handles https
  --access-log PATH|off   for nginx and Caddy (default: /var/log/nginx/coastwatch.access.log; Caddy's standard error)
  --error-log PATH        for nginx and Caddy (default: /var/log/nginx/coastwatch.error.log; Caddy's standard error)
  --full-interface URL    without --proxy-to: the address of a full API, for the message that refuses a query
  --help                  show this text`;

export interface ConfigureOptions {
  readonly siteDirectory: string;
  readonly outputDirectory: string;
  /** Undefined: all hosts whose limits the site keeps. */
  readonly hosts: readonly HostName[] | undefined;
  /** With a slash at both ends. */
  readonly basePath: string;
  readonly listen: string;
  /** An origin, without a slash at the end. */
  readonly proxyTo: string | undefined;
  readonly fullInterfaceUrl: string | undefined;
  /** The origin that readers use, without a slash at the end. */
  readonly publicOrigin: string | undefined;
  /** Absolute, or `off`. */
  readonly accessLog: string | undefined;
  /** Absolute. */
  readonly errorLog: string | undefined;
}

/** Reads the command line. Undefined when it asks for help. Throws UsageError. */
export function readConfigureOptions(commandLine: readonly string[]): ConfigureOptions | undefined {
  const values = parse(commandLine);
  if (values.help) return undefined;
  const { dir, out, listen, 'base-path': basePath } = values;
  if (dir === undefined) throw new UsageError('--dir is missing: name the directory of the built site.');
  if (out === undefined) throw new UsageError('--out is missing: name the directory for the configurations.');
  if (!isBasePath(basePath)) throw new UsageError(`--base-path ${basePath} is not ${basePathDescription}.`);
  if (!isListenAddress(listen)) throw new UsageError(`--listen ${listen} is not an address such as 127.0.0.1:8080.`);
  return {
    siteDirectory: dir,
    outputDirectory: out,
    hosts: values.host === undefined ? undefined : readHosts(values.host),
    basePath,
    listen,
    proxyTo: readOrigin('--proxy-to', values['proxy-to']),
    fullInterfaceUrl: readUrl('--full-interface', values['full-interface']),
    publicOrigin: readPublicOrigin(values['public-origin']),
    accessLog: values['access-log'] === 'off' ? 'off' : readLogPath('--access-log', values['access-log']),
    errorLog: readLogPath('--error-log', values['error-log']),
  };
}

function parse(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      options: {
        dir: { type: 'string' },
        out: { type: 'string' },
        host: { type: 'string', multiple: true },
        'base-path': { type: 'string', default: '/' },
        listen: { type: 'string', default: '127.0.0.1:8080' },
        'proxy-to': { type: 'string' },
        'full-interface': { type: 'string' },
        'public-origin': { type: 'string' },
        'access-log': { type: 'string' },
        'error-log': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readHosts(names: readonly string[]): HostName[] {
  const unknown = names.find((name) => !isHostName(name));
  if (unknown !== undefined) throw new UsageError(`--host ${unknown} is unknown: choose from ${hostNames.join(', ')}.`);
  return hostNames.filter((name) => names.includes(name));
}

/** A host name or an IP address (IPv6 in brackets), and a port. */
function isListenAddress(text: string): boolean {
  const [, port = ''] = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(text) ?? [];
  return port !== '' && Number(port) >= 1 && Number(port) <= 65_535;
}

function readUrl(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^https?:\/\/[A-Za-z0-9.:[\]/_~-]+$/.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${option} ${text} is not an address such as https://data.example.org.`);
  }
  return text;
}

function readPublicOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const origin = text.replace(/\/$/, '');
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new UsageError(
      `--public-origin ${text} is not an origin: give a scheme, a host and, if needed, a port, such as https://data.example.org.`,
    );
  }
  return origin;
}

/** Each server resolves relative paths differently, and has its own syntax for quotes and variables. */
function readLogPath(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^\/[A-Za-z0-9._/ +@=-]*[^/]$/.test(text) || /["$\\]/.test(text)) {
    throw new UsageError(
      `${option} ${text} is not usable: name an absolute path of letters, digits, spaces and . _ / + @ = -.`,
    );
  }
  return text;
}

/** The web server forwards paths unchanged, so the upstream address cannot have a path of its own. */
function readOrigin(option: string, text: string | undefined): string | undefined {
  const url = readUrl(option, text)?.replace(/\/+$/, '');
  if (url !== undefined && new URL(url).pathname !== '/') {
    throw new UsageError(
      `${option} ${url} has a path: give only the origin, such as http://127.0.0.1:8081, and give ` +
        'that host the same --base-path.',
    );
  }
  return url;
}
