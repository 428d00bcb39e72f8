import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { escapeText } from '../validate/show-value.ts';
import { openFile } from './file-source.ts';
import { SourceFault } from './reading-faults.ts';
import type { Source, SourceOptions } from './source.ts';
import { openAddress } from './web-source.ts';

/** Opens a path or an http(s) address. Throws SourceFault. */
export async function openSource(location: string, options: SourceOptions): Promise<Source> {
  if (isAddress(location)) return openAddress(location, options);
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(location)?.[1]?.toLowerCase();
  // A file may have a colon in its name.
  if (scheme !== undefined && !existsSync(location)) throw unsupportedScheme(scheme, location);
  return openFile(location, options);
}

function unsupportedScheme(scheme: string, location: string): SourceFault {
  if (scheme !== 'file') return new SourceFault('unsupportedScheme', `${scheme}: is not supported`);
  return new SourceFault('unsupportedScheme', `give the path instead${pathOf(location)}`);
}

/** `: /srv/records.csv`; empty when the address names a file on another computer, or no file. */
function pathOf(fileUrl: string): string {
  if (!/^file:\/\//i.test(fileUrl)) return '';
  try {
    return `: ${escapeText(fileURLToPath(fileUrl))}`;
  } catch {
    return '';
  }
}

/** A location as it may be shown: without a password, and without a query, which may contain a key. */
export function shownLocation(location: string): string {
  const withoutPassword = location.replace(/^([a-z][a-z0-9+.-]+:\/\/)[^/?#]*@/i, '$1');
  return isAddress(location) ? withoutPassword.replace(/[?#].*$/s, '?…') : withoutPassword;
}

const isAddress = (location: string): boolean => /^https?:/i.test(location);
