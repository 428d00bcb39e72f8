import { type CoastFile, type Ring, unpackCoast } from '../../../core/coastline/codec.ts';
import type { CoastBox, CoastIndex } from '../../../core/coastline/coast-index.ts';
import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import type { Camera } from '../camera.ts';
import { type ChartRing, chartRing } from '../paint/trace-ring.ts';
import { type ChartCoast, type CoastLayer, type CoastSource, retryInMilliseconds } from './coast-layer.ts';

/** A frame at a smaller scale would need many cells, whose detail is invisible there. */
const cellsFromZoom = 9;

/** A publisher's coast, which replaces the bundled one in a box. Its files are loaded when a frame needs them. */
export class PublisherCoast {
  readonly #source: CoastSource;
  readonly #redraw: () => void;
  #index: CoastIndex | undefined;
  readonly #parts = new Map<string, Pick<ChartCoast, 'rings' | 'lines'>>();
  readonly #loading = new Set<string>();

  constructor(source: CoastSource, redraw: () => void) {
    this.#source = source;
    this.#redraw = redraw;
  }

  /** The parts that are loaded, and `other` in the rest of the frame. Loads what is missing, and then calls `redraw`. */
  layers(frame: Camera, other: ChartCoast): readonly CoastLayer[] {
    const index = this.#index;
    if (!index) {
      this.#load(this.#source.url, (content) => {
        this.#index = content as CoastIndex;
      });
      return [{ coast: other }];
    }
    const area = pixelsOf(index.box, frame);
    if (!overlaps(area, frame) || (index.files.length > 1 && frame.zoom < cellsFromZoom)) return [{ coast: other }];
    const needed = index.files.filter(({ box }) => overlaps(pixelsOf(box, frame), frame));
    const missing = needed.filter(({ name }) => !this.#parts.has(name));
    for (const { name, box } of missing) {
      this.#load(new URL(name, this.#source.url).href, (content) => {
        this.#parts.set(name, partOf(unpackCoast(content as CoastFile), [box, index.box]));
      });
    }
    const parts = needed.flatMap(({ name }) => this.#parts.get(name) ?? []);
    const coast: ChartCoast = {
      rings: parts.flatMap((part) => part.rings),
      lines: parts.flatMap((part) => part.lines ?? part.rings),
      attribution: this.#source.attribution,
      errorInMetres: null,
    };
    if (missing.length === 0 && covers(area, frame)) return [{ coast }];
    const inside = new Path2D();
    const outside = new Path2D();
    outside.rect(0, 0, frame.width, frame.height);
    for (const { x, y, width, height } of [area, ...missing.map(({ box }) => pixelsOf(box, frame, index.box))]) {
      inside.rect(x, y, width, height);
      outside.rect(x, y, width, height);
    }
    return [
      { coast: other, clip: outside },
      { coast, clip: inside },
    ];
  }

  #load(url: string, take: (content: unknown) => void): void {
    if (this.#loading.has(url)) return;
    this.#loading.add(url);
    fetch(url)
      .then(async (response) => {
        take(await response.json());
        this.#redraw();
      })
      .catch(() => {
        // The next drawing tries again.
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

/** A box in a frame, within another box: whole pixels, so that what is clipped on either side of a border meets without a seam. */
function pixelsOf([west, south, east, north]: CoastBox, frame: Camera, within?: CoastBox): PixelBox {
  if (within) {
    const [left, bottom, right, top] = within;
    const clipped = [
      Math.max(west, left),
      Math.max(south, bottom),
      Math.min(east, right),
      Math.min(north, top),
    ] as const;
    return pixelsOf(clipped, frame);
  }
  const x = Math.round(mercatorX(west) * frame.worldSize - frame.left);
  const y = Math.round(mercatorY(north) * frame.worldSize - frame.top);
  return {
    x,
    y,
    width: Math.round(mercatorX(east) * frame.worldSize - frame.left) - x,
    height: Math.round(mercatorY(south) * frame.worldSize - frame.top) - y,
  };
}

function overlaps({ x, y, width, height }: PixelBox, frame: Camera): boolean {
  return x < frame.width && y < frame.height && x + width > 0 && y + height > 0;
}

function covers({ x, y, width, height }: PixelBox, frame: Camera): boolean {
  return x <= 0 && y <= 0 && x + width >= frame.width && y + height >= frame.height;
}

/** The rings of a part to fill, and the lines to draw: without the segments along the borders of a box, which are no coast. */
export function partOf(rings: readonly Ring[], boxes: readonly CoastBox[]): { rings: ChartRing[]; lines: ChartRing[] } {
  return {
    rings: rings.map(chartRing),
    lines: rings.flatMap((ring) =>
      linesWithout(ring, (longitude, latitude) =>
        // The sides of all boxes that a point is on, as bits.
        boxes.reduce((sides, [west, south, east, north], index) => {
          const on = [longitude - west, latitude - south, longitude - east, latitude - north];
          const bits = on.reduce((sum, distance, side) => sum | (Math.abs(distance) < halfAUnit ? 1 << side : 0), 0);
          return sides | (bits << (4 * index));
        }, 0),
      ),
    ),
  };
}

/** Half of the precision of the files, in degrees. */
const halfAUnit = 5e-6;

/** The parts of a ring without the segments both of whose ends are on the same side. */
function linesWithout(ring: Ring, sidesOf: (longitude: number, latitude: number) => number): ChartRing[] {
  const lines: number[][] = [];
  let line: number[] | undefined;
  for (let at = 2; at < ring.length; at += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(at - 2, at + 2);
    if ((sidesOf(x1, y1) & sidesOf(x2, y2)) !== 0) line = undefined;
    else {
      if (!line) lines.push((line = [x1, y1]));
      line.push(x2, y2);
    }
  }
  return lines.map((points) => ({ ...chartRing(Float64Array.from(points)), isOpen: true }));
}
