import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import geodesicLibrary from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';

import { fromRoot } from '../support/repository.ts';

/* The explorer's build combines the geodesic library from these files. Everything else uses the complete package. */

const source = (file: string): string =>
  readFileSync(fromRoot(`node_modules/geographiclib-geodesic/src/${file}.js`), 'utf8');
const combined = (...files: readonly string[]): typeof geodesicLibrary =>
  runInNewContext(`${files.map(source).join('\n')}\ngeodesic;`) as typeof geodesicLibrary;

const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
const latitudes = fc.double({ min: -90, max: 90, noNaN: true });

describe('the files of the geodesic library in the explorer', () => {
  it('measure the same distances as the complete library, to the last bit', () => {
    const { Geodesic } = combined('Math', 'Geodesic');
    const outputs = Geodesic.DISTANCE | Geodesic.AZIMUTH;
    expect(outputs).toBe(geodesicLibrary.Geodesic.DISTANCE | geodesicLibrary.Geodesic.AZIMUTH);
    fc.assert(
      fc.property(latitudes, longitudes, latitudes, longitudes, (...points) => {
        const complete = geodesicLibrary.Geodesic.WGS84.Inverse(...points, outputs);
        expect({ ...Geodesic.WGS84.Inverse(...points, outputs) }).toStrictEqual({ ...complete });
      }),
      { numRuns: 2000 },
    );
  });

  it('compute the same points as the complete library, to the last bit', () => {
    const { Geodesic } = combined('Math', 'Geodesic', 'GeodesicLine');
    const bearings = fc.double({ min: 0, max: 360, noNaN: true });
    const distances = fc.double({ min: 0, max: 20_000_000, noNaN: true });
    fc.assert(
      fc.property(latitudes, longitudes, bearings, distances, (...start) => {
        const complete = geodesicLibrary.Geodesic.WGS84.Direct(...start);
        expect({ ...Geodesic.WGS84.Direct(...start) }).toStrictEqual({ ...complete });
      }),
      { numRuns: 2000 },
    );
  });
});
