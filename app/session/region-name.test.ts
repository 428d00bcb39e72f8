// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import type { PointName } from '../engine/engine.ts';
import { circleInWords } from '../vocabulary/titles.ts';
import { regionNameOf } from './region-name.ts';
import { fakeSession } from './testing/fake-session.ts';

const position = { longitude: 117.9, latitude: -35.03 };
const search = { mode: 'radius', centre: position, radiusInMetres: 5000 } as const;

async function namesOf(point: PointName | null): Promise<readonly string[]> {
  const names: string[] = [];
  for (const view of [{ selection: { kind: 'location', position } as const }, { search }]) {
    const session = await fakeSession({ pointName: () => Promise.resolve(point) }, view);
    names.push(await regionNameOf(session, session.view.getState(), session.query()));
  }
  return names;
}

describe('the name of a point', () => {
  it('is the same for its summary and for a list around it', async () => {
    for (const [point, name] of [
      [{ name: 'Albany', isExact: true, distanceInMetres: 0 }, 'Albany'],
      [{ name: 'Albany', isExact: false, distanceInMetres: 5000 }, 'Near Albany'],
      [{ name: 'Albany ', isExact: false, distanceInMetres: 703_000 }, '703 km from Albany'],
    ] as const) {
      expect(await namesOf(point)).toEqual([name, name]);
    }
    expect(await namesOf(null)).toEqual(['Point on the map', 'Records within 5 km']);
  });

  it('follows the radius of a circle around it', () => {
    const within = (isExact: boolean, distanceInMetres: number) =>
      circleInWords(5000, { name: 'Albany', isExact, distanceInMetres }, 'metric');
    expect(within(true, 0)).toBe('within 5 km of Albany');
    expect(within(false, 900)).toBe('within 5 km, near Albany');
    expect(within(false, 12_000)).toBe('within 5 km, 12 km from Albany');
    expect(circleInWords(5000, null, 'metric')).toBe('within 5 km');
  });
});
