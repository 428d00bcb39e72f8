import { type Mark, marks } from '../../core/datasets/kinds.ts';
import type { Noun } from '../../core/datasets/site.ts';
import { countOfNoun } from './numbers.ts';
import { site } from './site.ts';
import { hasReports, noMainCounts, taggedSubject } from './site-words.ts';
import { joinWithAnd } from './text.ts';

interface Counts {
  /** By mark, the number of records or, of detections, of visits. */
  readonly byMark: Readonly<Record<Mark, number>>;
  /** The number of tagged sharks that were detected. */
  readonly sharks: number;
}

/**
 * "89 sightings, and 80 visits by 32 tagged sharks". Visits are not mentioned if there were none: there is then no known
 * receiver in the area that could have detected any. Catches and other records are named only if there is nothing else.
 */
export function countsInWords({ byMark, sharks }: Counts): string {
  if (byMark.sighting === 0 && byMark.detection === 0) return observationsInWords(byMark) || noMainCounts;
  const { sighting, detection } = site.marks;
  const sightings =
    byMark.sighting > 0 ? [countOfNoun(byMark.sighting, sighting)] : hasReports ? [`no ${sighting.many}`] : [];
  const visits =
    byMark.detection > 0
      ? [`${countOfNoun(byMark.detection, detection)} by ${countOfNoun(sharks, taggedSubject)}`]
      : [];
  return [...sightings, ...visits].join(', and ');
}

/** "1 sighting and 2 visits"; '' without any. Detections count as visits. */
export function observationsInWords(
  byMark: Readonly<Record<Mark, number>>,
  nouns: Readonly<Record<Mark, Noun>> = site.marks,
): string {
  return joinWithAnd(marks.flatMap((mark) => (byMark[mark] === 0 ? [] : [countOfNoun(byMark[mark], nouns[mark])])));
}

/** "89 sightings and 80 visits"; "no sightings". */
export function sightingsAndVisitsInWords({
  sighting,
  detection,
}: Pick<Record<Mark, number>, 'sighting' | 'detection'>) {
  return observationsInWords({ sighting, detection, handled: 0, other: 0 }) || noMainCounts;
}
