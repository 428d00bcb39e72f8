import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { CoastDescription, CoastFile } from '../../core/coastline/codec.ts';
import { readLocalAreas } from './local-areas.ts';
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
    bytes = readFileSync(path);
  } catch (error) {
    refuse(`cannot be read: ${String(error)}`);
  }
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) refuse('is not a PNG file');
}

/** The bytes of a coast. `refuse` must throw; it is called with what is wrong with the file. */
export function readCoast(path: string, refuse: (fault: string) => never): Buffer {
  let coast: Partial<CoastDescription & CoastFile> | null;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
    coast = JSON.parse(bytes.toString()) as typeof coast;
  } catch (error) {
    refuse(`cannot be read: ${String(error)}. Write it with npm run coast`);
  }
  return coast?.box && Array.isArray(coast.rings) ? bytes : refuse('is not a coast: write it with npm run coast');
}
