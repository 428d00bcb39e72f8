import type { Kind, Mark } from '../../core/datasets/kinds.ts';

/** A value for each mark. */
export function byEachMark<Value>(valueOf: (mark: Mark) => Value): Record<Mark, Value> {
  return {
    sighting: valueOf('sighting'),
    detection: valueOf('detection'),
    handled: valueOf('handled'),
    other: valueOf('other'),
  };
}

export const kindLabels: Readonly<Record<Kind, string>> = {
  Sighted: 'Sightings',
  Detected: 'Detections by receivers',
  Caught: 'Caught and released',
  Tagged: 'Tagged and released',
  Relocated: 'Relocated and released',
  Other: 'Whale carcasses and other',
};

/** The text after the species in a row of the list, by interaction: "White shark, detected". */
export const kindVerbs: Readonly<Record<Kind, string>> = {
  Sighted: 'sighted',
  Detected: 'detected',
  Caught: 'caught and released',
  Tagged: 'tagged and released',
  Relocated: 'relocated and released',
  Other: 'recorded',
};

/** The labels of the marks in a legend. For a single record, see `recordLabel`. */
export const markLabels: Readonly<Record<Mark, string>> = {
  sighting: 'Sighting',
  detection: 'Detection by a receiver',
  handled: 'Caught, tagged or relocated',
  other: 'Whale carcass or other',
};

/** What a record is. */
export const recordLabel = ({ mark }: { readonly mark: Mark }): string =>
  mark === 'detection' ? `${markLabels.detection} of a tagged shark` : markLabels[mark];

/** Short labels, for a legend or next to a count. Detections count as visits. */
export const markPlurals: Readonly<Record<Mark, string>> = {
  sighting: 'Sightings',
  detection: 'Visits by tagged sharks',
  handled: 'Caught or tagged',
  other: 'Whale carcasses and other',
};

/** The outline of each mark in a box from -10 to 10, as an SVG path. */
export const markPaths: Readonly<Record<Mark, string>> = {
  sighting: 'M0 -7.5A7.5 7.5 0 1 1 0 7.5A7.5 7.5 0 1 1 0 -7.5Z',
  detection: 'M-6.5 -6.5H6.5V6.5H-6.5Z',
  handled: 'M0 -8L8 6.5H-8Z',
  other: 'M0 -8.5L8.5 0L0 8.5L-8.5 0Z',
};

/** The name of the custom property with the colour of each mark, without its dashes. */
export const markColours = {
  sighting: 'magenta',
  detection: 'primary',
  handled: 'amber',
  other: 'muted',
} as const satisfies Readonly<Record<Mark, string>>;

/** The fill of a mark, in the colour scheme of the element that contains it. */
export const markFill = (mark: Mark): string => `var(--${markColours[mark]})`;
