import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { boxTest, middleOf } from './map-box.ts';

const box = (west: number, south: number, east: number, north: number) => ({ west, south, east, north });

describe('a box on the map', () => {
  it.each([
    { name: 'contains its corners', area: box(110, -36, 130, -10), at: [110, -36], isInside: true },
    {
      name: 'excludes a point just beyond an edge',
      area: box(110, -36, 130, -10),
      at: [130.000001, -20],
      isInside: false,
    },
    { name: 'excludes a point further north', area: box(110, -36, 130, -10), at: [120, -9.99], isInside: false },
    { name: 'extends across the antimeridian', area: box(170, -10, -170, 10), at: [-175, 0], isInside: true },
    { name: 'excludes the other side of the globe', area: box(170, -10, -170, 10), at: [0, 0], isInside: false },
    { name: 'can have an edge beyond 180', area: box(170, -10, 190, 10), at: [-175, 0], isInside: true },
    { name: 'can be one turn around the globe east', area: box(470, -36, 490, -10), at: [120, -20], isInside: true },
    { name: 'can be one turn around the globe west', area: box(-250, -36, -230, -10), at: [120, -20], isInside: true },
    {
      name: 'contains longitude 180 if it begins at -180',
      area: box(-180, -10, -170, 10),
      at: [180, 0],
      isInside: true,
    },
    { name: 'can cover the whole globe', area: box(-200, -90, 200, 90), at: [3, 80], isInside: true },
  ] as const)('$name', ({ area, at: [longitude, latitude], isInside }) => {
    expect(boxTest(area)(longitude, latitude)).toBe(isInside);
  });

  it.each([
    { name: 'across the equator', area: box(110, -10, 130, 10), longitude: 120 },
    { name: 'across the antimeridian', area: box(170, -10, -160, 10), longitude: -175 },
    { name: 'beyond 180', area: box(170, -10, 200, 10), longitude: -175 },
  ])('has its middle halfway between its edges: $name', ({ area, longitude }) => {
    const middle = middleOf(area);
    expect(middle.longitude).toBeCloseTo(longitude, 9);
    expect(middle.latitude).toBeCloseTo(0, 9);
  });

  it('has its middle at the same distance from both edges on the map', () => {
    const latitudes = fc.double({ min: -85, max: 85, noNaN: true });
    const heightOnMap = (latitude: number): number => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
    fc.assert(
      fc.property(latitudes, latitudes, (south, north) => {
        const middle = heightOnMap(middleOf(box(0, south, 10, north)).latitude);
        expect(middle).toBeCloseTo((heightOnMap(south) + heightOnMap(north)) / 2, 9);
      }),
    );
  });

  it('has a middle even if it extends to the poles', () => {
    expect(middleOf(box(-180, -90, 180, 90)).latitude).toBeCloseTo(0, 9);
  });
});
