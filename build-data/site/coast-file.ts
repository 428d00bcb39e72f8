import * as z from 'zod';

import { type CoastDescription, type CoastFile, unpackCoast } from '../../core/coastline/codec.ts';

const pair = z.tuple([z.number(), z.number()]);
const gridBox = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
/** Every number of a ring ends in one of the characters from # to Z. */
const ring = z.string().regex(/^[#-Z\]-|]*[#-Z]$/, 'is not an encoded line');

const schema: z.ZodType<CoastDescription & CoastFile> = z.object({
  source: z.string(),
  licence: z.string(),
  attribution: z.string(),
  errorInMetres: z.object({ median: z.number(), p90: z.number() }).exactOptional(),
  box: z.object({ west: longitude, south: latitude, east: longitude, north: latitude }),
  scale: pair,
  origin: pair,
  exact: z.array(gridBox).min(1),
  rings: z.array(ring).min(1),
});

/** In degrees. Lines continue across the antimeridian, and grids round positions. */
const maxLongitude = 360;
const maxLatitude = 91;

/** What is wrong with the content of a file of a coast, by its member; undefined if it is a coast. */
export function faultOfCoast(json: unknown): string | undefined {
  const result = schema.safeParse(json);
  if (!result.success) {
    const [{ path, message } = { path: [], message: '' }] = result.error.issues;
    return `${path.map(String).join('.') || 'the file'}: ${message}`;
  }
  const isWrong = (points: Float64Array): boolean =>
    // The last point is the first again.
    points.length < 8 ||
    points.length % 2 > 0 ||
    points.some((degrees, index) => !(Math.abs(degrees) <= (index % 2 === 0 ? maxLongitude : maxLatitude)));
  const wrong = unpackCoast(result.data).findIndex(isWrong);
  return wrong < 0 ? undefined : `rings.${wrong}: is not a closed line of positions in degrees`;
}
