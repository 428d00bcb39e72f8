import { expect, it } from 'vitest';

import { formatDistanceAndBearing } from './distances.ts';

it('formats distance and direction', () => {
  expect(formatDistanceAndBearing({ distanceInMetres: 174, bearingInDegrees: 181 }, 'metric')).toBe('174 m S');
  expect(formatDistanceAndBearing({ distanceInMetres: 0.5, bearingInDegrees: 90 }, 'metric')).toBe('1 m E');
});
