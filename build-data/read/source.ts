import { openFile } from './file-source.ts';
import { openAddress } from './web-source.ts';

export interface SourceOptions {
  /** Ends the reading from outside. */
  readonly signal: AbortSignal | undefined;
  /** A server that sends nothing for this long is given up, in milliseconds. */
  readonly idleTimeoutMilliseconds: number;
}

/** The bytes of a file, wherever it lies. */
export interface Source {
  /** Undefined where it is not known beforehand. */
  readonly totalBytes: number | undefined;
  /** Throws SourceFault; ending the iteration early releases the file or the connection. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Opens a path or an http(s) address. Throws SourceFault. */
export async function openSource(location: string, options: SourceOptions): Promise<Source> {
  return isAddress(location) ? openAddress(location, options) : openFile(location, options);
}

/** A location as it may be shown: without a password. */
export function shownLocation(location: string): string {
  return isAddress(location) ? location.replace(/^(https?:\/\/)[^/?#]*@/i, '$1') : location;
}

const isAddress = (location: string): boolean => /^https?:/i.test(location);
