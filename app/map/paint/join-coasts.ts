import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import type { MapBox } from '../../engine/engine.ts';
import type { ChartCoast, ChartRing } from './trace-ring.ts';

/** At smaller zooms the error of the outline of the world is invisible. */
const regionFromZoom = 5;
/** Within this distance of its first exact box, the coast of a region is more accurate than the outline of the world. */
const nearInDegrees = 2;

/**
 * The rings of a region's coast and, for all other land, those of the outline of the world; or the reverse, where that is
 * more accurate. `coast` is the more accurate one.
 */
export function joinCoasts(
  region: ChartCoast,
  world: ChartCoast,
  view: MapBox,
  zoom: number,
): { readonly rings: readonly ChartRing[]; readonly coast: ChartCoast } {
  const isWorldBetter = zoom < regionFromZoom || !nearBoxes(region).some((box) => overlap(view, box));
  const [coast, better, others] = isWorldBetter
    ? [world, world.chartRings, ringsNear(region)]
    : [region, ringsNear(region), world.chartRings];
  return { coast, rings: [...better, ...others.filter((ring) => !better.some((other) => isSameLand(ring, other)))] };
}

const known = new WeakMap<ChartCoast, readonly ChartRing[]>();

/** The rings with a point near the region. */
function ringsNear(coast: ChartCoast): readonly ChartRing[] {
  let rings = known.get(coast);
  if (!rings) {
    const boxes = nearBoxes(coast);
    rings = coast.chartRings.filter((ring) => boxes.some((box) => hasPointIn(ring, box)));
    known.set(coast, rings);
  }
  return rings;
}

/** The region with what is near it, and boxes of which only small islands are exact. */
function nearBoxes({ exact, scale, origin }: ChartCoast): readonly MapBox[] {
  return exact.map(([west, south, east, north], index) => {
    const grownBy = index === 0 ? nearInDegrees : 0;
    return {
      west: origin[0] + west * scale[0] - grownBy,
      south: origin[1] + south * scale[1] - grownBy,
      east: origin[0] + east * scale[0] + grownBy,
      north: origin[1] + north * scale[1] + grownBy,
    };
  });
}

function hasPointIn({ points }: ChartRing, { west, south, east, north }: MapBox): boolean {
  const [left, top, right, bottom] = [mercatorX(west), mercatorY(north), mercatorX(east), mercatorY(south)];
  for (let index = 0; index < points.length; index += 2) {
    const [x, y] = [Number(points[index]), Number(points[index + 1])];
    if (x >= left && x <= right && y >= top && y <= bottom) return true;
  }
  return false;
}

const overlap = (a: MapBox, b: MapBox): boolean =>
  a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north;

/** Whether two rings, of different coasts, outline the same land: their bounding boxes are about the same. */
function isSameLand(a: ChartRing, b: ChartRing): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 && width * height > 0.5 * Math.max(areaOf(a), areaOf(b));
}

const areaOf = ({ left, top, right, bottom }: ChartRing): number => (right - left) * (bottom - top);
