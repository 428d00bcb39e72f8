import type { Result } from '../engine/engine.ts';
import { formatRadius, type Units } from '../vocabulary/distances.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';

/** "118 of 17,330 records in map area", "… within 5 km", or "200 records nearest to the centre". */
export function countLine({ query, found, all }: Pick<Result, 'query' | 'found' | 'all'>, units: Units): string {
  const { search, tab } = query;
  const noun = tab === 'records' ? 'record' : 'place';
  if (search?.mode === 'nearest') return `${countOf(found, noun)} nearest to the centre`;
  const where = search ? `within ${formatRadius(search.radiusInMetres, units)}` : 'in map area';
  return `${formatCount(found)} of ${countOf(all, noun)} ${where}`;
}

const minRepeats = 20;
const minShareOfDetections = 0.1;

/** "1,255 of these are one animal's repeat detections", or null if that number or its share is small. */
export function repeatsLine(mostDetected: Result['mostDetected']): string | null {
  if (!mostDetected) return null;
  const { count, detections } = mostDetected;
  if (count < minRepeats || count < detections * minShareOfDetections) return null;
  return `${formatCount(count)} of these are one animal's repeat detections`;
}
