import { openFile } from './file-source.ts';
import type { Source, SourceOptions } from './source.ts';
import { openAddress } from './web-source.ts';

/** Opens a path or an http(s) address. Throws SourceFault. */
export async function openSource(location: string, options: SourceOptions): Promise<Source> {
  return isAddress(location) ? openAddress(location, options) : openFile(location, options);
}

/** A location as it may be shown: without a password. */
export function shownLocation(location: string): string {
  return isAddress(location) ? location.replace(/^(https?:\/\/)[^/?#]*@/i, '$1') : location;
}

const isAddress = (location: string): boolean => /^https?:/i.test(location);
