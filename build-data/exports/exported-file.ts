/** A form in which a complete dataset can be downloaded. */
export type ExportFormat = 'csv' | 'spreadsheet' | 'geojson' | 'ndjson' | 'flatgeobuf' | 'geoparquet' | 'kml';

/** A complete dataset as one file, which stands in the tree under two names. */
export interface ExportedFile {
  /** The name of the dataset. */
  readonly dataset: string;
  readonly format: ExportFormat;
  /** What a person calls the file. */
  readonly title: string;
  readonly mediaType: string;
  /** The name that stays, whatever the file holds; relative to the site, like the other. */
  readonly path: string;
  /** The name that changes with the content, which never does. */
  readonly hashedPath: string;
  readonly bytes: number;
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}
