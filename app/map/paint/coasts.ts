import { type CoastDescription, type CoastFile, unpackCoast } from '../../../core/coastline/codec.ts';
import type { MapBox } from '../../engine/engine.ts';
import { boxOf, type Camera } from '../camera.ts';
import type { joinCoasts } from './join-coasts.ts';
import { type ChartCoast, type ChartRing, chartRing } from './trace-ring.ts';

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
/** Time until a coast that could not be loaded is requested again. */
const retryInMilliseconds = 10_000;
/** Delay before the detail is loaded if it is not needed yet, so that the page and its data are loaded first. */
const idleInMilliseconds = 4000;

let outline: ChartCoast | undefined;
let detail: ChartCoast | undefined;
/** The outline of the world, and how to join it with the coast of the region. */
let world: { readonly coast: ChartCoast; readonly joinCoasts: typeof joinCoasts } | undefined;

/**
 * The outlines of land and lakes to draw at a camera, and the coast that they are: that of the region, and outside of the
 * area that it covers also that of the world. Requests missing files and then calls `redraw`; until then, the outline of
 * the region is drawn. Rejects if that cannot be loaded.
 */
export async function coastAt(
  camera: Camera,
  redraw: () => void,
): Promise<{ readonly rings: readonly ChartRing[]; readonly drawn: DrawnCoast }> {
  outline ??= await readCoast('outline', { cache: 'force-cache' });
  const view = boxOf(innerPartOf(camera));
  const needsDetail = camera.zoom >= detailFromZoom;
  const needsWorld = !contains(outline.box, view);
  if (needsDetail) load('detail', redraw);
  else if (!requested.has('detail')) setTimeout(load, idleInMilliseconds, 'detail', redraw);
  if (needsWorld) load('world', redraw);

  const region = (needsDetail && detail) || outline;
  const { coast, rings } =
    needsWorld && world
      ? world.joinCoasts(region, world.coast, view, camera.zoom)
      : { coast: region, rings: region.chartRings };
  return {
    rings,
    drawn: {
      attribution: coast.attribution,
      errorInMetres: coast.errorInMetres?.median ?? null,
      isComplete: !(needsDetail && !detail) && !(needsWorld && !world),
    },
  };
}

/** The part of a camera within its margin and a strip at its edges, for which more coast is not worth a request. */
function innerPartOf(camera: Camera): Camera {
  const { left, top, width, height, margin } = camera;
  const [x, y] = [margin.x + width / 20, margin.y + height / 20];
  return { ...camera, left: left + x, top: top + y, width: width - 2 * x, height: height - 2 * y };
}

const contains = (a: MapBox, b: MapBox): boolean =>
  a.west <= b.west && a.south <= b.south && a.east >= b.east && a.north >= b.north;

const loaders = {
  detail: async () => {
    detail = await readCoast('detail', { priority: 'low' });
  },
  world: async () => {
    const [coast, module] = await Promise.all([readCoast('world'), import('./join-coasts.ts')]);
    world = { coast, joinCoasts: module.joinCoasts };
  },
};
const requested = new Set<keyof typeof loaders>();

function load(name: keyof typeof loaders, redraw: () => void): void {
  // Requested until the next attempt, so that drawings in the meantime do not request it again.
  if (requested.has(name)) return;
  requested.add(name);
  loaders[name]().then(redraw, () => {
    setTimeout(() => {
      requested.delete(name);
      load(name, redraw);
    }, retryInMilliseconds);
  });
}

/** Not part of a `new URL` expression, which the build would treat as the path of a file to include. */
const scriptUrl = import.meta.url;
const directory = import.meta.env.DEV ? '/coast/' : '../coast/';

/** Rejects as `fetch` does, and if a host responds with an error page, which is not JSON. */
async function readCoast(name: string, options?: RequestInit): Promise<ChartCoast> {
  const response = await fetch(new URL(`${directory}${name}.json`, scriptUrl), options);
  const file = (await response.json()) as CoastDescription & CoastFile;
  return { ...file, chartRings: unpackCoast(file).map(chartRing) };
}
