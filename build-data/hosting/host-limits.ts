import { exportsRoot } from '../../core/storage/layout.ts';
import { formatBytes } from '../format-text.ts';
import type { TreeMeasure } from './measure-tree.ts';

/** What a host takes at the most, as its own documentation tells it. */
export interface HostLimits {
  /** What a person calls it. */
  readonly title: string;
  readonly files?: number;
  readonly filesOfFolder?: number;
  readonly bytesOfFile?: number;
  readonly bytesOfSite?: number;
  /** Whether it compresses by itself, so that the configuration leaves compressed twins out of what is sent to it. */
  readonly ignoresTwins: boolean;
}

const mebibyte = 1024 * 1024;

/**
 * The limits of the plans that cost nothing, as told in November 2026:
 *
 * - Cloudflare Workers, developers.cloudflare.com/workers/platform/limits: 20,000 static files a version (100,000 on paid
 *   plans), 25 MiB a file.
 * - Netlify, docs.netlify.com/site-deploys/overview: 54,000 files in one folder; no limit of all files.
 * - GitHub Pages, docs.github.com/en/pages, "GitHub Pages limits": a site of 1 GB; a repository takes no file above 100 MiB.
 * - S3, docs.aws.amazon.com/AmazonS3, "Uploading objects": 5 GiB an object that is sent in one piece.
 *
 * nginx, Caddy and workerd run on machines of one's own, and have none.
 */
export const hostLimits = {
  nginx: { title: 'nginx', ignoresTwins: false },
  caddy: { title: 'Caddy', ignoresTwins: false },
  workerd: { title: 'workerd', ignoresTwins: false },
  cloudflare: { title: 'Cloudflare Workers', files: 20_000, bytesOfFile: 25 * mebibyte, ignoresTwins: true },
  netlify: { title: 'Netlify', filesOfFolder: 54_000, ignoresTwins: false },
  'github-pages': {
    title: 'GitHub Pages',
    bytesOfFile: 100 * mebibyte,
    bytesOfSite: 1_000_000_000,
    ignoresTwins: false,
  },
  s3: { title: 'S3', bytesOfFile: 5 * 1024 * mebibyte, ignoresTwins: true },
} as const satisfies Record<string, HostLimits>;

export type HostName = keyof typeof hostLimits;

export const hostNames = Object.keys(hostLimits) as HostName[];

/** Whether a text is the name of a host that is known here. */
export function isHostName(text: string): text is HostName {
  return Object.hasOwn(hostLimits, text);
}

const number = new Intl.NumberFormat('en-AU');

/** What of a tree a host does not take: each limit, what the tree has, and what to do. Empty when it takes all of it. */
export function beyondLimits(host: HostName, tree: TreeMeasure, limits: HostLimits = hostLimits[host]): string[] {
  const { title, files, filesOfFolder, bytesOfFile, bytesOfSite } = limits;
  // What would help depends on whether there is a file for each record.
  const fewer = tree.hasStaticAnswers
    ? 'build with --target compute, which writes no file for each record and none with a complete dataset'
    : 'choose a host without this limit: nginx, Caddy or the Node host';
  const found: string[] = [];
  if (files !== undefined && tree.files > files) {
    found.push(
      `${title} takes at the most ${number.format(files)} files, and there are ${number.format(tree.files)}: ${fewer}.`,
    );
  }
  if (filesOfFolder !== undefined && tree.fullestFolder.files > filesOfFolder) {
    const { path, files: inFolder } = tree.fullestFolder;
    found.push(
      `${title} takes at the most ${number.format(filesOfFolder)} files in one folder, and ${path} holds ` +
        `${number.format(inFolder)}: ${fewer}.`,
    );
  }
  if (bytesOfFile !== undefined && tree.largestFile.bytes > bytesOfFile) {
    const { path, bytes } = tree.largestFile;
    // A build that knows the host leaves such downloads out.
    const advice = path.startsWith(`${exportsRoot}/`) ? `build with --host ${host}, or with --no-exports` : fewer;
    found.push(
      `${title} takes at the most ${formatBytes(bytesOfFile)} a file, and ${path} has ${formatBytes(bytes)}: ${advice}.`,
    );
  }
  if (bytesOfSite !== undefined && tree.bytes > bytesOfSite) {
    found.push(
      `${title} takes at the most ${formatBytes(bytesOfSite)} in all, and there are ${formatBytes(tree.bytes)}: ${fewer}.`,
    );
  }
  return found;
}
