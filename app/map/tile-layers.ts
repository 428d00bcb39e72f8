import {
  type Coords,
  type DoneCallback,
  GridLayer,
  type GridLayerOptions,
  type Map as LeafletMap,
  type TileEvent,
  TileLayer,
  Util,
} from 'leaflet';
import { PMTiles, TileType } from 'pmtiles';

import { largestZoom, type TileSource } from './map-options.ts';

/** This many failed tiles in a row count as a failure, not as gaps in the map. */
const failuresBeforeMessage = 4;

/** Adds a publisher's tiles to the map; returns a function that removes them. Reports problems with `onProblem`. */
export function addTiles(map: LeafletMap, tiles: TileSource, onProblem: (message: string) => void): () => void {
  const options = { maxZoom: largestZoom, noWrap: true };
  const layer: GridLayer =
    tiles.kind === 'tiles' ? new TileLayer(tiles.url, options) : new ArchiveLayer(tiles.url, options, onProblem);
  let failures = 0;
  layer.on('tileerror', () => {
    failures++;
    if (failures === failuresBeforeMessage)
      onProblem(`Map tiles from ${tiles.host} cannot be loaded. The built-in chart is still available.`);
  });
  layer.on('tileload', () => {
    failures = 0;
  });
  layer.addTo(map);
  return () => {
    layer.remove();
  };
}

const imageTypes: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

/** Raster tiles from a PMTiles archive; only the visible parts are fetched. */
class ArchiveLayer extends GridLayer {
  readonly #archive: PMTiles;
  readonly #requests = new WeakMap<HTMLElement, AbortController>();

  /** Calls `onProblem` once when the archive cannot be read or contains no images. */
  constructor(url: string, options: GridLayerOptions, onProblem: (message: string) => void) {
    super(options);
    this.#archive = new PMTiles(url);
    this.#archive.getHeader().then(
      ({ tileType, maxZoom }) => {
        if (!(tileType in imageTypes))
          onProblem('The tile archive contains no images, and this map can only show images.');
        // At larger zooms, the most detailed tiles are enlarged.
        Util.setOptions(this, { maxNativeZoom: maxZoom });
        this.redraw();
      },
      (error: unknown) => {
        onProblem(`The tile archive cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      },
    );
    this.on('tileunload', ({ tile }: TileEvent) => {
      this.#requests.get(tile)?.abort();
    });
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const image = document.createElement('img');
    image.alt = '';
    const abort = new AbortController();
    this.#requests.set(image, abort);
    this.#draw(image, { x, y, z }, abort.signal).then(
      () => {
        done(undefined, image);
      },
      (error: unknown) => {
        if (!abort.signal.aborted) done(error instanceof Error ? error : new Error(String(error)), image);
      },
    );
    return image;
  }

  /** Where the archive has no tile, the image remains empty. */
  async #draw(image: HTMLImageElement, { x, y, z }: { x: number; y: number; z: number }, signal: AbortSignal) {
    const { tileType } = await this.#archive.getHeader();
    const type = imageTypes[tileType];
    const tile = type === undefined ? undefined : await this.#archive.getZxy(z, x, y, signal);
    if (!tile || type === undefined) return;
    const objectUrl = URL.createObjectURL(new Blob([tile.data], { type }));
    try {
      image.src = objectUrl;
      await image.decode();
    } finally {
      URL.revokeObjectURL(objectUrl);
    }
  }
}
