import { resolve } from 'node:path';

import { faultOfCoast } from './coast-file.ts';
import { readLocalAreas } from './local-areas.ts';
import { readRegularFile } from './regular-file.ts';
import { type SiteFile, SiteFileError } from './site-file.ts';

/* The files that a site file names: they are checked before a build reads any data. */

/** Throws SiteFileError, which names every file that cannot be used by its member. `path` is that of the site file. */
export function checkNamedFiles(path: string, siteFile: SiteFile): void {
  const { card, coast, directory } = siteFile;
  const pathOf = (file: string): string => resolve(directory, file);
  const faults = [
    ...(card === undefined
      ? []
      : faultsIn((refuse) => void readCard(pathOf(card), (fault) => refuse(`card: ${card} ${fault}`)))),
    ...(['outline', 'detail'] as const).flatMap((name) =>
      coast === undefined
        ? []
        : faultsIn(
            (refuse) =>
              void readCoast(pathOf(coast[name]), (fault) => refuse(`coast.${name}: ${coast[name]} ${fault}`)),
          ),
    ),
    ...faultsIn((refuse) => void readLocalAreas(siteFile, refuse)),
  ];
  if (faults.length > 0) throw new SiteFileError(path, faults);
}

class NamedFileFault extends Error {}

function faultsIn(read: (refuse: (fault: string) => never) => void): readonly string[] {
  try {
    read((fault) => {
      throw new NamedFileFault(fault);
    });
    return [];
  } catch (error) {
    if (error instanceof NamedFileFault) return [error.message];
    throw error;
  }
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function readCard(path: string, refuse: (fault: string) => never): void {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path);
  } catch (error) {
    refuse(`cannot be read: ${String(error)}`);
  }
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) refuse('is not a PNG file');
}

/** The bytes of a coast. `refuse` must throw; it is called with what is wrong with the file. */
export function readCoast(path: string, refuse: (fault: string) => never): Buffer {
  let bytes: Buffer;
  let fault: string | undefined;
  try {
    bytes = readRegularFile(path);
    fault = faultOfCoast(JSON.parse(bytes.toString()));
  } catch (error) {
    refuse(`cannot be read: ${String(error)}. Write it with npm run coast`);
  }
  return fault === undefined ? bytes : refuse(`is not a coast (${fault}): write it with npm run coast`);
}
