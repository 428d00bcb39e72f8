import { type CoastFile, type Ring, unpackCoast } from '../../../core/coastline/codec.ts';
import type { CoastBox, CoastIndex } from '../../../core/coastline/coast-index.ts';
import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import type { Camera } from '../camera.ts';
import { type CoastSource, retryInMilliseconds } from '../map-options.ts';
import { type ChartCoast, type ChartRing, chartRing, type CoastLayer } from '../paint/trace-ring.ts';

/** At smaller zooms, a picture would need many cells, whose detail would be invisible. */
const cellsFromZoom = 9;

/**
 * A publisher's coast, which replaces the bundled one in a box. Each cell is loaded when needed.
 */
export class PublisherCoast {
  readonly #source: CoastSource;
  readonly #redraw: () => void;
  #index: CoastIndex | undefined;
  readonly #cells = new Map<string, Pick<ChartCoast, 'rings' | 'lines'>>();
  readonly #loading = new Set<string>();

  constructor(source: CoastSource, redraw: () => void) {
    this.#source = source;
    this.#redraw = redraw;
  }

  /** The loaded cells, and `other` in the rest of the picture. Loads missing cells, and then calls `redraw`. */
  layers(camera: Camera, other: ChartCoast): readonly CoastLayer[] {
    const index = this.#index;
    if (!index) {
      this.#load(this.#source.url, (content) => {
        this.#index = content as CoastIndex;
      });
      return [{ coast: other }];
    }
    const area = pixelsOf(index.box, camera);
    if (!overlaps(area, camera) || (index.files.length > 1 && camera.zoom < cellsFromZoom)) return [{ coast: other }];
    const needed = index.files.filter(({ box }) => overlaps(pixelsOf(box, camera), camera));
    const missing = needed.filter(({ name }) => !this.#cells.has(name));
    for (const { name, box } of missing) {
      this.#load(new URL(name, this.#source.url).href, (content) => {
        this.#cells.set(name, cellOf(unpackCoast(content as CoastFile), [box, index.box]));
      });
    }
    const cells = needed.flatMap(({ name }) => this.#cells.get(name) ?? []);
    const coast: ChartCoast = {
      rings: cells.flatMap((cell) => cell.rings),
      lines: cells.flatMap((cell) => cell.lines ?? cell.rings),
      attribution: this.#source.attribution,
      errorInMetres: null,
    };
    if (missing.length === 0 && covers(area, camera)) return [{ coast }];
    const inside = new Path2D();
    const outside = new Path2D();
    outside.rect(0, 0, camera.width, camera.height);
    for (const { x, y, width, height } of [area, ...missing.map(({ box }) => pixelsOf(box, camera, index.box))]) {
      inside.rect(x, y, width, height);
      outside.rect(x, y, width, height);
    }
    return [
      { coast: other, clip: outside },
      { coast, clip: inside },
    ];
  }

  #load(url: string, store: (content: unknown) => void): void {
    if (this.#loading.has(url)) return;
    this.#loading.add(url);
    fetch(url)
      .then(async (response) => {
        store(await response.json());
        this.#redraw();
      })
      .catch(() => {
        // The next drawing loads the file again.
        this.#loading.delete(url);
        setTimeout(this.#redraw, retryInMilliseconds);
      });
  }
}

interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A box in the pixels of a camera, clipped to `within`. The pixels are whole, so that areas clipped on either side of a
 * border meet without a seam.
 */
function pixelsOf([west, south, east, north]: CoastBox, camera: Camera, within?: CoastBox): PixelBox {
  if (within) {
    const [left, bottom, right, top] = within;
    const clipped = [
      Math.max(west, left),
      Math.max(south, bottom),
      Math.min(east, right),
      Math.min(north, top),
    ] as const;
    return pixelsOf(clipped, camera);
  }
  const x = Math.round(mercatorX(west) * camera.worldSize - camera.left);
  const y = Math.round(mercatorY(north) * camera.worldSize - camera.top);
  return {
    x,
    y,
    width: Math.round(mercatorX(east) * camera.worldSize - camera.left) - x,
    height: Math.round(mercatorY(south) * camera.worldSize - camera.top) - y,
  };
}

function overlaps({ x, y, width, height }: PixelBox, camera: Camera): boolean {
  return x < camera.width && y < camera.height && x + width > 0 && y + height > 0;
}

function covers({ x, y, width, height }: PixelBox, camera: Camera): boolean {
  return x <= 0 && y <= 0 && x + width >= camera.width && y + height >= camera.height;
}

/**
 * The rings of a cell to fill, and the lines to draw. The lines omit segments along the borders of the boxes, which are
 * not coast.
 */
export function cellOf(rings: readonly Ring[], boxes: readonly CoastBox[]): { rings: ChartRing[]; lines: ChartRing[] } {
  return {
    rings: rings.map(chartRing),
    lines: rings.flatMap((ring) =>
      linesWithout(ring, (longitude, latitude) =>
        // The sides of all boxes that a point is on, as bits.
        boxes.reduce((sides, [west, south, east, north], index) => {
          const on = [longitude - west, latitude - south, longitude - east, latitude - north];
          const bits = on.reduce(
            (sum, distance, side) => sum | (Math.abs(distance) < halfPrecision ? 1 << side : 0),
            0,
          );
          return sides | (bits << (4 * index));
        }, 0),
      ),
    ),
  };
}

/** Half of the precision of the files, in degrees. */
const halfPrecision = 5e-6;

/** The lines that remain of a ring when the segments with both ends on the same side of a box are removed. */
function linesWithout(ring: Ring, sidesOf: (longitude: number, latitude: number) => number): ChartRing[] {
  const lines: number[][] = [];
  let line: number[] | undefined;
  for (let index = 2; index < ring.length; index += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(index - 2, index + 2);
    if ((sidesOf(x1, y1) & sidesOf(x2, y2)) !== 0) line = undefined;
    else {
      if (!line) lines.push((line = [x1, y1]));
      line.push(x2, y2);
    }
  }
  return lines.map((points) => ({ ...chartRing(Float64Array.from(points)), isOpen: true }));
}
