import { statSync } from 'node:fs';
import { dirname } from 'node:path';

import { addCount } from '../../core/collections/add-count.ts';
import { apiRoot, exportsRoot } from '../../core/storage/format/layout.ts';
import { formatBytes, formatCount } from '../format-text.ts';
import { OutputError } from '../write/output-error.ts';
import { filesBelow } from '../write/plain-files.ts';

export interface HostLimits {
  readonly title: string;
  readonly files?: number;
  readonly maxFilesPerDirectory?: number;
  readonly maxBytesPerFile?: number;
  readonly maxBytesPerSite?: number;
  /** Whether compressed copies are not uploaded, because the host compresses by itself. */
  readonly ignoresCompressedCopies: boolean;
}

const mebibyte = 1024 * 1024;

/**
 * The limits of free plans, as of November 2026:
 *
 * - Cloudflare Workers, developers.cloudflare.com/workers/platform/limits: 20,000 static files per version (100,000 on
 *   paid plans), 25 MiB per file.
 * - Netlify, docs.netlify.com/site-deploys/overview: 54,000 files in one directory, and any number in total.
 * - GitHub Pages, docs.github.com/en/pages, "GitHub Pages limits": 1 GB per site; repositories: 100 MiB per file.
 * - S3, docs.aws.amazon.com/AmazonS3, "Uploading objects": 5 GiB per object that is uploaded as one part.
 */
export const hostLimits = {
  cloudflare: {
    title: 'Cloudflare Workers',
    files: 20_000,
    maxBytesPerFile: 25 * mebibyte,
    ignoresCompressedCopies: true,
  },
  netlify: { title: 'Netlify', maxFilesPerDirectory: 54_000, ignoresCompressedCopies: false },
  'github-pages': {
    title: 'GitHub Pages',
    maxBytesPerFile: 100 * mebibyte,
    maxBytesPerSite: 1_000_000_000,
    ignoresCompressedCopies: false,
  },
  s3: { title: 'S3', maxBytesPerFile: 5 * 1024 * mebibyte, ignoresCompressedCopies: true },
} as const satisfies Record<string, HostLimits>;

export type HostName = keyof typeof hostLimits;

export const hostNames = Object.keys(hostLimits) as HostName[];

export function isHostName(text: string): text is HostName {
  return Object.hasOwn(hostLimits, text);
}

/** Returns a message for each limit of a host that a tree exceeds: the limit, the value of the tree and what to do. */
export function exceededLimits(host: HostName, tree: TreeMeasure): string[] {
  const { title, files, maxFilesPerDirectory, maxBytesPerFile, maxBytesPerSite }: HostLimits = hostLimits[host];
  const advice = tree.hasStaticResponses
    ? 'build with --target compute, which writes no files for single records or complete datasets'
    : 'choose a host without this limit: nginx, Caddy or the Node host';
  const found: string[] = [];
  if (files !== undefined && tree.files > files) {
    found.push(
      `${title} allows at most ${formatCount(files)} files, and there are ${formatCount(tree.files)}: ${advice}.`,
    );
  }
  if (maxFilesPerDirectory !== undefined && tree.fullestFolder.files > maxFilesPerDirectory) {
    const { path, files: inFolder } = tree.fullestFolder;
    found.push(
      `${title} allows at most ${formatCount(maxFilesPerDirectory)} files in one directory, and ${path} has ` +
        `${formatCount(inFolder)}: ${advice}.`,
    );
  }
  if (maxBytesPerFile !== undefined && tree.largestFile.bytes > maxBytesPerFile) {
    const { path, bytes } = tree.largestFile;
    // With --host, a build omits downloads that are too large.
    const fileAdvice = path.startsWith(`${exportsRoot}/`) ? `build with --host ${host}, or with --no-exports` : advice;
    found.push(
      `${title} allows at most ${formatBytes(maxBytesPerFile)} per file, and ${path} has ${formatBytes(bytes)}: ${fileAdvice}.`,
    );
  }
  if (maxBytesPerSite !== undefined && tree.bytes > maxBytesPerSite) {
    found.push(
      `${title} allows at most ${formatBytes(maxBytesPerSite)} in total, and there are ${formatBytes(tree.bytes)}: ${advice}.`,
    );
  }
  return found;
}

/** The limits of a host on numbers of files; if it is not known, the smallest of all hosts. Infinity for none. */
function fileLimitsOf(host: HostName | undefined): Required<Pick<HostLimits, 'files' | 'maxFilesPerDirectory'>> {
  const limits: HostLimits[] = host === undefined ? Object.values(hostLimits) : [hostLimits[host]];
  return {
    files: Math.min(...limits.map(({ files = Infinity }) => files)),
    maxFilesPerDirectory: Math.min(...limits.map(({ maxFilesPerDirectory = Infinity }) => maxFilesPerDirectory)),
  };
}

/** The number of files in directories, without compressed copies. Rejects when a directory cannot be read. */
async function countFiles(directories: readonly string[]): Promise<number> {
  const trees = await Promise.all(directories.map((directory) => measureTree(directory, true)));
  return trees.reduce((sum, { files }) => sum + files, 0);
}

export interface TreeMeasure {
  readonly files: number;
  readonly bytes: number;
  readonly largestFile: { readonly path: string; readonly bytes: number };
  /** The folder with the most files directly in it. */
  readonly fullestFolder: { readonly path: string; readonly files: number };
  /** Whether the site contains API responses as files (`--target static`). */
  readonly hasStaticResponses: boolean;
}

/** Whether a file is a compressed copy of another file, by its extension. */
export function hasCompressedExtension(path: string): boolean {
  return /\.(?:br|gz)$/.test(path);
}

/**
 * Measures a built site as it is uploaded to a host, with or without compressed copies. Paths are relative to the site.
 * Rejects when the directory cannot be read.
 */
export async function measureTree(siteDirectory: string, ignoresCompressedCopies: boolean): Promise<TreeMeasure> {
  const inFolder = new Map<string, number>();
  let files = 0;
  let bytes = 0;
  let largestFile = { path: '', bytes: 0 };
  let hasStaticResponses = false;
  for (const { path, file } of await filesBelow(siteDirectory)) {
    if (ignoresCompressedCopies && hasCompressedExtension(path)) continue;
    const folder = dirname(path);
    addCount(inFolder, folder);
    hasStaticResponses ||= path.startsWith(`${apiRoot}/`);
    const { size } = statSync(file);
    files++;
    bytes += size;
    if (size > largestFile.bytes) largestFile = { path, bytes: size };
  }
  const [[path, filesInPath] = ['.', 0]] = [...inFolder].sort(([, one], [, other]) => other - one);
  return {
    files,
    bytes,
    largestFile,
    fullestFolder: { path, files: filesInPath },
    hasStaticResponses,
  };
}

export type Target = 'static' | 'compute';

/** Room for files that are written later: documents, feeds, features, downloads and pages, and configurations of hosts. */
const reservedFiles = 200;

export interface TargetRequest {
  /** Undefined: static files if they fit the limits. */
  readonly target: Target | undefined;
  readonly allowsManyFiles: boolean;
  /** If the host is not known, the smallest limit of all hosts applies. */
  readonly host: HostName | undefined;
  /** The number of static files, and the most of them in one folder. */
  readonly staticFiles: number;
  readonly inFullestFolder: number;
  /** The directories whose files are part of the site as well. */
  readonly directories: readonly string[];
}

/**
 * The target of a build, and a sentence that says why if the user did not choose it. Throws OutputError if static files
 * were requested but exceed the limits.
 */
export async function chooseTarget(
  request: TargetRequest,
): Promise<{ readonly target: Target; readonly why?: string }> {
  const { target, allowsManyFiles, host, staticFiles, inFullestFolder, directories } = request;
  if (target === 'compute' || (target === 'static' && allowsManyFiles)) return { target };
  const { files: maxFiles, maxFilesPerDirectory } = fileLimitsOf(host);
  const total = (await countFiles(directories)) + staticFiles + reservedFiles;
  const title = host === undefined ? 'some hosts' : hostLimits[host].title;
  const allow = host === undefined ? 'allow' : 'allows';
  if (total <= maxFiles && inFullestFolder <= maxFilesPerDirectory) {
    const allowed = maxFiles === Infinity ? `${title} has no limit` : `${title} ${allow} ${formatCount(maxFiles)}`;
    const why = `a site with a file for each record has about ${formatCount(total)} files, and ${allowed}`;
    return { target: 'static', ...(target === undefined && { why }) };
  }
  const many =
    total > maxFiles
      ? `a site with a file for each record would have about ${formatCount(total)} files, but ${title} ${allow} ${formatCount(maxFiles)}`
      : `a folder would have ${formatCount(inFullestFolder)} files, but ${title} ${allow} ${formatCount(maxFilesPerDirectory)}`;
  if (target === undefined) return { target: 'compute', why: many };
  throw new OutputError(
    `--target static: ${many}. Build with --target compute, which a host with the handler serves, or add ` +
      '--allow-many-files. Nothing was written; the published version is unchanged.',
  );
}
