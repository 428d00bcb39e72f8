import { close, fstatSync, open, realpathSync, type Stats, constants } from 'node:fs';
import { join, posix, sep } from 'node:path';

import type { Encoding } from '../../core/site/accepted-encoding.ts';
import { isSentAsFile } from '../../core/site/content-paths.ts';

/** A file of the site that is open for reading. The caller must close it. */
export interface ContentFile {
  /** In the site, decoded, without a leading slash. For a folder, its index page. */
  readonly path: string;
  /** In the file system. */
  readonly file: string;
  readonly descriptor: number;
  /** The content encoding, if the file is a compressed twin. */
  readonly encoding: Encoding | undefined;
  /** Of the open file, so that headers made from it match the bytes that are sent. */
  readonly state: Stats;
}

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
const mostFilesRemembered = 10_000;
/** Opening a pipe would otherwise wait for a writer. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The files of a site: content within its directory, also through links in it. A request costs one open and one fstat and,
 * once per file, the system calls that resolve its real path.
 */
export class ContentFiles {
  readonly #directory: string;
  /** The identity of files that are known to be within the site, by path. */
  readonly #inside = new Map<string, string>();
  /** Files without a compressed twin, with the identity that they had. */
  readonly #withoutTwin = new Map<string, string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Opens the file for a request target, which starts at the root of the site, with a slash. Undefined when there is none.
   *
   * @param encoding of the compressed twin to prefer
   */
  async open(target: string, encoding: Encoding | undefined): Promise<ContentFile | undefined> {
    const path = resolvedPath(target)?.replace(/(^|\/)$/, '$1index.html');
    if (path === undefined || !isSentAsFile(path)) return undefined;
    const file = join(this.#directory, path);
    if (encoding === undefined) return this.#openInside(path, file, undefined);
    const twin = file + endings[encoding];
    if (this.#withoutTwin.has(twin)) {
      const plain = await this.#openInside(path, file, undefined);
      // A new build may have brought a twin together with the file.
      if (!plain || this.#withoutTwin.get(twin) === identityOf(plain.state)) return plain;
      close(plain.descriptor);
    }
    const compressed = await this.#openInside(path, twin, encoding);
    if (compressed) {
      this.#withoutTwin.delete(twin);
      return compressed;
    }
    const plain = await this.#openInside(path, file, undefined);
    if (plain) remember(this.#withoutTwin, twin, identityOf(plain.state));
    return plain;
  }

  async #openInside(path: string, file: string, encoding: Encoding | undefined): Promise<ContentFile | undefined> {
    const descriptor = await openFile(file);
    if (descriptor === undefined) return undefined;
    try {
      const state = fstatSync(descriptor);
      if (state.isFile() && this.#isInside(file, state)) return { path, file, descriptor, encoding, state };
    } catch {
      // Its disk has been removed.
    }
    close(descriptor);
    return undefined;
  }

  /** Whether a file is within the site and not behind a link that leads out of it. */
  #isInside(file: string, state: Stats): boolean {
    const identity = identityOf(state);
    if (this.#inside.get(file) === identity) return true;
    try {
      // The directory may itself be a link, which a build can switch at any moment.
      if (!realpathSync.native(file).startsWith(realpathSync.native(this.#directory) + sep)) return false;
    } catch {
      return false;
    }
    remember(this.#inside, file, identity);
    return true;
  }
}

/** Distinguishes a file from every other file that was at the same path before. */
function identityOf({ dev, ino, size, ctimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${ctimeMs}`;
}

function remember(map: Map<string, string>, key: string, value: string): void {
  if (map.size >= mostFilesRemembered) map.clear();
  map.set(key, value);
}

function openFile(file: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    open(file, openFlags, (error, descriptor) => {
      resolve(error ? undefined : descriptor);
    });
  });
}

/** Decoded, without slashes before it; undefined when it leads out of the site, or nowhere. */
function resolvedPath(target: string): string | undefined {
  let path = target.replace(/\?.*$/s, '');
  try {
    path = decodeURI(path);
  } catch {
    // As it is.
  }
  // Checked before normalization removes it: a name between slashes may be empty.
  if (path.includes('//') || path.includes('\0')) return undefined;
  path = posix.normalize(path).replace(/^\/+/, '');
  return path.startsWith('../') || path === '..' ? undefined : path;
}
