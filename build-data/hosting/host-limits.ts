import { formatBytes } from '../report/build-report.ts';

/** What a host takes at the most. */
export interface HostLimits {
  readonly title: string;
  readonly files?: number;
  readonly bytesOfFile?: number;
  readonly bytesOfSite?: number;
  /** Whether it compresses by itself, so that compressed twins are not sent to it. */
  readonly ignoresTwins: boolean;
}

const mebibyte = 1024 * 1024;

export const hostLimits = {
  cloudflare: { title: 'Cloudflare', files: 20_000, bytesOfFile: 25 * mebibyte, ignoresTwins: true },
  netlify: { title: 'Netlify', ignoresTwins: true },
  'github-pages': {
    title: 'GitHub Pages',
    bytesOfFile: 100 * mebibyte,
    bytesOfSite: 1024 * mebibyte,
    ignoresTwins: true,
  },
  s3: { title: 'S3', ignoresTwins: true },
  nginx: { title: 'nginx', ignoresTwins: false },
  caddy: { title: 'Caddy', ignoresTwins: false },
} as const satisfies Record<string, HostLimits>;

export type HostName = keyof typeof hostLimits;

export interface TreeMeasure {
  readonly files: number;
  readonly bytes: number;
  readonly largest: { readonly path: string; readonly bytes: number };
}

const number = new Intl.NumberFormat('en-AU');

/** What of a tree a host does not take, in words that say what to do; empty when it takes all of it. */
export function beyondLimits(host: HostName, tree: TreeMeasure): string[] {
  const { title, files, bytesOfFile, bytesOfSite }: HostLimits = hostLimits[host];
  const found: string[] = [];
  if (files !== undefined && tree.files > files) {
    found.push(
      `The tree holds ${number.format(tree.files)} files, and ${title} takes ${number.format(files)}: ` +
        'build with --target compute, which writes no file for each record.',
    );
  }
  if (bytesOfFile !== undefined && tree.largest.bytes > bytesOfFile) {
    found.push(
      `${tree.largest.path} has ${formatBytes(tree.largest.bytes)}, and ${title} takes ${formatBytes(bytesOfFile)} a file: ` +
        'build with --target compute, which writes no file with the complete dataset.',
    );
  }
  if (bytesOfSite !== undefined && tree.bytes > bytesOfSite) {
    found.push(
      `The tree has ${formatBytes(tree.bytes)}, and ${title} takes ${formatBytes(bytesOfSite)}: ` +
        'build with --target compute, or publish on another host.',
    );
  }
  return found;
}
