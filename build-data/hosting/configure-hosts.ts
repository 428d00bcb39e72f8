import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import {
  basePathDescription,
  isBasePath,
  missingPageForBasePath,
  missingPagePath,
} from '../../core/site/site-paths.ts';
import { manifestPath } from '../../core/storage/format/layout.ts';
import { resolveLinkedFile, specialKindOf } from '../write/plain-files.ts';
import { compressedExtensions } from '../write/precompress.ts';
import { headersFileMark, headersFileName } from './edge-platforms.ts';
import { hostFiles, type HostFiles, pagePoliciesOf } from './host-files.ts';
import { exceededLimits, hostLimits, type HostName, hostNames, isHostName, measureTree } from './host-limits.ts';
import { parseArgs } from 'node:util';
import { UsageError } from '../run-command.ts';

export const usage = `Usage: npm run configure -- --dir DIR --out DIR [options]

  --dir DIR               the built site
  --out DIR               the output directory for the configurations
  --host NAME             write only for this host, and refuse a site that exceeds its limits; may be repeated:
                          ${hostNames.join(', ')}
  --base-path /PATH/      the path under which the site is served (default: /)
  --listen HOST:PORT      for nginx, Caddy and workerd: the address to listen on (default: 127.0.0.1:8080)
  --proxy-to URL          for nginx and Caddy: a Node host that handles queries
  --public-origin URL     for nginx and Caddy with --proxy-to: the origin that readers use, such as
                          https://data.example.org, if another proxy handles https
  --access-log PATH|off   for nginx and Caddy (default: /var/log/nginx/coastwatch.access.log; Caddy's standard error)
  --error-log PATH        for nginx and Caddy (default: /var/log/nginx/coastwatch.error.log; Caddy's standard error)
  --full-interface URL    without --proxy-to: the URL of a full API, for the message that refuses a query
  --help                  show this text`;

export interface ConfigureOptions {
  readonly siteDirectory: string;
  readonly outputDirectory: string;
  /** Undefined: all hosts whose limits the site does not exceed. */
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

/** Reads the command line. Returns undefined if it requests help. Throws UsageError. */
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
    throw new UsageError(`${option} ${text} is not a URL such as https://data.example.org.`);
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

/** Accepts only absolute paths of plain characters: servers treat relative paths, quotes and variables differently. */
function readLogPath(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^\/[A-Za-z0-9._/ +@=-]*[^/]$/.test(text) || /["$\\]/.test(text)) {
    throw new UsageError(
      `${option} ${text} is not usable: name an absolute path of letters, digits, spaces and . _ / + @ = -.`,
    );
  }
  return text;
}

/** The web server forwards paths unchanged, so the upstream URL must not have a path. */
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

/** The site cannot be configured. The message says why. */
export class ConfigureError extends Error {
  override readonly name = 'ConfigureError';
}

interface ConfigureResult {
  /** Paths of the files written, relative to the output directory. */
  readonly configurations: readonly string[];
  /** Paths of the files written into the site, relative to it. */
  readonly inSite: readonly string[];
  /** One message for each limit that prevented the configuration of a host: the reason and what to do. */
  readonly omissions: readonly string[];
}

/**
 * Writes the configurations of the named hosts, or of every host whose limits the site does not exceed. Throws
 * ConfigureError, before anything is written, when the site cannot be configured or exceeds the limits of a named host.
 *
 * @param workerFile the edge worker that `npm run build:programs` compiles
 */
export async function configureHosts(options: ConfigureOptions, workerFile: string): Promise<ConfigureResult> {
  const siteDirectory = resolve(options.siteDirectory);
  const outputDirectory = resolve(options.outputDirectory);
  if (!existsSync(join(siteDirectory, manifestPath))) {
    const { siteDirectory: dir } = options;
    throw new ConfigureError(
      `${dir} has no ${manifestPath}. Build the data into it first: npm run build:data -- --out ${dir} …`,
    );
  }
  if (/["'`\\${}\n\t]/.test(siteDirectory)) {
    throw new ConfigureError(
      `${siteDirectory} has characters that configurations cannot contain: move the site to a path without quotes, ` +
        'dollar signs, braces, backslashes, tabs or line feeds.',
    );
  }
  if (`${outputDirectory}${sep}`.startsWith(`${siteDirectory}${sep}`)) {
    throw new ConfigureError(
      `${options.outputDirectory} is within the site, where everyone could read it: choose a directory outside ` +
        `${options.siteDirectory} with --out.`,
    );
  }
  if (!existsSync(workerFile))
    throw new ConfigureError('The edge worker is not built: run npm run build:programs first.');
  await refuseForeignEntries(siteDirectory);
  const pagePolicies = await pagePoliciesOf(siteDirectory);
  const worker = await readFile(workerFile, 'utf8');
  const fileOptions = { ...options, siteDirectory, outputDirectory, pagePolicies, worker };
  const configurations: Record<string, string> = {};
  const inSite: Record<string, string> = {};
  const omissions: string[] = [];
  const treeWithCopies = await measureTree(siteDirectory, false);
  const treeWithoutCopies = await measureTree(siteDirectory, true);
  for (const host of options.hosts ?? hostNames) {
    const tree = hostLimits[host].ignoresCompressedCopies ? treeWithoutCopies : treeWithCopies;
    const exceeded = exceededLimits(host, tree);
    const files =
      exceeded.length > 0 ? undefined : await filesWithinLimits(host, () => hostFiles(host, fileOptions), exceeded);
    if (files) {
      Object.assign(configurations, files.configurations);
      Object.assign(inSite, files.inSite);
    } else omissions.push(...exceeded);
  }
  if (options.hosts && omissions.length > 0) throw new ConfigureError(omissions.join('\n'));
  Object.assign(inSite, await relocatedMissingPage(siteDirectory, options.basePath));
  await refuseForeignHeaders(siteDirectory, inSite);
  await write(outputDirectory, configurations);
  await write(siteDirectory, inSite);
  // The compressed copies of a rewritten page still contain the previous page.
  if (missingPagePath in inSite) {
    for (const ending of compressedExtensions) await rm(join(siteDirectory, missingPagePath + ending), { force: true });
  }
  return { configurations: Object.keys(configurations), inSite: Object.keys(inSite), omissions };
}

/** The links of the 404 page start with the base path of the build's --base-url, which --base-path replaces here. */
async function relocatedMissingPage(siteDirectory: string, basePath: string): Promise<Record<string, string>> {
  if (basePath === '/') return {};
  const built = await readFile(join(siteDirectory, missingPagePath), 'utf8').catch(() => '');
  const relocated = missingPageForBasePath(built, basePath);
  return relocated === built ? {} : { [missingPagePath]: relocated };
}

/** Makes the files of a host. Returns undefined when they exceed a limit, which is then added to `exceeded`. */
async function filesWithinLimits(
  host: HostName,
  make: () => Promise<HostFiles>,
  exceeded: string[],
): Promise<HostFiles | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    exceeded.push(`${hostLimits[host].title}: ${error.message}`);
    return undefined;
  }
}

/** Throws ConfigureError for a `_headers` file written by hand: builds keep such files, so it is there on purpose. */
async function refuseForeignHeaders(siteDirectory: string, inSite: Readonly<Record<string, string>>): Promise<void> {
  if (!Object.hasOwn(inSite, headersFileName)) return;
  const path = join(siteDirectory, headersFileName);
  const found = await readFile(path, 'utf8').catch(() => headersFileMark);
  if (found.startsWith(headersFileMark)) return;
  throw new ConfigureError(
    `${path} was not written by this command, and would be replaced: move it elsewhere, or name other hosts with --host.`,
  );
}

async function write(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  try {
    await replaceFiles(directory, files);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigureError(`${directory} was not written: ${reason}. Its files are unchanged.`, {
      cause: error,
    });
  }
}

/**
 * Throws ConfigureError when a site contains special files, or links that lead out of it. Builds write neither, but
 * Caddy and workerd would follow links that somebody adds later, and no setting prevents that.
 */
async function refuseForeignEntries(siteDirectory: string): Promise<void> {
  const root = await realpath(siteDirectory);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isForeignLink = entry.isSymbolicLink() && (await resolveLinkedFile(path, root)) === undefined;
    const kind = isForeignLink ? 'a link to something outside the site' : specialKindOf(entry);
    if (kind === undefined) continue;
    throw new ConfigureError(`${path} is ${kind}. Remove it from the site, or put the file itself in its place.`);
  }
}

/**
 * Writes files to a directory, by their relative paths. All files are first written to a staging directory and then
 * renamed, so that a failed write leaves every old file unchanged.
 */
async function replaceFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(files).length === 0) return;
  await makeDirectories(directory);
  const staging = await mkdtemp(join(directory, '.configure-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), text);
      await mkdir(dirname(join(directory, path)), { recursive: true });
    }
    for (const path of Object.keys(files)) await rename(join(staging, path), join(directory, path));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Node's own recursive mkdir never returns in a file system such as /proc, where nothing can be created. */
async function makeDirectories(directory: string): Promise<void> {
  const path = resolve(directory);
  const missing: string[] = [];
  for (let current = path; !existsSync(current) && current !== dirname(current); current = dirname(current)) {
    missing.unshift(current);
  }
  for (const each of missing) {
    await mkdir(each).catch((error: unknown) => {
      if (!existsSync(each)) throw error;
    });
  }
}
