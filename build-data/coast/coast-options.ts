import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { DegreeBox } from '../../core/datasets/dataset-description.ts';
import { UsageError } from '../run-command.ts';
import type { Landmark } from './coast-error.ts';
import type { Estuaries } from './coast-sources.ts';
import type { CoastRegion } from './cut-coast.ts';

export const usage = `Usage: npm run coast -- --box W,S,E,N --out DIRECTORY [options]
       npm run coast -- --world --out DIRECTORY

Writes the coast of a region for its site file: coast-outline.json and coast-detail.json. Boxes are in degrees: west, south, east,
north. The detail comes from a package of the npm registry.

  --box W,S,E,N           the region, whose coast has its full detail; --box=W,S,E,N if it begins with a minus sign
  --out DIRECTORY         where to write the files
  --cover W,S,E,N         the area that maps of the region can show (default: the box, and as much around it on each side as its
                          longer side, at least 5 degrees)
  --islands W,S,E,N       an area whose small islands are kept too; may be repeated
  --northern-growth N     how much faster the detail decreases to the north of the box than to its other sides (default: 1)
  --estuaries FILE        GeoJSON of estuaries, which the coastline counts as land because it ends at river mouths; its members
                          "source" and "licence" are credited
  --landmarks FILE        JSON of points on the shore, to measure the error: [{ "longitude": 115.7, "latitude": -32 }, ...]
  --world                 write world.json instead: the outline that maps show outside of the area of a region`;

export type CoastOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'world'; readonly directory: string }
  | {
      readonly kind: 'region';
      readonly directory: string;
      readonly region: CoastRegion;
      readonly estuaries: Estuaries;
      /** Undefined: the error is not measured. */
      readonly landmarks: readonly Landmark[] | undefined;
    };

/** Throws UsageError. */
export function readCoastOptions(commandLine: readonly string[]): CoastOptions {
  const values = parse(commandLine);
  if (values.help) return { kind: 'help' };
  const { out: directory } = values;
  if (directory === undefined) throw new UsageError('--out is missing: name the directory to write to.');
  if (values.world) return { kind: 'world', directory };
  if (values.box === undefined) throw new UsageError('--box is missing: give west,south,east,north in degrees.');
  const box = readBox('--box', values.box);
  const cover = values.cover === undefined ? boxAround(box) : readBox('--cover', values.cover);
  if (cover.west > box.west || cover.south > box.south || cover.east < box.east || cover.north < box.north)
    throw new UsageError('--cover must contain --box.');
  return {
    kind: 'region',
    directory,
    region: {
      box,
      cover,
      islands: (values.islands ?? []).map((text) => readBox('--islands', text)),
      northernGrowth: readGrowth(values['northern-growth']),
    },
    estuaries: values.estuaries === undefined ? { features: [] } : readEstuaries(values.estuaries),
    landmarks: values.landmarks === undefined ? undefined : readLandmarks(values.landmarks),
  };
}

function parse(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      options: {
        box: { type: 'string' },
        out: { type: 'string' },
        cover: { type: 'string' },
        islands: { type: 'string', multiple: true },
        'northern-growth': { type: 'string', default: '1' },
        estuaries: { type: 'string' },
        landmarks: { type: 'string' },
        world: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readBox(option: string, text: string): DegreeBox {
  const refuse = (problem: string): never => {
    throw new UsageError(`${option} ${text} ${problem}.`);
  };
  const parts = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = parts;
  if (parts.length !== 4 || !parts.every(Number.isFinite))
    refuse('is not a box: give west,south,east,north in degrees, such as 112,-35.5,130,-13.5');
  if (Math.abs(west) > 180 || Math.abs(east) > 180) refuse('has a longitude that is not between -180 and 180');
  if (Math.abs(south) > 90 || Math.abs(north) > 90) refuse('has a latitude that is not between -90 and 90');
  if (south >= north) refuse('has its south edge at or above its north edge');
  if (west >= east)
    refuse('has its west edge at or beyond its east edge: a box that crosses the antimeridian is not supported');
  return { west, south, east, north };
}

/** In degrees. */
const narrowestMargin = 5;

function boxAround({ west, south, east, north }: DegreeBox): DegreeBox {
  const margin = Math.max(east - west, north - south, narrowestMargin);
  return {
    west: Math.max(west - margin, -180),
    south: Math.max(south - margin, -90),
    east: Math.min(east + margin, 180),
    north: Math.min(north + margin, 90),
  };
}

function readGrowth(text: string): number {
  const growth = text.trim() === '' ? NaN : Number(text);
  if (growth > 0 && Number.isFinite(growth)) return growth;
  throw new UsageError(`--northern-growth ${text} is not a positive number.`);
}

function readEstuaries(path: string): Estuaries {
  const { features, ...credit } = (readJson('--estuaries', path) ?? {}) as Partial<Estuaries>;
  const isUsable =
    Array.isArray(features) &&
    (features as readonly ({ readonly geometry?: { readonly type?: unknown } | null } | null)[]).every(
      (feature) => feature?.geometry?.type === 'MultiPolygon',
    );
  if (!isUsable) throw new UsageError(`--estuaries ${path} is not a list of GeoJSON features of type MultiPolygon.`);
  return { ...credit, features };
}

function readLandmarks(path: string): readonly Landmark[] {
  const landmarks = readJson('--landmarks', path);
  const isUsable =
    Array.isArray(landmarks) &&
    landmarks.length > 0 &&
    (landmarks as readonly (Partial<Landmark> | null)[]).every(
      (each) => Number.isFinite(each?.longitude) && Number.isFinite(each?.latitude),
    );
  if (!isUsable) throw new UsageError(`--landmarks ${path} is not a list of points with longitude and latitude.`);
  return landmarks as Landmark[];
}

function readJson(option: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be read as JSON: ${String(error)}`);
  }
}
