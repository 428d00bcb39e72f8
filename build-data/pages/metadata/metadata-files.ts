import { catalogPath, dataPackagePath } from '../../../core/storage/layout.ts';
import type { LinkedFile } from '../../documents/service-document.ts';

/** What describes the datasets to catalogues and to tools for data. */
export const metadataFiles: readonly LinkedFile[] = [
  { path: catalogPath, mediaType: 'application/ld+json', title: 'The datasets in the words of DCAT' },
  { path: dataPackagePath, mediaType: 'application/json', title: 'The datasets as a Frictionless data package' },
];
