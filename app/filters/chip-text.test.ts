import { expect, it } from 'vitest';

import { noFilters } from '../view/view-state.ts';
import { chipParts, chipText } from './chip-text.ts';

it('names the filter while it filters nothing', () => {
  expect(chipText('kinds', noFilters)).toBe('Kind');
  expect(chipText('dates', noFilters)).toBe('Date');
});

it('names the first value and counts the others', () => {
  expect(chipText('species', { ...noFilters, species: ['white'] })).toBe('White shark');
  expect(chipText('species', { ...noFilters, species: ['white', 'tiger', 'bull'] })).toBe('White shark +2');
});

it('keeps the marks that turn the direction of writing out of labels, and names apart from the words after them', () => {
  const filters = { ...noFilters, species: ['\u202ekrahs', 'tiger'] };
  expect(chipParts('species', filters)).toEqual({ value: '\u202ekrahs', rest: ' +1' });
  expect(chipText('species', filters)).toBe('krahs +1');
});

it('counts values that share a name once', () => {
  const sources = ['sls westpac heli', 'sls westpac heli report'];
  expect(chipText('sources', { ...noFilters, sources })).toBe('Surf lifesaving helicopter');
});

it('says the dates as short as they can be said', () => {
  expect(chipText('dates', { ...noFilters, from: '2019-01-01', to: '2020-12-31' })).toBe('2019 to 2020');
  expect(chipText('dates', { ...noFilters, from: '2019-03-01' })).toBe('From Mar 2019');
});
