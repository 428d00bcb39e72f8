import { describe, expect, it } from 'vitest';

import type { PlaceName } from '../engine.ts';
import { type PlaceHit, PlaceSearch, wordsOf } from './place-search.ts';

const nowhere = { longitude: 115, latitude: -32 };
const place = (id: number, name: string, town: string, featureType = 'Beach'): PlaceName => {
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
  place(19, 'Bickley Point (Rottnest) Receiver', 'Rottnest Island', 'Shark Monitoring Receiver'),
  place(20, 'Stark Bay', 'Rottnest Island', 'Bay'),
  place(21, 'Pinky Beach', 'Rottnest Island'),
  place(22, 'Cottesloe Receiver', 'Perth Metro', 'Shark Monitoring Receiver'),
];
/** The number of records near each place. */
const recordsNear = [5, 90, 70, 3, 30, 0, 1, 2, 400, 900, 10, 3, 800];
const search = new PlaceSearch(places);
const hits = (typed: string, limit = 20) => search.find(typed, limit, (index) => recordsNear[index] ?? 0);
const find = (typed: string, limit = 20): string[] => hits(typed, limit).map(named);
const isClear = (typed: string): boolean | undefined => hits(typed, 1)[0]?.isClear;
function named(hit: PlaceHit): string {
  if (hit.kind === 'town') return `${hit.town.name} (${hit.town.places} places)`;
  const { name, town } = places[hit.place] as PlaceName;
  return `${name}, ${town}`;
}

describe('a search for places by typed text', () => {
  it('lists the exact name first, then names that begin with it, beaches, islands and towns before other places', () => {
    expect(find('cottesloe').slice(0, 4)).toEqual([
      'Cottesloe, Perth Metro',
      'Cottesloe Groyne, Perth Metro',
      'North Cottesloe, Perth Metro',
      'Cottesloe Receiver, Perth Metro',
    ]);
    expect(find('cott').slice(0, 3)).toEqual([
      'Cottesloe, Perth Metro',
      'Cottage Point, Albany',
      'Cottesloe Groyne, Perth Metro',
    ]);
  });

  it('finds a town that is not a place itself, before its places, and its receivers last', () => {
    const all = ['Rottnest Island (3 places)', 'Pinky Beach, Rottnest Island', 'Stark Bay, Rottnest Island'];
    const receiver = 'Bickley Point (Rottnest) Receiver, Rottnest Island';
    for (const typed of ['Rottnest Island', 'rottnest', 'rott', 'near Rottnest', 'Rotto']) {
      expect(find(typed)).toEqual([...all, receiver]);
    }
    expect(find('rottnest receiver')[0]).toBe(receiver);
  });

  it('surrounds nine tenths of the places of a town, but not its wrecks', () => {
    const at = (id: number, kilometresNorth: number, featureType = 'Beach'): PlaceName => ({
      ...place(id, `Place ${id}`, 'Karratha', featureType),
      inshore: { longitude: 117, latitude: -20 + kilometresNorth / 110.7 },
    });
    const around = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 90].map((north, id) => at(id, north));
    const [hit] = new PlaceSearch([...around, at(10, 500, 'Wreck')]).find('karratha', 1, () => 0);
    if (hit?.kind !== 'town') throw new Error('no town');
    expect(hit.town.places).toBe(11);
    expect(hit.town.centre.latitude).toBeCloseTo(-20 + 1 / 110.7, 6);
    expect(hit.town.radiusInMetres).toBeGreaterThanOrEqual(4900);
    expect(hit.town.radiusInMetres).toBeLessThanOrEqual(5200);
  });

  it.each([
    ['cottesloe', true],
    ['cott', false],
    ['gnar', false],
    ['pinky', true],
    ['cottage', true],
    ['co', false],
    ['cotesloe', false],
    ['cottesloe xyzzy', false],
    ['beach', false],
    ['back beach', false],
    ['back beach bunbury', true],
    ['rottnest island', true],
  ])('says whether %j is clear without a choice: %s', (typed, expected) => {
    expect(isClear(typed)).toBe(expected);
  });

  it('distinguishes places with the same name by their towns, those with more records nearby first', () => {
    expect(find('back beach').slice(0, 2)).toEqual(['Back Beach, Dunsborough', 'Back Beach, Bunbury']);
    expect(find('back beach bunbury')[0]).toBe('Back Beach, Bunbury');
  });
});

describe('the words of a text', () => {
  it.each([..."'‘’‛`´ʹʻʼʽˈˊˋ′‵՚＇ꞌ"])('are the same with the apostrophe %s and without one', (apostrophe) => {
    expect(wordsOf(`Dunn${apostrophe}s O${apostrophe}Connor`)).toEqual(['dunns', 'oconnor']);
    const dunns = new PlaceSearch([place(1, `Dunn${apostrophe}s Rock`, 'Esperance', 'Rock')]);
    for (const typed of ["dunn's rock", 'dunns rock', 'dunnʻs rock', 'DUNN´S ROCK']) {
      expect(dunns.find(typed, 1, () => 0)[0]?.tier).toBe('exact');
    }
  });

  it('have basic letters for every Latin letter of the European languages', () => {
    for (let code = 0xc0; code <= 0x17f; code++) {
      const letter = String.fromCharCode(code);
      if (letter === '×' || letter === '÷') continue;
      expect(wordsOf(`x${letter}`).join(''), letter).toMatch(/^x[a-z]{1,2}$/);
    }
  });

  it.each([
    ['Rømø', 'romo'],
    ['Ærø', 'aero'],
    ['Œuvre', 'oeuvre'],
    ['Łódź', 'lodz'],
    ['Đặng', 'dang'],
    ['Þórður', 'thordur'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Iğdır', 'igdir'],
    ['Ħal Għaxaq', 'hal ghaxaq'],
    ['ŊƁƉƏƆ', 'nbdeo'],
    ['Île', 'ile'],
    ['Ｃａｆé', 'cafe'],
    ['Νησί 岛', 'νησι 岛'],
  ])('of %s are %s', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words);
  });
});
