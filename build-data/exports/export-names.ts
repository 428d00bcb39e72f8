import { datasets } from '../../core/datasets/datasets.ts';
import { checksumsPath, exportPath, exportsRoot, hashedExportPath } from '../../core/storage/format/layout.ts';

/** A format in which a complete dataset can be downloaded. */
export type ExportFormat = 'csv' | 'spreadsheet' | 'geojson' | 'ndjson' | 'flatgeobuf' | 'geoparquet' | 'kml';

/** What follows the name of the dataset in the name of a file. */
export const endingOfFormat = {
  csv: '.csv',
  spreadsheet: '-spreadsheet.csv',
  geojson: '.geojson',
  ndjson: '.ndjson',
  flatgeobuf: '.fgb',
  geoparquet: '.parquet',
  kml: '.kml',
} as const satisfies Record<ExportFormat, string>;

export const exportEndings: readonly string[] = Object.values(endingOfFormat);

/** Whether a file name in the exports folder is one that builds give to exports. */
export function isExportName(name: string): boolean {
  const path = `${exportsRoot}/${name.replace(/\.[0-9a-f]{16}(?=\.)/, '')}`;
  return (
    path === checksumsPath ||
    datasets.some((dataset) => exportEndings.some((ending) => path === exportPath(dataset.name, ending)))
  );
}

/** A file with a hash of its content in its name. */
export interface HashedExport {
  /** Relative to the site. */
  readonly path: string;
  /** The hash of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A comment before the files of each earlier version. Programs that check the sums skip it. */
const earlierMark = '# Of an earlier version:';

/**
 * The list of checksums in the form that `sha256sum` reads, with names relative to the folder: first all names of the
 * current version, then the remaining files of earlier versions, version by version.
 */
export function checksumList(current: readonly HashedExport[], earlier: readonly (readonly HashedExport[])[]): string {
  const linesOf = (files: readonly HashedExport[]): string[] =>
    files.map(({ sha256, path }) => `${sha256}  ${path.slice(exportsRoot.length + 1)}\n`);
  return [...linesOf(current), ...earlier.flatMap((files) => [`${earlierMark}\n`, ...linesOf(files)])].join('');
}

/** The hashed names in such a list, by version, newest first. Leaves out lines that do not name an export. */
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
