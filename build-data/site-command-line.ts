import { fileURLToPath } from 'node:url';

/** The default output directory of a complete site. */
export const defaultSiteDirectory = fileURLToPath(new URL('../dist/site', import.meta.url));

export interface SiteCommandLine {
  /** For the build of the data. */
  readonly commandLine: readonly string[];
  /** Nobody has named any data, nor asked for a sample. */
  readonly isSampleByDefault: boolean;
}

/**
 * What a build of a complete site hands on to the build of the data: the options it was given, and where they are
 * missing sample data, a place, and the target that needs no more than the Node host.
 */
export function completeCommandLine(given: readonly string[]): SiteCommandLine {
  const isGiven = (option: string): boolean =>
    given.some((argument) => argument === option || argument.startsWith(`${option}=`));
  const isSampleByDefault = !['--coastal-features', '--raw-data', '--sample'].some(isGiven);
  return {
    isSampleByDefault,
    commandLine: [
      ...given,
      ...(isSampleByDefault ? ['--sample'] : []),
      ...(isGiven('--out') ? [] : ['--out', defaultSiteDirectory]),
      ...(isGiven('--target') ? [] : ['--target', 'compute']),
    ],
  };
}
