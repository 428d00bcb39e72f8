import { describe, expect, it } from 'vitest';

import { formatBearing, formatDistance } from './distances.ts';
import { recordLabel } from './titles.ts';
import { formatPosition, plainPosition } from './positions.ts';
import { featureTypeInSentence, featureTypeName, speciesName } from './value-names.ts';

describe('names of recorded values', () => {
  it('are labelled by their mark', () => {
    expect(recordLabel({ mark: 'detection' })).toBe('Detection by a receiver of a tagged shark');
    expect(recordLabel({ mark: 'sighting' })).toBe('Sighting');
  });

  it('are common names for known species, and capitalised keys for unknown ones', () => {
    expect(speciesName('white')).toBe('White shark');
    expect(speciesName('oceanic whitetip')).toBe('Oceanic whitetip');
    expect(speciesName('')).toBe('Species not recorded');
  });
});

describe('names of feature types', () => {
  it.each([
    ['BEN Sign', 'Beach access sign (BEN)', 'beach access sign (BEN)'],
    [' ben sign', 'Beach access sign (BEN)', 'beach access sign (BEN)'],
    ['Boat Ramp', 'Boat Ramp', 'boat ramp'],
    ['boat ramp', 'Boat ramp', 'boat ramp'],
    [' ', 'Type not recorded', 'type not recorded'],
  ])('are the same for a key and a published text: %j', (published, name, inSentence) => {
    expect(featureTypeName(published)).toBe(name);
    expect(featureTypeInSentence(published)).toBe(inSentence);
  });
});

describe('formatting', () => {
  it.each([
    [0, '0 m'],
    [850.4, '850 m'],
    [999.4, '999 m'],
    [999.6, '1.0 km'],
    [8240, '8.2 km'],
    [9949, '9.9 km'],
    [9951, '10 km'],
    [1_204_300, '1,204 km'],
  ])('writes %f metres as %s', (metres, words) => {
    expect(formatDistance(metres, 'metric')).toBe(words);
  });

  it.each([
    [185.2, '0.10 nmi'],
    [1852, '1.0 nmi'],
    [18_520, '10 nmi'],
  ])('writes %f metres as %s in nautical units', (metres, words) => {
    expect(formatDistance(metres, 'nautical')).toBe(words);
  });

  it.each([
    [0, 'N'],
    [22.4, 'N'],
    [22.6, 'NE'],
    [315, 'NW'],
    [337.6, 'N'],
    [-90, 'W'],
    [720, 'N'],
  ])('writes a bearing of %f degrees as %s', (degrees, point) => {
    expect(formatBearing(degrees)).toBe(point);
  });

  it('writes positions for people and for other applications', () => {
    const position = { longitude: 115.751, latitude: -31.9942 };
    expect(formatPosition(position)).toBe('31.9942° S, 115.7510° E');
    expect(plainPosition(position)).toBe('-31.9942,115.751');
    expect(plainPosition({ longitude: 0.000_001, latitude: -0.000_001 })).toBe('0,0');
  });
});
