import { type CoastDescription, type CoastFile, unpackCoast } from '../../../core/coastline/codec.ts';
import type { MapBox } from '../../engine/engine.ts';
import { boxOf, type Camera } from '../camera.ts';
import { type ChartRing, chartRing } from './trace-ring.ts';

/**
 * The files of a site with its coast: the outline of the region, the detailed coast, and the outline of the world for
 * views that leave the area of both.
 */
type CoastName = 'outline' | 'detail' | 'world';

interface Coast extends CoastDescription {
  readonly chartRings: readonly ChartRing[];
  /** Where it is more accurate than the outline of the world. */
  readonly near: readonly MapBox[];
}

/** The coast that a picture of the ground shows. */
export interface DrawnCoast {
  /** Its credit. */
  readonly attribution: string;
  /** Its typical error; null if it was not measured. */
  readonly errorInMetres: number | null;
  /** Whether everything for this view was loaded. If not, it is loading. */
  readonly isComplete: boolean;
}

/** At smaller zooms the detail is invisible. */
const detailFromZoom = 7;
/** At smaller zooms the error of the outline of the world is invisible. */
const regionFromZoom = 5;
/** Within this distance of its first exact box, the coast of a region is more accurate than the outline of the world. */
const nearInDegrees = 2;
/** Time until a coast that could not be loaded is requested again. */
const retryInMilliseconds = 10_000;
/** Delay before the detail is loaded if it is not needed yet, so that the page and its data are loaded first. */
const idleInMilliseconds = 4000;

const loaded: Partial<Record<CoastName, Coast>> = {};
const requested = new Set<CoastName>();

/**
 * The outlines of land and lakes to draw at a camera, and the coast that they are. Requests missing files and then calls
 * `redraw`; until then, the outline of the region is drawn. Rejects if that cannot be loaded.
 */
export async function coastAt(
  camera: Camera,
  redraw: () => void,
): Promise<{ readonly rings: readonly ChartRing[]; readonly drawn: DrawnCoast }> {
  const outline = (loaded.outline ??= await readCoast('outline', { cache: 'force-cache' }));
  const view = boxOf(innerPartOf(camera));
  const needsWorld = !contains(outline.box, view);
  const isNear = outline.near.some((box) => overlap(view, box));
  const isWorldBetter = needsWorld && (!isNear || camera.zoom < regionFromZoom);
  const needsDetail = camera.zoom >= detailFromZoom && !isWorldBetter;
  if (needsDetail) load('detail', redraw);
  else if (!requested.has('detail')) setTimeout(load, idleInMilliseconds, 'detail', redraw);
  if (needsWorld) load('world', redraw);

  const region = (needsDetail && loaded.detail) || outline;
  const world = needsWorld ? loaded.world : undefined;
  const shown = (isWorldBetter && world) || region;
  return {
    rings: world ? joined(region, world, isWorldBetter) : region.chartRings,
    drawn: {
      attribution: shown.attribution,
      errorInMetres: shown.errorInMetres?.median ?? null,
      isComplete: !(needsDetail && !loaded.detail) && !(needsWorld && !world),
    },
  };
}

/** The rings of a region and, for all other land, those of the world; or the reverse. */
function joined(region: Coast, world: Coast, isWorldBetter: boolean): readonly ChartRing[] {
  const inRegion = region.chartRings.filter(({ isNear }) => isNear);
  const [better, others] = isWorldBetter ? [world.chartRings, inRegion] : [inRegion, world.chartRings];
  return [...better, ...others.filter((ring) => !better.some((other) => isSameLand(ring, other)))];
}

/** Whether two rings, of different coasts, outline the same land: their bounding boxes are about the same. */
function isSameLand(a: ChartRing, b: ChartRing): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 && width * height > 0.5 * Math.max(areaOf(a), areaOf(b));
}

const areaOf = ({ left, top, right, bottom }: ChartRing): number => (right - left) * (bottom - top);

/** For a strip at the edges of a view, more coast is not worth a request. */
const stripShare = 0.05;

/** The part of a camera within its margin and the strip. */
function innerPartOf(camera: Camera): Camera {
  const width = camera.width - 2 * camera.margin.x;
  const height = camera.height - 2 * camera.margin.y;
  return {
    ...camera,
    left: camera.left + camera.margin.x + stripShare * width,
    top: camera.top + camera.margin.y + stripShare * height,
    width: width * (1 - 2 * stripShare),
    height: height * (1 - 2 * stripShare),
  };
}

const contains = (a: MapBox, b: MapBox): boolean =>
  a.west <= b.west && a.south <= b.south && a.east >= b.east && a.north >= b.north;
const overlap = (a: MapBox, b: MapBox): boolean =>
  a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north;

function load(name: CoastName, redraw: () => void): void {
  // Requested until the next attempt, so that drawings in the meantime do not request it again.
  if (requested.has(name)) return;
  requested.add(name);
  readCoast(name, { priority: 'low' }).then(
    (coast) => {
      loaded[name] = coast;
      redraw();
    },
    () => {
      setTimeout(() => {
        requested.delete(name);
        load(name, redraw);
      }, retryInMilliseconds);
    },
  );
}

/** Not part of a `new URL` expression, which the build would treat as the path of a file to include. */
const scriptUrl = import.meta.url;
const directory = import.meta.env.DEV ? '/coast/' : '../coast/';

/** Rejects as `fetch` does, and if a host responds with an error page, which is not JSON. */
async function readCoast(name: CoastName, options: RequestInit): Promise<Coast> {
  const response = await fetch(new URL(`${directory}${name}.json`, scriptUrl), options);
  const file = (await response.json()) as CoastDescription & CoastFile;
  const near = nearBoxes(file);
  return { ...file, near, chartRings: unpackCoast(file).map((ring) => chartRing(ring, near)) };
}

/** The region, with what is near it, and boxes of which only small islands are exact. */
function nearBoxes({ exact, scale, origin }: CoastFile): readonly MapBox[] {
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
