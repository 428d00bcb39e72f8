import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

import { missingPageBelow, missingPagePath } from '../../core/site/missing-page.ts';
import { manifestPath } from '../../core/storage/layout.ts';
import { compressedExtensions } from '../write/precompress.ts';
import { ConfigureError } from './configure-error.ts';
import { headersFileMark, headersFileName } from './headers-file.ts';
import { hostFiles, type HostFiles } from './host-files.ts';
import { beyondLimits, hostLimits, hostNames, type HostName } from './host-limits.ts';
import { measureTree } from './measure-tree.ts';
import type { ConfigureOptions } from './options.ts';
import { pagePoliciesOf } from './page-policies.ts';
import { placeFiles } from './place-files.ts';
import { refuseForeignEntries } from './refuse-foreign.ts';

export interface Configured {
  /** What was written, by path in the directory of configurations, or in the site. */
  readonly configurations: readonly string[];
  readonly inSite: readonly string[];
  /** Of hosts for which nothing was written: why, and what to do. */
  readonly leftOut: readonly string[];
}

/**
 * Writes what hosts need to serve a built site, for the named ones or for all that can take it. Rejects with a
 * ConfigureError, before anything is written, when the site or a named host does not allow it.
 *
 * @param workerFile of the edge worker that `npm run build:programs` makes
 */
export async function configureHosts(options: ConfigureOptions, workerFile: string): Promise<Configured> {
  const siteDirectory = resolve(options.siteDirectory);
  const outputDirectory = resolve(options.outputDirectory);
  if (!existsSync(join(siteDirectory, manifestPath))) {
    const { siteDirectory: dir } = options;
    throw new ConfigureError(
      `${dir} holds no ${manifestPath}. Build the data into it first: npm run build:data -- --out ${dir} …`,
    );
  }
  if (/["'`\\${}\n\t]/.test(siteDirectory)) {
    throw new ConfigureError(
      `${siteDirectory} has characters that configurations cannot hold: move the site to a path without quotes, ` +
        'dollar signs, braces, backslashes, tabs and line feeds.',
    );
  }
  if (`${outputDirectory}${sep}`.startsWith(`${siteDirectory}${sep}`)) {
    throw new ConfigureError(
      `${options.outputDirectory} is within the site, where everybody could read it: name a directory beside ` +
        `${options.siteDirectory} with --out.`,
    );
  }
  if (!existsSync(workerFile))
    throw new ConfigureError('The edge worker is not built: run npm run build:programs first.');
  await refuseForeignEntries(siteDirectory);
  const pagePolicies = await pagePoliciesOf(siteDirectory);
  const worker = await readFile(workerFile, 'utf8');
  const whole = { ...options, siteDirectory, outputDirectory, pagePolicies, worker };
  const configurations: Record<string, string> = {};
  const inSite: Record<string, string> = {};
  const leftOut: string[] = [];
  const withTwins = await measureTree(siteDirectory, false);
  const withoutTwins = await measureTree(siteDirectory, true);
  for (const host of options.hosts ?? hostNames) {
    const beyond = beyondLimits(host, hostLimits[host].ignoresTwins ? withoutTwins : withTwins);
    const files = beyond.length > 0 ? undefined : await filesWithin(host, () => hostFiles(host, whole), beyond);
    if (files) {
      Object.assign(configurations, files.configurations);
      Object.assign(inSite, files.inSite);
    } else leftOut.push(...beyond);
  }
  if (options.hosts && leftOut.length > 0) throw new ConfigureError(leftOut.join('\n'));
  Object.assign(inSite, await relocatedMissingPage(siteDirectory, options.basePath));
  await refuseForeignHeaders(siteDirectory, inSite);
  await place(outputDirectory, configurations);
  await place(siteDirectory, inSite);
  // The compressed twins of a rewritten page still hold the previous one.
  if (missingPagePath in inSite) {
    for (const ending of compressedExtensions) await rm(join(siteDirectory, missingPagePath + ending), { force: true });
  }
  return { configurations: Object.keys(configurations), inSite: Object.keys(inSite), leftOut };
}

/** The links of the 404 page begin with the path of the site, which the build takes from --base-url: --base-path wins. */
async function relocatedMissingPage(siteDirectory: string, basePath: string): Promise<Record<string, string>> {
  if (basePath === '/') return {};
  const built = await readFile(join(siteDirectory, missingPagePath), 'utf8').catch(() => '');
  const relocated = missingPageBelow(built, basePath);
  return relocated === built ? {} : { [missingPagePath]: relocated };
}

/** Undefined when they are more than the host takes, and then `beyond` says so. */
async function filesWithin(
  host: HostName,
  make: () => Promise<HostFiles>,
  beyond: string[],
): Promise<HostFiles | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    beyond.push(`${hostLimits[host].title}: ${error.message}`);
    return undefined;
  }
}

/** Builds keep what somebody has put into the site, so headers that somebody has written stand there on purpose. */
async function refuseForeignHeaders(siteDirectory: string, inSite: Readonly<Record<string, string>>): Promise<void> {
  if (!Object.hasOwn(inSite, headersFileName)) return;
  const path = join(siteDirectory, headersFileName);
  const found = await readFile(path, 'utf8').catch(() => headersFileMark);
  if (found.startsWith(headersFileMark)) return;
  throw new ConfigureError(
    `${path} was not written by this command, and would be replaced: move it away, or name other hosts with --host.`,
  );
}

async function place(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  try {
    await placeFiles(directory, files);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigureError(`${directory} was not written: ${reason}. What stood there is as it was.`, {
      cause: error,
    });
  }
}
