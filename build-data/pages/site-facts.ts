import type { Publication } from '../publication.ts';
import type { RecordTable } from '../write/record-table.ts';

/** What a build knows of the site that its documents tell of. */
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

/** Whether nobody has said where the site will stand: its address is that of the machine on which it is tried. */
export function isAddressUnknown({ siteUrl }: SiteFacts): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(siteUrl);
}

/** Said wherever a person, or a program on behalf of one, reads of invented records. */
export const sampleWords = 'Sample data: invented records, for trying the service.';
export const historicalWords = 'Historical records, not live warnings.';
export const positionWords = 'A record is placed at a point of a coastal feature, not where the animal was.';

export const siteName = 'Coastwatch';
