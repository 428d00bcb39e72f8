import { expect, it } from 'vitest';

import { formatDistanceAndBearing } from './distances.ts';

it('tells how far and in which direction something lies', () => {
  expect(formatDistanceAndBearing({ distanceInMetres: 174, bearingInDegrees: 181 }, 'metric')).toBe('174 m S');
  expect(formatDistanceAndBearing({ distanceInMetres: 0.5, bearingInDegrees: 90 }, 'metric')).toBe('1 m E');
});

it('tells no direction of what stands at the very point', () => {
  expect(formatDistanceAndBearing({ distanceInMetres: 0, bearingInDegrees: 0 }, 'metric')).toBe('0 m');
  expect(formatDistanceAndBearing({ distanceInMetres: 0.49, bearingInDegrees: 181 }, 'metric')).toBe('0 m');
  expect(formatDistanceAndBearing({ distanceInMetres: 0, bearingInDegrees: 0 }, 'nautical')).toBe('0.00 nmi');
});
