import type { Position } from '../../core/geo/wgs84.ts';
import { site } from './site.ts';

const { west, south, east, north } = site.landingBox;
/** The middle of the region, as an example in texts. */
export const examplePosition: Position = { longitude: (west + east) / 2, latitude: (south + north) / 2 };
/** "-24.50, 120.60": how coordinates can be typed. */
export const exampleCoordinates = `${examplePosition.latitude.toFixed(2)}, ${examplePosition.longitude.toFixed(2)}`;
