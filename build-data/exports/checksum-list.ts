import { datasets } from '../../core/datasets/index.ts';
import { exportsRoot, hashedExportPath } from '../../core/storage/layout.ts';
import { exportEndings } from './export-formats.ts';

/** A file under the name that goes with its content. */
export interface HashedExport {
  /** Relative to the site. */
  readonly path: string;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What a person reads before the files of each earlier version; programs that check sums leave it out. */
const earlierMark = '# Of an earlier version:';

/**
 * The list of checksums in the form that `sha256sum` reads, its names relative to their own folder: first all names of
 * the version that stands, then the files of earlier versions that are still there, version by version.
 */
export function checksumList(standing: readonly HashedExport[], earlier: readonly (readonly HashedExport[])[]): string {
  const linesOf = (files: readonly HashedExport[]): string[] =>
    files.map(({ sha256, path }) => `${sha256}  ${path.slice(exportsRoot.length + 1)}\n`);
  return [...linesOf(standing), ...earlier.flatMap((files) => [`${earlierMark}\n`, ...linesOf(files)])].join('');
}

/** The hashed names in such a list, version by version, the newest first. What is no name of an export is left out. */
export function hashedExportsIn(list: string): readonly (readonly HashedExport[])[] {
  return list.split(/^#.*$/m).map((part) =>
    Array.from(part.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)).flatMap(([, sha256 = '', name = '']) => {
      const path = `${exportsRoot}/${name}`;
      const isOurs = datasets.some((dataset) =>
        exportEndings.some((ending) => path === hashedExportPath(dataset.name, sha256, ending)),
      );
      return isOurs ? [{ path, sha256 }] : [];
    }),
  );
}
