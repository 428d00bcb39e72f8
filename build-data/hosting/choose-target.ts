import { formatCount } from '../format-text.ts';
import { OutputError } from '../publish/output-error.ts';
import { type HostLimits, hostLimits, type HostName, measureTree } from './host-limits.ts';

export type Target = 'static' | 'compute';

/** Room for files that are written later: about 150 documents, feeds, downloads and pages, and configurations of hosts. */
const reservedFiles = 200;
/** The number of files that each of the hosts in `hostLimits` accepts. */
const strictestFileLimit = Math.min(...Object.values<HostLimits>(hostLimits).map(({ files = Infinity }) => files));

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
  const limits: HostLimits | undefined = host && hostLimits[host];
  const maxFiles = limits ? (limits.files ?? Infinity) : strictestFileLimit;
  const inFolder = limits?.maxFilesPerDirectory ?? Infinity;
  const counts = await Promise.all(directories.map((directory) => measureTree(directory, true)));
  const total = counts.reduce((sum, { files }) => sum + files, staticFiles + reservedFiles);
  const allowed =
    maxFiles === Infinity
      ? `${limits?.title ?? 'hosts'} has no limit`
      : `${limits?.title ?? 'some hosts'} ${limits ? 'allows' : 'allow'} ${formatCount(maxFiles)}`;
  if (total <= maxFiles && inFullestFolder <= inFolder) {
    const why = `a site with a file for each record has about ${formatCount(total)} files, and ${allowed}`;
    return { target: 'static', ...(target === undefined && { why }) };
  }
  const many =
    total > maxFiles
      ? `a site with a file for each record would have about ${formatCount(total)} files, but ${allowed}`
      : `a folder would have ${formatCount(inFullestFolder)} files, but ${limits?.title ?? 'the host'} allows ${formatCount(inFolder)}`;
  if (target === undefined) return { target: 'compute', why: many };
  throw new OutputError(
    `--target static: ${many}. Build with --target compute, which a host with the handler serves, or add ` +
      '--allow-many-files. Nothing was written; the published version is unchanged.',
  );
}
