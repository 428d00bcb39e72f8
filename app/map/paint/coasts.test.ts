import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { fromRoot } from '../../../tests/support/repository.ts';
import { cameraAt } from '../camera.ts';
import { coastAt } from './coasts.ts';
import type { ChartRing } from './trace-ring.ts';

const paths: Readonly<Record<string, string>> = {
  outline: 'sites/western-australia/coast-outline.json',
  detail: 'sites/western-australia/coast-detail.json',
  world: 'public/coast/world.json',
};
const requested: string[] = [];

beforeAll(() => {
  vi.stubGlobal('fetch', (url: URL) => {
    const [, name = ''] = /\/coast\/(\w+)\.json$/.exec(url.href) ?? [];
    requested.push(name);
    return Promise.resolve(new Response(readFileSync(fromRoot(paths[name] ?? ''), 'utf8')));
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** The coast at a view of a wide screen, when everything has loaded. */
async function completeCoastAt(longitude: number, latitude: number, zoom: number) {
  const camera = cameraAt({ centre: { longitude, latitude }, zoom }, { x: 1000, y: 640 });
  for (;;) {
    const coast = await new Promise<Awaited<ReturnType<typeof coastAt>> | undefined>((resolve) => {
      void coastAt(camera, () => {
        resolve(undefined);
      }).then((result) => {
        if (result.drawn.isComplete) resolve(result);
      });
    });
    if (coast) return coast;
  }
}

function isLand(rings: readonly ChartRing[], longitude: number, latitude: number): boolean {
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
  let isInside = false;
  for (const { points } of rings) {
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.subarray(at, at + 4);
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    }
  }
  return isInside;
}

it('the outline of the world is read only when a view leaves the area of the region', async () => {
  const { drawn } = await completeCoastAt(117.5, -26, 5);
  expect(drawn.errorInMetres).toBe(1009);
  await completeCoastAt(115.75, -32, 10);
  expect(requested).toEqual(['outline', 'detail']);
  const london = await completeCoastAt(0, 51.5, 9);
  expect(requested).toEqual(['outline', 'detail', 'world']);
  expect(london.drawn).toMatchObject({ attribution: 'Natural Earth', errorInMetres: 2957 });
  expect((await completeCoastAt(115.75, -32, 10)).drawn.attribution).toBe('© OpenStreetMap contributors');
});

it.each([
  ['the whole world', 60, 0, 3],
  ['the region and its neighbours, at a small scale', 120, -20, 4],
  ['the region and its neighbours', 120, -12, 5.3],
  ['the edge of the area', 150, -4, 6],
  ['the edge of the area with the detail', 106, -6, 7],
])('each land is drawn once in a view of %s', async (_, longitude, latitude, zoom) => {
  const { rings } = await completeCoastAt(longitude, latitude, zoom);
  // A land that is drawn twice would be sea.
  for (const [x, y] of [
    ...[
      [121, -26],
      [134, -24],
      [146.6, -42],
      [142, -5],
      [107, -7],
      [114, 0],
    ],
    ...[
      [0, 52],
      [100, 60],
      [20, 10],
      [-60, -10],
      [-100, 40],
      [105.63, -10.48],
    ],
  ] as const)
    expect([x, y, isLand(rings, x ?? 0, y ?? 0)]).toEqual([x, y, true]);
  for (const [x, y] of [
    ...[
      [110, -25],
      [130, -34],
      [90, -10],
      [-30, 30],
      [170, -10],
      [3, 56],
    ],
  ] as const)
    expect([x, y, isLand(rings, x ?? 0, y ?? 0)]).toEqual([x, y, false]);
});
