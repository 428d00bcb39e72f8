/** The bundled coast as it is stored: each ring a run of whole numbers on a grid, the first point and then the steps. */
export interface CoastFile {
  /** Degrees per step of the grid, and the degrees at which it begins: longitude, latitude. */
  readonly scale: readonly [number, number];
  readonly origin: readonly [number, number];
  readonly rings: readonly (readonly number[])[];
}

/** A closed line of the coast: longitude, latitude, longitude, latitude, … in degrees. The last point is the first. */
export type Ring = Float64Array;

/** Packs rings of grid points (x, y, x, y, …) into steps; the closing point is left out. */
export function packRing(points: readonly number[]): number[] {
  const steps: number[] = [];
  for (let at = 0; at < points.length - 2; at++) {
    steps.push((points[at] ?? 0) - (at < 2 ? 0 : (points[at - 2] ?? 0)));
  }
  return steps;
}

/** The rings of a stored coast, closed, in degrees. */
export function unpackCoast({ scale, origin, rings }: CoastFile): Ring[] {
  return rings.map((steps) => {
    const ring = new Float64Array(steps.length + 2);
    let x = 0;
    let y = 0;
    for (let at = 0; at + 1 < steps.length; at += 2) {
      x += steps[at] ?? 0;
      y += steps[at + 1] ?? 0;
      ring[at] = origin[0] + x * scale[0];
      ring[at + 1] = origin[1] + y * scale[1];
    }
    ring[steps.length] = ring[0] ?? 0;
    ring[steps.length + 1] = ring[1] ?? 0;
    return ring;
  });
}
