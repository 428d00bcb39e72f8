import type { Mark } from '../../core/datasets/kinds.ts';

/** A value for each mark. */
export function byEachMark<Value>(valueOf: (mark: Mark) => Value): Record<Mark, Value> {
  return {
    sighting: valueOf('sighting'),
    detection: valueOf('detection'),
    handled: valueOf('handled'),
    other: valueOf('other'),
  };
}

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
