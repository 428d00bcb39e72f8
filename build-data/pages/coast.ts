import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { CoastDescription, CoastFile } from '../../core/coastline/codec.ts';
import { faultOfCoast } from '../site/coast-file.ts';
import { readRegularFile } from '../site/regular-file.ts';
import type { SiteFile } from '../site/site-file.ts';
import { OutputError } from '../write/output-error.ts';

export type DescribedCoast = CoastDescription & CoastFile;

/** The directory of the explorer with its coasts. */
const coastDirectory = 'coast';
export const coastPath = (name: 'outline' | 'detail' | 'world'): string => `${coastDirectory}/${name}.json`;

/**
 * The files with the coast of a site, by their paths in the site. Undefined if the explorer, copied to `directory`, has no
 * coast. Throws OutputError if a file is not a coast.
 */
export function coastFiles(
  { coast, directory: siteDirectory }: Pick<SiteFile, 'coast' | 'directory'>,
  directory: string,
): ReadonlyMap<string, Buffer> | undefined {
  const world = join(directory, coastPath('world'));
  if (!existsSync(world)) return undefined;
  const pathOf = (name: 'outline' | 'detail'): string => (coast ? join(siteDirectory, coast[name]) : world);
  return new Map((['outline', 'detail'] as const).map((name) => [coastPath(name), readCoast(pathOf(name))]));
}

function readCoast(path: string): Buffer {
  let fault: string | undefined;
  try {
    const bytes = readRegularFile(path);
    fault = faultOfCoast(JSON.parse(bytes.toString()));
    if (fault === undefined) return bytes;
  } catch (error) {
    throw new OutputError(`The coast ${path} cannot be read: ${String(error)}`);
  }
  throw new OutputError(`${path} is not a coast (${fault}): write it with npm run coast.`);
}
