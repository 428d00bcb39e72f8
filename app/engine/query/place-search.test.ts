import { describe, expect, it } from 'vitest';

import type { Place } from '../load/place-store.ts';
import { PlaceSearch } from './place-search.ts';

const nowhere = { longitude: 115, latitude: -32 };
const place = (id: number, name: string, town: string, featureType = 'Beach'): Place => {
  return { id, name, town, featureType, inshore: nowhere, offshore: nowhere };
};
const places = [
  place(10, 'Cottesloe', 'Perth Metro'),
  place(11, 'North Cottesloe', 'Perth Metro'),
  place(12, 'Cottesloe Groyne', 'Perth Metro', 'Groyne'),
  place(13, 'Back Beach', 'Bunbury'),
  place(14, 'Back Beach', 'Dunsborough'),
  place(15, "O'Connor Beach", 'Exmouth'),
  place(16, 'Smiths Beach', 'Yallingup', 'Surf Break'),
  place(17, 'Gnarabup', 'Prevelly'),
  place(18, 'Cottage Point', 'Albany', 'Point'),
];
/** The number of records near each place. */
const recordsNear = [5, 90, 70, 3, 30, 0, 1, 2, 400];
const search = new PlaceSearch(places);
const find = (typed: string, limit = 20): (string | undefined)[] =>
  search.find(typed, limit, (index) => recordsNear[index] ?? 0).map((index) => places[index] && named(places[index]));
const named = ({ name, town }: Place): string => `${name}, ${town}`;

describe('a search for places by typed text', () => {
  it('lists the exact name first, then names that begin with it, those with more records nearby first', () => {
    expect(find('cottesloe').slice(0, 3)).toEqual([
      'Cottesloe, Perth Metro',
      'Cottesloe Groyne, Perth Metro',
      'North Cottesloe, Perth Metro',
    ]);
    expect(find('cott').slice(0, 3)).toEqual([
      'Cottage Point, Albany',
      'Cottesloe Groyne, Perth Metro',
      'Cottesloe, Perth Metro',
    ]);
  });

  it('distinguishes places with the same name by their towns, those with more records nearby first', () => {
    expect(find('back beach').slice(0, 2)).toEqual(['Back Beach, Dunsborough', 'Back Beach, Bunbury']);
    expect(find('back beach bunbury')[0]).toBe('Back Beach, Bunbury');
  });

  it.each([
    ['  COTTESLOE  ', 'Cottesloe, Perth Metro'],
    ['smtihs', 'Smiths Beach, Yallingup'],
    ['gnarabub', 'Gnarabup, Prevelly'],
    ['yallingup', 'Smiths Beach, Yallingup'],
    ['surf break', 'Smiths Beach, Yallingup'],
    ["o'connor", "O'Connor Beach, Exmouth"],
    ['cottesloe north', 'North Cottesloe, Perth Metro'],
  ])('finds the intended place for %j', (typed, expected) => {
    expect(find(typed)[0]).toBe(expected);
  });

  it('finds places with some of the typed words if none matches all of them', () => {
    expect(find('cottesloe xyzzy')).toContain('Cottesloe, Perth Metro');
  });

  it('returns at most the requested number, and nothing for an empty text', () => {
    expect(find('beach', 2)).toHaveLength(2);
    expect(find('')).toEqual([]);
    expect(find('   ')).toEqual([]);
    expect(find('qqqq')).toEqual([]);
    expect(new PlaceSearch([]).find('beach', 5, () => 0)).toEqual([]);
  });
});
