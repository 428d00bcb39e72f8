import { expect, it } from 'vitest';

import { scopeBelowName, scopeInWords, summaryScopeInWords } from './scopes.ts';

const radius = { mode: 'radius', radiusInMetres: 5000 } as const;
const nearest = { mode: 'nearest', radiusInMetres: 5000 } as const;
const council = 'Town of Cottesloe';

it('a search comes before a council area, and both before the map', () => {
  expect(scopeInWords({ search: radius, council }, 'metric')).toBe('within 5 km');
  expect(scopeInWords({ search: nearest, council }, 'metric')).toBe('nearest to the centre');
  expect(scopeInWords({ search: null, council }, 'metric')).toBe('in Town of Cottesloe');
  expect(scopeInWords({ search: null, council: null }, 'metric')).toBe('on this map');
});

it('a radius is in the chosen units', () => {
  expect(scopeInWords({ search: { ...radius, radiusInMetres: 1852 }, council }, 'nautical')).toBe('within 1 nmi');
});

it('below its name, a council area is not named again', () => {
  expect(scopeBelowName({ search: null, council }, 'metric')).toBe('in this council area');
  expect(scopeBelowName({ search: radius, council }, 'metric')).toBe('within 5 km');
  expect(scopeBelowName({ search: null, council: null }, 'metric')).toBe('on this map');
});

it('a summary covers a circle or a council area', () => {
  expect(summaryScopeInWords({ radiusInMetres: 1000 }, 'metric')).toBe('within 1 km');
  expect(summaryScopeInWords({ council }, 'metric')).toBe('in this council area');
});
