import type { Site } from '../../datasets/site.ts';
import type { FileReference } from '../format/file-reference.ts';
import { manifestPath, siteDocument } from '../format/layout.ts';
import type { Snapshot } from './dataset-reader.ts';
import { StoredDataError } from './store.ts';

function referenceTo({ manifest }: Snapshot): FileReference {
  const reference = manifest.documents?.[siteDocument];
  if (!reference) throw new StoredDataError(manifestPath, `names no ${siteDocument}: build the data again`);
  return reference;
}

/** Identifies the site file of a version. Throws StoredDataError in data that an earlier release built. */
export const siteRevisionOf = (snapshot: Snapshot): string => referenceTo(snapshot).hash;

/** The words and the region of the site. Throws StoredDataError. */
export async function readSite(snapshot: Snapshot): Promise<Site> {
  const bytes = await snapshot.file(referenceTo(snapshot), 'json');
  // The hash of the file is that in the manifest, so a build wrote it.
  return JSON.parse(new TextDecoder().decode(bytes)) as Site;
}
