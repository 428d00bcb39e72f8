import type { Grid, Point } from './cut-coast.ts';

/** The parts of a TopoJSON topology that are used: arcs of delta-coded grid points, and polygons made of arcs. */
export interface LandTopology {
  readonly arcs: readonly (readonly (readonly number[])[])[];
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly (readonly number[])[])[] }[] };
  };
}

/** In degrees. Below zoom 7, where the outline is drawn, it is about half a pixel. */
export const outlineTolerance = 0.006;

/** The land of Natural Earth as closed rings on the grid of its topology. */
export function naturalEarthRings({ arcs, transform, objects }: LandTopology): { grid: Grid; rings: Point[][] } {
  const { scale, translate } = transform;
  const decoded = arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx = 0, dy = 0]): Point => [(x += dx), (y += dy)]);
  });
  /** A negative number is the arc's complement, walked backwards. */
  const arcOf = (index: number): Point[] =>
    index < 0 ? [...(decoded[~index] ?? [])].reverse() : [...(decoded[index] ?? [])];

  const worldWidth = Math.round(360 / scale[0]);
  const rings = objects.land.geometries.flatMap(({ arcs: polygons }) =>
    polygons.flat().map((ring) =>
      unroll(
        ring.flatMap((index, position) => arcOf(index).slice(position === 0 ? 0 : 1)),
        worldWidth,
      ),
    ),
  );
  return { grid: { scale, origin: translate }, rings };
}

/** Unwraps a ring that crosses the antimeridian; a ring around a pole is extended to the pole. */
function unroll(points: readonly Point[], worldWidth: number): Point[] {
  let turns = 0;
  const unrolled = points.map(([x, y], at): Point => {
    const before = points[at - 1]?.[0] ?? x;
    if (x - before > worldWidth / 2) turns--;
    else if (before - x > worldWidth / 2) turns++;
    return [x + turns * worldWidth, y];
  });
  const [start, end] = [unrolled[0], unrolled.at(-1)];
  const closed =
    turns !== 0 && start && end ? [...unrolled, [end[0], 0] as const, [start[0], 0] as const, start] : unrolled;
  // Shifted so that most of it is between -180° and 180°.
  const mean = closed.reduce((sum, [x]) => sum + x, 0) / closed.length;
  const shift = Math.floor(mean / worldWidth) * worldWidth;
  return closed.map(([x, y]): Point => [x - shift, y]);
}
