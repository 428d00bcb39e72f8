import { readFile } from 'node:fs/promises';

import type { CoastBox, CoastIndex } from '../../core/coastline/coast-index.ts';
import { type CoastFile, packRing } from '../../core/coastline/codec.ts';
import { type FileReference } from '../../core/storage/format/file-reference.ts';
import { codeOf } from '../publish/output-error.ts';
import type { ReportIssue } from '../validate/issues.ts';
import { type TreeSink, writeHashed } from '../write/tree-sink.ts';
import { boundingBox, keptBySimplification, type Point } from './cut-coast.ts';
import { CoastError, readCoastline } from './read-coastline.ts';

/** The largest distance by which simplification moves a line. */
const toleranceInMetres = 10;
const metresPerDegree = 111_195;
/** A larger coast is split into cells. */
const largestFileInBytes = 100_000;
export const cellSizeInDegrees = 1;

/** Units of 1e-5 degrees, about a metre. */
const unitsPerDegree = 100_000;
const everywhere = [[-180 * unitsPerDegree, -90 * unitsPerDegree, 180 * unitsPerDegree, 90 * unitsPerDegree]] as const;

/** A publisher's coastline as files for the explorer, not yet written. */
export interface PackedCoast {
  /** Within this box, the coastline replaces the bundled coast. */
  readonly box: CoastBox;
  /** One file, or one for each cell of one degree that has land. */
  readonly files: readonly { readonly box: CoastBox; readonly file: CoastFile }[];
}

/** Reads, checks and packs a publisher's coastline. Returns undefined after a fault, which it reports. */
export async function openPublisherCoast(path: string, report: ReportIssue): Promise<PackedCoast | undefined> {
  try {
    return packCoastline(readCoastline(await readText(path)));
  } catch (error) {
    if (!(error instanceof CoastError)) throw error;
    report(error.code, error.message === '' ? {} : { explanation: error.message });
    return undefined;
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') throw new CoastError('fileNotFound');
    if (code === 'EISDIR') throw new CoastError('isDirectory');
    throw new CoastError('fileNotReadable', error instanceof Error ? error.message : String(error));
  }
}

/** Writes the files of a coast, and the index that names them. Returns the index first. */
export async function writeCoast({ box, files }: PackedCoast, sink: TreeSink): Promise<readonly FileReference[]> {
  const write = (value: CoastFile | CoastIndex): Promise<FileReference> =>
    writeHashed(new TextEncoder().encode(JSON.stringify(value)), 'json', sink);
  const references: FileReference[] = [];
  for (const { file } of files) references.push(await write(file));
  const named = files.map((part, index) => ({ name: `${references[index]?.hash ?? ''}.json`, box: part.box }));
  return [await write({ box, files: named }), ...references];
}

/**
 * Simplifies a coast to 10 m and packs it, split into cells of one degree when it is larger than 100 kB of JSON.
 *
 * @throws CoastError
 */
export function packCoastline(rings: readonly (readonly Point[])[]): PackedCoast {
  // A degree of longitude is at most as long as a degree of latitude, so this tolerance is at most 10 m in any
  // direction.
  const tolerance = toleranceInMetres / metresPerDegree;
  const simplified = rings.flatMap((ring) => {
    const kept = keptBySimplification(ring, () => tolerance);
    return kept.size > 3 ? [toUnits(ring.filter((_, index) => kept.has(index)))] : [];
  });
  const units = boundingBox(simplified.flat());
  if (units[0] >= units[2] || units[1] >= units[3]) throw new CoastError('coastWithoutLand');
  const box = inDegrees(units);
  const whole = pack(simplified);
  if (JSON.stringify(whole).length <= largestFileInBytes) return { box, files: [{ box, file: whole }] };
  const cellSize = cellSizeInDegrees * unitsPerDegree;
  const [west, south, east, north] = units.map((value) => Math.floor(value / cellSize)) as typeof units;
  const files: { readonly box: CoastBox; readonly file: CoastFile }[] = [];
  // Halves the area until it is one cell, so that each point is clipped a few times instead of once for every cell.
  const split = (parts: readonly Point[][], x0: number, y0: number, x1: number, y1: number): void => {
    if (parts.length === 0) return;
    if (x1 - x0 === 1 && y1 - y0 === 1) {
      files.push({ box: inDegrees([x0 * cellSize, y0 * cellSize, x1 * cellSize, y1 * cellSize]), file: pack(parts) });
    } else if (x1 - x0 > 1) {
      const middle = Math.floor((x0 + x1) / 2);
      split(clip(parts, 0, -1, middle * cellSize), x0, y0, middle, y1);
      split(clip(parts, 0, 1, middle * cellSize), middle, y0, x1, y1);
    } else {
      const middle = Math.floor((y0 + y1) / 2);
      split(clip(parts, 1, -1, middle * cellSize), x0, y0, x1, middle);
      split(clip(parts, 1, 1, middle * cellSize), x0, middle, x1, y1);
    }
  };
  split(simplified, west, south, east + 1, north + 1);
  return { box, files };
}

function inDegrees([west, south, east, north]: CoastBox): CoastBox {
  return [west / unitsPerDegree, south / unitsPerDegree, east / unitsPerDegree, north / unitsPerDegree];
}

function toUnits(ring: readonly Point[]): Point[] {
  return ring.map(([x, y]): Point => [Math.round(x * unitsPerDegree), Math.round(y * unitsPerDegree)]);
}

function pack(rings: readonly Point[][]): CoastFile {
  return {
    scale: [1 / unitsPerDegree, 1 / unitsPerDegree],
    origin: [0, 0],
    exact: everywhere,
    rings: rings.map((ring) => packRing(ring.flat(), everywhere)),
  };
}

/**
 * Returns the part of closed rings on one side of a grid line, by the Sutherland-Hodgman algorithm. Where a ring enters
 * that side several times, its parts are joined along the line. The joining segments lie on the border of a cell, where
 * no coast is drawn, and enclose nothing.
 *
 * @param axis 0 for a meridian, 1 for a parallel.
 * @param side -1 for the west or south of the line, 1 for the east or north.
 */
function clip(rings: readonly Point[][], axis: 0 | 1, side: -1 | 1, line: number): Point[][] {
  const isInside = (point: Point): boolean => (point[axis] - line) * side >= 0;
  return rings.flatMap((ring) => {
    const clipped: Point[] = [];
    for (let index = 1; index < ring.length; index++) {
      const [from, to] = [ring[index - 1], ring[index]];
      if (!from || !to) continue;
      if (isInside(from) !== isInside(to)) {
        const along = (line - from[axis]) / (to[axis] - from[axis]);
        const other = 1 - axis;
        const crossing = Math.round((from[other] ?? 0) + along * ((to[other] ?? 0) - (from[other] ?? 0)));
        clipped.push(axis === 0 ? [line, crossing] : [crossing, line]);
      }
      if (isInside(to)) clipped.push(to);
    }
    const [first] = clipped;
    // A part that only touches the line has no area.
    const isFlat = clipped.every((point) => point[axis] === line);
    return first && !isFlat && clipped.length > 2 ? [[...clipped, first]] : [];
  });
}
