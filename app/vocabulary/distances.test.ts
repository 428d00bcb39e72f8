import { expect, it } from 'vitest';

import { formatDistanceAndBearing } from './distances.ts';

it('formats distance and direction', () => {
  expect(formatDistanceAndBearing({ distanceInMetres: 174, bearingInDegrees: 181 }, 'metric')).toBe('174 m S');
  expect(formatDistanceAndBearing({ distanceInMetres: 0.5, bearingInDegrees: 90 }, 'metric')).toBe('1 m E');
});

it('omits the direction at the point itself', () => {
  expect(formatDistanceAndBearing({ distanceInMetres: 0, bearingInDegrees: 0 }, 'metric')).toBe('0 m');
  expect(formatDistanceAndBearing({ distanceInMetres: 0.49, bearingInDegrees: 181 }, 'metric')).toBe('0 m');
  expect(formatDistanceAndBearing({ distanceInMetres: 0, bearingInDegrees: 0 }, 'nautical')).toBe('0.00 nmi');
});
