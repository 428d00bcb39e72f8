import { formatCount } from '../format-text.ts';
import { OutputError } from '../write/output-error.ts';
import { countFiles, fileLimitsOf, hostLimits, type HostName } from './host-limits.ts';

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
