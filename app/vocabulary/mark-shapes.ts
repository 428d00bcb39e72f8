import type { Mark } from './kinds.ts';

/** The outline of each mark in a box from -10 to 10, as an SVG path. */
export const markPaths: Readonly<Record<Mark, string>> = {
  sighting: 'M0 -7.5A7.5 7.5 0 1 1 0 7.5A7.5 7.5 0 1 1 0 -7.5Z',
  detection: 'M-6.5 -6.5H6.5V6.5H-6.5Z',
  handled: 'M0 -8L8 6.5H-8Z',
  other: 'M0 -8.5L8.5 0L0 8.5L-8.5 0Z',
};

/** The custom property that holds the colour of each mark. */
export const markColours: Readonly<Record<Mark, string>> = {
  sighting: '--magenta',
  detection: '--primary',
  handled: '--amber',
  other: '--muted',
};
