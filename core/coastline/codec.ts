/** West, south, east, north. */
type GridBox = readonly [number, number, number, number];

/** Where a coast comes from, how accurate it is, and which area it covers. */
export interface CoastDescription {
  readonly source: string;
  readonly licence: string;
  readonly attribution: string;
  /** Distances from landmarks on the shore to the coast; absent if they were not measured. */
  readonly errorInMetres?: { readonly median: number; readonly p90: number };
  /** In degrees. Outside, the coast is incomplete, and maps show the outline of the world. */
  readonly box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
}

/** A stored coast. Each ring is a text that encodes its first grid point and the steps to the next points. */
export interface CoastFile {
  /** Degrees per unit of the grid, and the origin of the grid in degrees: longitude, latitude. */
  readonly scale: readonly [number, number];
  readonly origin: readonly [number, number];
  /** In grid units: points in these boxes are exact; precision decreases with the distance from the nearest box. */
  readonly exact: readonly GridBox[];
  readonly rings: readonly string[];
}

/**
 * A closed line of the coast: longitude, latitude, longitude, latitude, … in degrees. The last point equals the first.
 */
export type Ring = Float64Array;

/*
 * A number is written in printable characters that JSON does not escape. Its last character is a base-56 digit, where
 * '#' is 0. The characters before it are base-32 digits, where ']' is 0. The lowest bit is the sign.
 */
const lastDigitBase = 56;
const lastDigitZero = 35;
const otherDigitBase = 32;
const otherDigitZero = 93;

/** Ratio of the distance from the nearest exact box to the step size there. */
const distancePerStep = 100;
const coarsestStep = 128;

/** The grid units per step from a point: a power of two, so that every browser computes the same points. */
export function stepFrom(x: number, y: number, exact: CoastFile['exact']): number {
  const distance = Math.min(
    ...exact.map(([west, south, east, north]) => Math.max(west - x, x - east, south - y, y - north)),
  );
  let step = 1;
  while (step < coarsestStep && 2 * step * distancePerStep < distance) step *= 2;
  return step;
}

/** Packs a ring of grid points (x, y, x, y, …) into steps, without the closing point. */
export function packRing(points: readonly number[], exact: CoastFile['exact']): string {
  let text = '';
  let [x, y, step] = [0, 0, 1];
  for (let index = 0; index < points.length - 2; index += 2) {
    const dx = Math.round((points[index] - x) / step);
    const dy = Math.round((points[index + 1] - y) / step);
    text += encodeNumber(dx) + encodeNumber(dy);
    [x, y] = [x + dx * step, y + dy * step];
    step = stepFrom(x, y, exact);
  }
  return text;
}

function encodeNumber(value: number): string {
  const unsigned = value < 0 ? -2 * value - 1 : 2 * value;
  let text = String.fromCharCode(lastDigitZero + (unsigned % lastDigitBase));
  for (let rest = Math.floor(unsigned / lastDigitBase); rest > 0; rest = Math.floor(rest / otherDigitBase)) {
    text = String.fromCharCode(otherDigitZero + (rest % otherDigitBase)) + text;
  }
  return text;
}

function decodeNumbers(text: string): number[] {
  const values: number[] = [];
  let rest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= otherDigitZero) rest = rest * otherDigitBase + code - otherDigitZero;
    else {
      const unsigned = rest * lastDigitBase + code - lastDigitZero;
      values.push(unsigned % 2 === 0 ? unsigned / 2 : (-1 - unsigned) / 2);
      rest = 0;
    }
  }
  return values;
}

/** Unpacks the rings of a stored coast: closed, in degrees. */
export function unpackCoast({ scale, origin, exact, rings }: CoastFile): Ring[] {
  return rings.map((text) => {
    const steps = decodeNumbers(text);
    const ring = new Float64Array(steps.length + 2);
    let [x, y, step] = [0, 0, 1];
    for (let index = 0; index + 1 < steps.length; index += 2) {
      x += steps[index] * step;
      y += steps[index + 1] * step;
      ring[index] = origin[0] + x * scale[0];
      ring[index + 1] = origin[1] + y * scale[1];
      step = stepFrom(x, y, exact);
    }
    ring[steps.length] = ring[0];
    ring[steps.length + 1] = ring[1];
    return ring;
  });
}
