import { formatCount } from './numbers.ts';

/** "867", from a thousand "2.9k", and from ten thousand "14k": rounded down, so that it never overstates the number. */
export function shortCount(records: number): string {
  if (records < 1000) return String(records);
  if (records < 10_000) return `${(Math.floor(records / 100) / 10).toFixed(1)}k`;
  return `${formatCount(Math.floor(records / 1000))}k`;
}

/** The width of the ring of a cluster's mark. */
export const ringInPixels = 3;
/**
 * The size of the digits inside the ring, in the widest of the usual system fonts; a decimal point is narrower. `gap`
 * is the space between the digits and the ring.
 */
const digit = { width: 8.2, pointWidth: 4.4, halfHeight: 4.5, gap: 0.5 } as const;
const smallest = 11;
const largest = 18;
/** Clusters with at least this many records have the largest mark. */
const recordsForLargest = 6000;
/**
 * The radius of a cluster's mark, in CSS pixels. It grows with the square root of the records, and the count fits inside
 * the ring.
 */
export function clusterRadiusInPixels(records: number): number {
  const bySize = smallest + (largest - smallest) * Math.sqrt(Math.min(records / recordsForLargest, 1));
  const characters = shortCount(records);
  const width = characters.length * digit.width - (characters.includes('.') ? digit.width - digit.pointWidth : 0);
  const byCount = Math.hypot(width / 2, digit.halfHeight) + digit.gap + ringInPixels;
  return Math.max(bySize, byCount);
}
