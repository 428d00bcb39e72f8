import { describe, expect, it } from 'vitest';

import { placeStyle, rankPlaces } from './place-names.ts';

it('removes direction marks from names, because a canvas cannot isolate them', () => {
  const at = { longitude: 115.75, latitude: -31.99 };
  const place = { id: 7, featureType: 'Beach', town: 'Perth', inshore: at, offshore: at };
  const [ranked] = rankPlaces([{ ...place, name: '\u202eeolsettoC\u202c' }]);
  expect(ranked?.place).toEqual({ ...place, name: 'eolsettoC' });
});

const style = (name: string, featureType: string, town = 'Elsewhere') => placeStyle({ name, featureType, town });

describe('the style of a place', () => {
  it('shows the best-known towns first, then towns, well-known suburbs, suburbs, beaches and islets, and wrecks last', () => {
    const order = [
      style('Albany', 'Town', 'Albany'),
      style('Seabird', 'Town', 'Seabird'),
      style('Scarborough', 'Suburb'),
      style('Iluka', 'Suburb'),
      style('Smiths Beach', 'Beach'),
      style('Little Island', 'Island'),
      style('Rat Patch', 'Reef'),
      style('Emden SMS', 'Wreck'),
    ].map(({ nameFromZoom }) => nameFromZoom);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
  });

  it('shows a place without a type like a beach', () => {
    expect(style('Streedagh', '')).toEqual(style('Smiths Beach', 'Beach'));
  });

  it('treats a suburb with the name of its town as the town', () => {
    expect(style('Perth', 'Suburb', 'Perth Metro')).toMatchObject({
      isPrincipal: true,
      nameFromZoom: 3,
    });
    expect(style('Mandurah', 'Suburb', 'Mandurah').nameFromZoom).toBeLessThan(style('Falcon', 'Suburb').nameFromZoom);
  });
});
