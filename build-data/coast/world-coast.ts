import { type CoastFile, packRing } from '../../core/coastline/codec.ts';
import type { GridRings } from './coast-sources.ts';
import { boundingBox, keptBySimplification, type Point } from './cut-coast.ts';

/** In degrees: about two pixels at zoom 6. */
const cell = 0.05;
/** Islands whose diagonal is shorter are left out. */
const smallestIslandInDegrees = 0.3;

/** The outline of the whole world, which maps show outside of the area that a regional coast covers. */
export function worldCoast({ grid: { scale, origin }, rings }: GridRings): CoastFile {
  const exact = [[-360, -90, 360, 90].map((degrees) => degrees / cell) as [number, number, number, number]];
  return {
    scale: [cell, cell],
    origin: [0, 0],
    exact,
    rings: rings.flatMap((ring) => {
      const degrees = ring.map(([x, y]): Point => [origin[0] + x * scale[0], origin[1] + y * scale[1]]);
      const [west, south, east, north] = boundingBox(degrees);
      if (Math.hypot(east - west, north - south) < smallestIslandInDegrees) return [];
      const kept = keptBySimplification(degrees, () => cell);
      const cells = degrees
        .filter((_, index) => kept.has(index))
        .map(([longitude, latitude]): Point => [Math.round(longitude / cell), Math.round(latitude / cell)]);
      const distinct = cells.filter(
        ([x, y], index) => index === 0 || x !== cells[index - 1]?.[0] || y !== cells[index - 1]?.[1],
      );
      return distinct.length > 3 ? [packRing(distinct.flat(), exact)] : [];
    }),
  };
}
