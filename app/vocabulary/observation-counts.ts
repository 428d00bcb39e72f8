import { type Mark, marks } from '../../core/datasets/kinds.ts';
import { countOf } from './numbers.ts';

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
  if (byMark.sighting === 0 && byMark.detection === 0) return observationsInWords(byMark) || 'no sightings';
  const sightings = byMark.sighting === 0 ? 'no sightings' : countOf(byMark.sighting, 'sighting');
  if (byMark.detection === 0) return sightings;
  return `${sightings}, and ${countOf(byMark.detection, 'visit')} by ${countOf(sharks, 'tagged shark')}`;
}

export type Words = readonly [singular: string, plural: string];

export const wordsOfMarks: Readonly<Record<Mark, Words>> = {
  sighting: ['sighting', 'sightings'],
  detection: ['visit', 'visits'],
  handled: ['shark caught, tagged or relocated', 'sharks caught, tagged or relocated'],
  other: ['other record', 'other records'],
};

/** "1 sighting and 2 visits"; '' without any. Detections count as visits. */
export function observationsInWords(byMark: Readonly<Record<Mark, number>>, words = wordsOfMarks): string {
  return joinWithAnd(marks.flatMap((mark) => (byMark[mark] === 0 ? [] : [countOf(byMark[mark], ...words[mark])])));
}

/** "89 sightings and 80 visits"; "no sightings". */
export function sightingsAndVisitsInWords({
  sighting,
  detection,
}: Pick<Record<Mark, number>, 'sighting' | 'detection'>) {
  return observationsInWords({ sighting, detection, handled: 0, other: 0 }) || 'no sightings';
}

export function joinWithAnd(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}
