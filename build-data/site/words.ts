import type { Site } from '../../core/datasets/site.ts';

/** "shark records". */
export const recordsOf = ({ subject }: Site): string => `${subject.one} records`;

/** "shark records and coastal places of Western Australia". */
export const contentOf = (site: Site): string => `${recordsOf(site)} and coastal places of ${site.region.name}`;

/** "sightings and detections". */
export const mainRecords = ({ mainMarks, marks }: Site): string =>
  mainMarks.map((mark) => (mark === 'detection' ? 'detections' : marks[mark].many)).join(' and ');

/** The text with a capital first letter. */
export const asTitle = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
