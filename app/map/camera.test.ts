// @vitest-environment happy-dom
import fc from 'fast-check';
import { CRS, LatLng } from 'leaflet';
import { describe, expect, it } from 'vitest';

import { type Camera, pointIn, positionAt, unwrapLongitude, worldSizeAt } from './camera.ts';

const cameras = fc.record({ zoom: fc.double({ min: 3, max: 18, noNaN: true }) }).map(({ zoom }): Camera => {
  const worldSize = worldSizeAt(zoom);
  return {
    zoom,
    worldSize,
    left: worldSize * 0.8,
    top: worldSize * 0.55,
    width: 800,
    height: 600,
    margin: { x: 0, y: 0 },
  };
});
const positions = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
});

describe('the camera', () => {
  it('projects positions as Leaflet does', () => {
    fc.assert(
      fc.property(cameras, positions, (camera, position) => {
        const { x, y } = pointIn(camera, position);
        const expected = CRS.EPSG3857.latLngToPoint(new LatLng(position.latitude, position.longitude), camera.zoom);
        expect(x + camera.left).toBeCloseTo(expected.x, 4);
        expect(y + camera.top).toBeCloseTo(expected.y, 4);
      }),
    );
  });

  it('converts each point back to its position', () => {
    fc.assert(
      fc.property(cameras, positions, (camera, position) => {
        const back = positionAt(camera, pointIn(camera, position));
        expect(back.longitude).toBeCloseTo(position.longitude, 7);
        expect(back.latitude).toBeCloseTo(position.latitude, 7);
      }),
    );
  });
});

it.each([
  [179.5, -179.5, 180.5],
  [-179.5, 179.5, -180.5],
  [115, 116, 116],
  [115, -10, -10],
])('relative to longitude %d, longitude %d is unwrapped to %d', (from, to, expected) => {
  expect(unwrapLongitude({ longitude: from, latitude: -30 }, { longitude: to, latitude: -31 })).toEqual({
    longitude: expected,
    latitude: -31,
  });
});
