// @vitest-environment happy-dom
import fc from 'fast-check';
import { CRS, LatLng } from 'leaflet';
import { describe, expect, it } from 'vitest';

import { type Camera, pointIn, positionAt, unwrapLongitude, worldSizeAt } from './camera.ts';

const frames = fc.record({ zoom: fc.double({ min: 3, max: 18, noNaN: true }) }).map(({ zoom }): Camera => {
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

describe('the frame', () => {
  it('places positions where Leaflet does', () => {
    fc.assert(
      fc.property(frames, positions, (frame, position) => {
        const { x, y } = pointIn(frame, position);
        const expected = CRS.EPSG3857.latLngToPoint(new LatLng(position.latitude, position.longitude), frame.zoom);
        expect(x + frame.left).toBeCloseTo(expected.x, 4);
        expect(y + frame.top).toBeCloseTo(expected.y, 4);
      }),
    );
  });

  it('returns the position of each point', () => {
    fc.assert(
      fc.property(frames, positions, (frame, position) => {
        const back = positionAt(frame, pointIn(frame, position));
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
])('from %d, the short way to %d is the way to %d', (from, to, expected) => {
  expect(unwrapLongitude({ longitude: from, latitude: -30 }, { longitude: to, latitude: -31 })).toEqual({
    longitude: expected,
    latitude: -31,
  });
});
