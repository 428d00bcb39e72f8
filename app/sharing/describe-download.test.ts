import { describe, expect, it } from 'vitest';

import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import type { Question } from '../engine/questions.ts';
import { fakeData } from '../session/testing/fake-session.ts';
import { noFilters } from '../view/view-state.ts';
import { describeDownload, descriptionLines } from './describe-download.ts';

const address = 'https://example.org/coast/?c=-31.99,115.75&z=11';
const question: Question = {
  filters: { ...noFilters, species: ['white'], featureTypes: ['beach'] },
  tab: 'records',
  sort: 'newest',
  search: null,
  area: { west: 115, south: -33, east: 116.5, north: -31.25 },
  rows: { start: 0, end: 20 },
};
const centre = { longitude: 115.7512345678, latitude: -31.99 };

describe('what a file says of itself', () => {
  it('names the part of the map that it covers', () => {
    expect(describeDownload(question, fakeData, 2, address)).toMatchObject({
      area: 'map area from longitude 115.00000 to 116.50000, latitude -33.00000 to -31.25000',
      filters: 'White shark',
      order: 'newest first',
      title: 'Coastwatch records',
    });
  });

  it('names the very radius and centre of a search, whatever the units on the screen', () => {
    const search = { mode: 'radius', centre, radiusInMetres: 1852 } as const;
    const { area } = describeDownload({ ...question, search }, fakeData, 2, address);
    expect(area).toBe('within 1,852 m of latitude, longitude -31.99,115.7512345678');
  });

  it('names the centre of a search for the nearest', () => {
    const search = { mode: 'nearest', centre, radiusInMetres: 5000 } as const;
    // Whatever order was chosen before: this search has its own.
    const described = describeDownload({ ...question, search }, fakeData, 2, address);
    expect(described).toMatchObject({
      area: 'nearest to latitude, longitude -31.99,115.7512345678',
      order: 'nearest first',
    });
  });

  it('tells of places what holds for places', () => {
    expect(describeDownload({ ...question, tab: 'places' }, fakeData, 2, address)).toMatchObject({
      title: 'Coastwatch places',
      filters: 'Beach',
      order: 'by name, A to Z',
      positions: 'A place has an inshore and an offshore point.',
    });
  });

  it('stands in lines at the head of a table, the title first and the address last', () => {
    const lines = descriptionLines(describeDownload(question, fakeData, 1234, address), 'records');
    expect(lines[0]).toBe('Coastwatch records');
    expect(lines).toContain('Number of records: 1,234');
    for (const term of termsOfUse) expect(lines).toContain(`Terms of use: ${term}`);
    expect(lines.at(-1)).toBe('This view: https://example.org/coast/?c=-31.99%2C115.75&z=11');
  });
});
