import { type Mark, marks as allMarks } from '../../core/datasets/kinds.ts';
import type { Noun } from '../../core/datasets/site.ts';
import { site } from './site.ts';
import { capitalise, joinWithAnd } from './text.ts';

/*
 * Words that are made of those of the site.
 */

const { mainMarks, marks, subject } = site;

/** Whether people report what they see. */
export const hasReports: boolean = mainMarks.includes('sighting');
/** Whether receivers detect tagged animals. */
export const hasReceivers: boolean = mainMarks.includes('detection');

const shownMarks: readonly Mark[] = allMarks.filter(
  (mark) => (mark !== 'sighting' || hasReports) && (mark !== 'detection' || hasReceivers),
);
/** The marks of legends: those that a record has, or all before the data is loaded. */
export const marksIn = (
  data: { readonly histogram: { readonly counts: Readonly<Record<Mark, Uint32Array>> } } | undefined,
): readonly Mark[] => shownMarks.filter((mark) => data?.histogram.counts[mark].some(Boolean) ?? true);

export const taggedSubject: Noun = { one: `tagged ${subject.one}`, many: `tagged ${subject.many}` };

const mainNouns: readonly string[] = mainMarks.map((mark) => marks[mark].many);
/** "sightings and visits": what titles and summaries count. */
export const mainCounts: string = mainNouns.join(' and ');
export const mainCountsTitle: string = capitalise(mainCounts);
export const mainCountsOr: string = mainNouns.join(' or ');
/** "Sightings, visits and other records". */
export const mainCountsAnd = (others: string): string => capitalise(joinWithAnd([...mainNouns, others]));
/** "sightings, visits by tagged sharks and other records". */
export const allCounts: string = joinWithAnd([
  ...mainMarks.map((mark) =>
    mark === 'detection' ? `${marks[mark].many} by ${taggedSubject.many}` : marks[mark].many,
  ),
  marks.other.many,
]);
/** "no sightings". */
export const noMainCounts = `no ${marks[mainMarks[0]].many}`;

/** What a position of records is called: the site says whether it is where the animal was. */
export const locationName = site.positions ? 'Approximate location' : 'Location';

/** "shark records". */
export const subjectRecords = `${subject.one} records`;
/** The title of a page that shows only the map. */
export const mapTitle = `Map of ${subjectRecords} – ${site.title}`;
/** "the coast of Western Australia". */
export const coastOfRegion = `the coast of ${site.region.name}`;
