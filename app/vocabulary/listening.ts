import { monthInWords } from './dates.ts';
import { formatRadius, type Units } from './distances.ts';
import { countOf, countOfNoun, formatCount } from './numbers.ts';
import { inThisCouncilArea } from './scopes.ts';
import { site } from './site.ts';

/**
 * Whether receivers listened in a month. A receiver is known to have listened in a month in which it detected anything, and
 * probably listened between its first and its last such month. Nothing is known of other months: never "none".
 */
export const listeningStates = ['unknown', 'probable', 'known'] as const;
export type ListeningState = (typeof listeningStates)[number];

/** When the receivers of an area listened. */
export interface Listening {
  /** The radius around the centre of the area within which the receivers are; null for those in a council area. */
  readonly radiusInMetres: number | null;
  readonly receivers: number;
  /** Months are counted from the start of the year 0, and cover all records, also those elsewhere. */
  readonly firstMonth: number;
  /**
   * For each month, the index in `listeningStates` of what is known of the receiver of which most is known. Empty if the
   * data has no detections at all: nothing is then said of receivers.
   */
  readonly states: Uint8Array;
  /** The number of months in which a receiver in the area itself, which may be smaller, is known to have listened. */
  readonly knownMonthsInArea: number;
}

/** Follows the title of a chart that also shows when receivers listened. */
export const andReceivers = ({ states }: Listening): string => (states.length === 0 ? '' : ', and receivers');

export const monthsInState = ({ states }: Pick<Listening, 'states'>, state: ListeningState): number =>
  states.filter((each) => each === listeningStates.indexOf(state)).length;

/**
 * "4 receivers within 5 km: known to have listened in 31 of 82 months, and probably in 12 more. No receiver within 5 km is
 * known to have listened since March 2020. On average 2 visits in each of the 40 months in which …". `visits` is the number in the area itself.
 */
export function listeningInWords(listening: Listening, visits: number | null, units: Units): readonly string[] {
  const { radiusInMetres, firstMonth, states, knownMonthsInArea } = listening;
  if (states.length === 0) return [];
  const where = radiusInMetres === null ? inThisCouncilArea : `within ${formatRadius(radiusInMetres, units)}`;
  // Their visits are not among those that are counted.
  const isOutside = radiusInMetres !== null && knownMonthsInArea === 0;
  const outside = !isOutside ? '' : listening.receivers === 1 ? ', outside the circle' : ', all outside the circle';
  const known = monthsInState(listening, 'known');
  const probable = monthsInState(listening, 'probable');
  if (known === 0) return [`No receiver ${where} is known to have listened since ${monthInWords(firstMonth)}.`];
  const lastKnown = states.lastIndexOf(listeningStates.indexOf('known'));
  const receivers = listening.receivers === 1 ? 'One receiver' : `${formatCount(listening.receivers)} receivers`;
  const more = probable === 0 ? '' : `, and probably in ${formatCount(probable)} more`;
  return [
    `${receivers} ${where}${outside}: ${listening.receivers === 1 ? 'it' : 'at least one'} is known to have listened in ${formatCount(known)} of ${countOf(states.length, 'month')}${more}.`,
    ...(lastKnown === states.length - 1
      ? []
      : [`No receiver ${where} is known to have listened after ${monthInWords(firstMonth + lastKnown)}.`]),
    ...(knownMonthsInArea === 0 || visits === null || visits === 0
      ? []
      : [
          `On average ${countOfNoun(Number((visits / knownMonthsInArea).toFixed(1)), site.marks.detection)} a month, over the ${countOf(knownMonthsInArea, 'month')} in which a receiver ${radiusInMetres === null ? inThisCouncilArea : 'in the circle'} is known to have listened.`,
        ]),
  ];
}
