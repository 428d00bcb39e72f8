import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import { type CoastFile, unpackCoast } from '../../core/coastline/codec.ts';
import { fromRoot, repository } from '../../tests/support/repository.ts';
import { runToEnd } from '../../tests/support/run-node.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { describeWithRealData } from '../../tests/support/real-data.ts';
import { errorOfCoast, type Landmark } from './coast-error.ts';
import { type CoastOptions, readCoastOptions } from './coast-options.ts';
import { type LandTopology, naturalEarthRings, openStreetMapRings } from './coast-sources.ts';
import { type DescribedCoast, detailOf, outlineOf } from './regional-coast.ts';
import { worldCoast } from './world-coast.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const siteDirectory = 'sites/western-australia';
const outline = read(fromRoot(`${siteDirectory}/coast-outline.json`)) as DescribedCoast;
const detail = read(fromRoot(`${siteDirectory}/coast-detail.json`)) as DescribedCoast;
const world = read(fromRoot('public/coast/world.json')) as DescribedCoast;
const landmarks = read(fromRoot(`${siteDirectory}/landmarks.json`)) as Landmark[];
const naturalEarth = (scale: '10m' | '50m') =>
  naturalEarthRings(read(createRequire(import.meta.url).resolve(`world-atlas/land-${scale}.json`)) as LandTopology);

/** The options of a command line for a region. */
function regionOf(...commandLine: string[]): Extract<CoastOptions, { kind: 'region' }> {
  const options = readCoastOptions([...commandLine, '--out', 'unused']);
  if (options.kind !== 'region') throw new Error('not a region');
  return options;
}

/** Whether a point lies on land, by counting the crossings of a ray. */
function isLand(coast: CoastFile, longitude: number, latitude: number): boolean {
  let isInside = false;
  for (const ring of unpackCoast(coast)) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(at, at + 4);
      if (y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) {
        isInside = !isInside;
      }
    }
  }
  return isInside;
}

it("the default site's outline equals what its documented command makes of Natural Earth", () => {
  const command = /^npm run coast -- (--box 112,[^`]*)/m.exec(readFileSync(fromRoot('docs/explorer.md'), 'utf8'));
  const commandLine = (command?.[1] ?? '').replaceAll('\\\n', ' ').trim().split(/\s+/);
  const { region, landmarks: measured } = regionOf(...commandLine.slice(0, commandLine.indexOf('--out')));
  expect(outline).toEqual(outlineOf(naturalEarth('10m'), region, measured));
});

it('the outline of the world equals what the script makes of Natural Earth', () => {
  expect(world).toMatchObject(worldCoast(naturalEarth('50m')));
});

describe('the coast of a small region', () => {
  const { region } = regionOf('--box=-11,51,-5,56');
  const coast = outlineOf(naturalEarth('10m'), region, undefined);

  it('has the detail of its source in the box, less detail elsewhere, and no measured error', () => {
    const inBox = (longitude: number, latitude: number, distance: number): boolean =>
      Math.max(-11 - longitude, longitude + 5, 51 - latitude, latitude - 56) < distance;
    const { grid, rings } = naturalEarth('10m');
    const source = rings
      .flat()
      .map(([x, y]) => [grid.origin[0] + x * grid.scale[0], grid.origin[1] + y * grid.scale[1]]);
    const nearby = source.filter(([longitude = 0, latitude = 0]) => inBox(longitude, latitude, 0));
    const points = unpackCoast(coast).flatMap((ring) =>
      Array.from({ length: ring.length / 2 }, (_, index) => [ring[2 * index] ?? 0, ring[2 * index + 1] ?? 0]),
    );
    const kept = points.filter(([longitude = 0, latitude = 0]) => inBox(longitude, latitude, 0));
    expect(kept.length).toBeGreaterThan(nearby.length / 10);
    expect(points.length - kept.length).toBeLessThan((source.length - nearby.length) / 100);
    const errors = errorOfCoast(
      unpackCoast(coast),
      nearby.map(([longitude = 0, latitude = 0]) => ({ longitude, latitude })),
    );
    expect(errors.p90).toBeLessThan(700);
    expect(coast).not.toHaveProperty('errorInMetres');
  });

  it.each([
    ['Athlone', -7.94, 53.42, true],
    ['Achill Island', -10.05, 53.97, true],
    ['Galway Bay', -9.3, 53.17, false],
    ['Dublin Bay', -6.05, 53.33, false],
    ['Moscow', 37.6, 55.75, true],
  ] as const)('distinguishes land from sea at %s', (_, longitude, latitude, expected) => {
    expect(isLand(coast, longitude, latitude)).toBe(expected);
  });

  it('covers as much around its box, on each side, as the longer side of the box, at least 5 degrees', () => {
    expect(coast.box).toEqual({ west: -17, south: 45, east: 1, north: 62 });
    expect(regionOf('--box', '178,-38,179.5,-37').region.cover).toEqual({
      west: 173,
      south: -43,
      east: 180,
      north: -32,
    });
  });

  it('has complete rings of the polygons in the area that it covers, with its estuaries as water', () => {
    const square = (west: number, south: number, size: number): [number, number][] => [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ];
    const land = [[square(-9, 52, 3)], [square(20, 10, 5)]];
    const estuaries = {
      source: 'a survey',
      features: [{ geometry: { type: 'MultiPolygon', coordinates: [[square(-9.5, 53, 1)]] } }],
    };
    const made = detailOf(openStreetMapRings(land, region.cover, estuaries), region, undefined, estuaries);
    expect(made.rings).toHaveLength(1);
    expect([isLand(made, -7, 52.5), isLand(made, -8.7, 53.5), isLand(made, 22, 12)]).toEqual([true, false, false]);
    expect(made.source).toMatch(/^OpenStreetMap, .*; a survey$/);
    expect(made.licence).toBe('ODbL 1.0');
  });
});

describe('the command line', () => {
  it.each([
    ['--out is missing', '--box', '1,2,3,4'],
    ['--box is missing', '--out', 'x'],
    ['is not a box', '--out', 'x', '--box', '1,2,3'],
    ['is not a box', '--out', 'x', '--box', '1,2,,4'],
    ['is not a box', '--out', 'x', '--box', '1,2,three,4'],
    ['has a longitude that is not between -180 and 180', '--out', 'x', '--box', '170,-20,190,-10'],
    ['has a latitude that is not between -90 and 90', '--out', 'x', '--box', '1,2,3,91'],
    ['has its south edge at or above its north edge', '--out', 'x', '--box', '1,4,3,2'],
    ['a box that crosses the antimeridian is not supported', '--out', 'x', '--box', '170,-20,-170,-10'],
    ['--cover must contain --box', '--out', 'x', '--box', '1,2,3,4', '--cover', '2,1,5,6'],
    ['is not a positive number', '--out', 'x', '--box', '1,2,3,4', '--northern-growth', '0'],
    ['cannot be read as JSON', '--out', 'x', '--box', '1,2,3,4', '--landmarks', 'missing.json'],
    ['is not a list of points', '--out', 'x', '--box', '1,2,3,4', '--landmarks', 'package.json'],
    ['is not a list of GeoJSON features', '--out', 'x', '--box', '1,2,3,4', '--estuaries', 'package.json'],
  ])('is refused: %s (%s %s %s %s)', (message, ...commandLine) => {
    expect(() => readCoastOptions(commandLine)).toThrow(message);
  });

  it('refuses lists with null instead of a point or a geometry', () => {
    const path = join(folderOfTest(), 'list.json');
    const refused = (option: string, json: unknown): void => {
      writeFileSync(path, JSON.stringify(json));
      const commandLine = ['--out', 'x', '--box', '1,2,3,4', option, path];
      expect(() => readCoastOptions(commandLine)).toThrow(`${option} ${path} is not a list of`);
    };
    refused('--landmarks', [null]);
    refused('--estuaries', null);
    refused('--estuaries', { features: [{ type: 'Feature', geometry: null }] });
  });
});

it('the command creates the directory, and says why the coastline cannot be downloaded', async () => {
  const folder = folderOfTest();
  const directory = join(folder, 'new', 'coast');
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "no network" >&2\nexit 1\n', { mode: 0o755 });
  const parameters = ['--import', 'tsx', 'build-data/coast/build-coast.ts', '--box=-11,51,-5,56', '--out', directory];
  const env = { ...process.env, NODE_ENV: undefined, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
  const { exitCode, stdout, stderr } = await runToEnd(spawn(process.execPath, parameters, { cwd: repository, env }));
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^coast-outline\.json: \d.* kB\. Error not measured/)]);
  expect(stderr).toBe('@geo-maps/earth-coastlines-10m cannot be downloaded: npm failed.\nno network\n');
  expect(read(join(directory, 'coast-outline.json'))).toHaveProperty('rings');
});

describe.each([
  ["the default site's outline", outline],
  ["the default site's detailed coast", detail],
])('%s', (_, coast) => {
  it.each([
    ['Perth Airport', 115.97, -31.94, true],
    ['inland of Broome', 122.6, -18.0, true],
    ['Rottnest Island', 115.5, -32.005, true],
    ['Christmas Island', 105.63, -10.48, true],
    ['Tasmania', 146.6, -42, true],
    ['the sea off Rottnest', 115.2, -32, false],
    ['Geographe Bay', 115.25, -33.5, false],
    ['Shark Bay', 113.6, -25.6, false],
    ['the Great Australian Bight', 128, -33.5, false],
  ] as const)('distinguishes land from sea at %s', (__, longitude, latitude, expected) => {
    expect(isLand(coast, longitude, latitude)).toBe(expected);
  });

  it('is closed', () => {
    for (const ring of unpackCoast(coast)) expect([...ring.slice(-2)]).toEqual([...ring.slice(0, 2)]);
  });
});

describe("the default site's detailed coast", () => {
  it.each([
    ['the Swan at Melville Water', 115.825, -32.0, false],
    ['the Canning at Canning Bridge', 115.8565, -32.018, false],
    ['the Peel Inlet', 115.72, -32.6, false],
    ['the Harvey Estuary', 115.68, -32.7, false],
    ['the Leschenault Estuary', 115.7, -33.27, false],
    ['Wilson Inlet', 117.4, -34.985, false],
    ['Kings Park', 115.835, -31.96, true],
    ['Cottesloe', 115.765, -31.995, true],
    ['the sea off Cottesloe Beach', 115.745, -31.994, false],
  ] as const)('distinguishes land from water at %s', (_, longitude, latitude, expected) => {
    expect(isLand(detail, longitude, latitude)).toBe(expected);
  });
});

const errorOf = (coast: CoastFile, points: readonly Landmark[]): number =>
  errorOfCoast(unpackCoast(coast), points).median;

describe('the coasts, measured from landmarks on the shore', () => {
  it('have a median error of at most 100 m for the detailed coast, and more than 500 m for the outline', () => {
    expect(errorOf(detail, landmarks)).toBeLessThanOrEqual(100);
    expect(errorOf(outline, landmarks)).toBeGreaterThan(500);
  });

  it.each([
    ['the detailed coast', detail],
    ['the outline', outline],
  ])('have the error that their provenance states: %s', (_, coast) => {
    expect(errorOfCoast(unpackCoast(coast), landmarks)).toEqual(coast.errorInMetres);
  });

  it('show the Gulf of Carpentaria and Cape York with their shapes, although they are far from the state', () => {
    const towns = [
      { longitude: 140.83, latitude: -17.48 },
      { longitude: 141.86, latitude: -12.63 },
      { longitude: 145.25, latitude: -15.47 },
    ];
    for (const coast of [detail, outline]) expect(errorOf(coast, towns)).toBeLessThan(15_000);
  });

  it('are measured to the nearest point of a line, including points between its ends', () => {
    const square = Float64Array.of(...[115, -32, 116, -32, 116, -31, 115, -31, 115, -32]);
    const { median } = errorOfCoast([square], [{ longitude: 114.99, latitude: -31.5 }]);
    expect(median).toBeCloseTo(111_195 * 0.01 * Math.cos((31.5 * Math.PI) / 180), -1);
    expect(errorOfCoast([square], [{ longitude: 115.5, latitude: -32 }])).toEqual({ median: 0, p90: 0 });
  });
});

describeWithRealData('the coasts, measured from the published beaches', (directory) => {
  const beaches = (): Landmark[] =>
    parse<Record<string, string>>(readFileSync(`${directory}/CoastalFeatures.csv`), { columns: true })
      .filter((row) => row['CoastalFeatureFeatureType'] === 'Beach')
      .map((row) => ({
        longitude: Number(row['CoastalFeatureInshoreLongitude']),
        latitude: Number(row['CoastalFeatureInshoreLatitude']),
      }));

  it('have a median error of at most 100 m for the detailed coast, and more than 500 m for the outline', () => {
    expect(beaches().length).toBeGreaterThan(300);
    expect(errorOf(detail, beaches())).toBeLessThanOrEqual(100);
    expect(errorOf(outline, beaches())).toBeGreaterThan(500);
  });
});
