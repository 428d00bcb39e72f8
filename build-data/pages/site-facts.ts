import type { Publication } from '../publication.ts';
import type { RecordTable } from '../write/record-table.ts';

/** Facts about the site that its pages, feeds and metadata share. */
export interface SiteFacts {
  /** The address of the site's root, ending in a slash. */
  readonly siteUrl: string;
  readonly sample: boolean;
  readonly target: 'static' | 'compute';
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  readonly dataVersion: string;
  /** When this version of the data was first built, ISO 8601, UTC. Building the same data again does not change it. */
  readonly modifiedAt: string;
  readonly publication: Publication;
  readonly tables: readonly RecordTable[];
}

/** Whether the site was built without its public address, so that it has the default one on this machine. */
export function isAddressUnknown({ siteUrl }: SiteFacts): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(siteUrl);
}

/** The notice wherever sample data is shown. */
export const sampleWords = 'Sample data: invented records, for trying the service.';
export const historicalWords = 'Historical records, not live warnings.';
export const positionWords = 'A record is placed at a point of a coastal feature, not where the animal was.';

export const siteName = 'Coastwatch';
