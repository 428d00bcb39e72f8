import {
  type Coords,
  type DoneCallback,
  GridLayer,
  type GridLayerOptions,
  type Map as LeafletMap,
  type TileEvent,
  TileLayer,
} from 'leaflet';
import { PMTiles, type RangeResponse, TileType } from 'pmtiles';

import { type BaseMap, tileSubdomains } from '../../core/http/base-maps.ts';

/** Receives a message about what is missing, or null. */
type Report = (problem: string | null) => void;

/** Adds a base map to the map, and reports what it cannot show. Returns a function that removes it. */
export function addBaseMap(map: LeafletMap, baseMap: BaseMap, isDark: boolean, report: Report): () => void {
  const className = !isDark ? '' : baseMap.isInvertible ? 'base-map-inverted' : 'base-map-dimmed';
  const options = { maxZoom: map.getMaxZoom(), noWrap: true, className };
  const tally = new TileTally(baseMap, report);
  let layer: GridLayer | undefined;
  let isRemoved = false;
  if (baseMap.kind === 'tiles') {
    layer = new TileLayer(baseMap.url, { ...options, subdomains: [...tileSubdomains], maxNativeZoom: 19 });
    layer.on('tileload', tally.noteLoaded).on('tileerror', tally.noteFailed).on('load', tally.report);
    layer.addTo(map);
  } else {
    openArchive(baseMap, options, isDark, tally).then(
      (opened) => {
        if (isRemoved) return;
        layer = opened.on('load', tally.report);
        layer.addTo(map);
      },
      () => {
        tally.noteFailed();
        tally.report();
      },
    );
  }
  return () => {
    isRemoved = true;
    layer?.remove();
  };
}

/** Counts tiles since the last report, and whether any has ever been loaded. */
class TileTally {
  readonly #title: string;
  readonly #report: Report;
  #hasLoaded = false;
  #failed = 0;

  constructor({ title }: BaseMap, report: Report) {
    this.#title = title;
    this.#report = report;
  }

  readonly noteLoaded = (): void => {
    this.#hasLoaded = true;
  };

  readonly noteFailed = (): void => {
    this.#failed++;
  };

  /** Called once all requested tiles have been loaded or have failed. */
  readonly report = (): void => {
    const why = navigator.onLine ? '' : ' because this device is offline';
    if (this.#failed > 0 && !this.#hasLoaded)
      this.#report(`${this.#title} could not be loaded${why}. The outline of the coast is shown instead.`);
    // Online, missing tiles are gaps in the map, for example at sea, through which the outline is visible.
    else this.#report(this.#failed > 0 && !navigator.onLine ? `Parts of ${this.#title} are missing${why}.` : null);
    this.#failed = 0;
  };
}

/** Returns a layer for the tiles of an archive. Rejects if it cannot be read, or has tiles that cannot be drawn. */
async function openArchive(
  baseMap: BaseMap,
  options: GridLayerOptions,
  isDark: boolean,
  tally: TileTally,
): Promise<GridLayer> {
  const archive = new CountedArchive(new URL(baseMap.url, document.baseURI).href, tally);
  const { tileType, maxZoom } = await archive.getHeader();
  const imageType = imageTypes[tileType];
  if (imageType !== undefined) return new ImageLayer(archive, imageType, { ...options, maxNativeZoom: maxZoom });
  if (tileType !== TileType.Mvt) throw new Error(`tiles of type ${tileType} cannot be drawn`);
  const { createVectorLayer } = await import('./vector-layer.ts');
  return createVectorLayer(archive, maxZoom, isDark);
}

/** An archive that counts the tiles that are read, because the layer of vector tiles does not report failures. */
class CountedArchive extends PMTiles {
  readonly #tally: TileTally;

  constructor(url: string, tally: TileTally) {
    super(url);
    this.#tally = tally;
  }

  override async getZxy(z: number, x: number, y: number, signal?: AbortSignal): Promise<RangeResponse | undefined> {
    try {
      const tile = await super.getZxy(z, x, y, signal);
      this.#tally.noteLoaded();
      return tile;
    } catch (error) {
      if (signal?.aborted !== true) this.#tally.noteFailed();
      throw error;
    }
  }
}

const imageTypes: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

/** Images from an archive; only the visible parts are fetched. */
class ImageLayer extends GridLayer {
  readonly #archive: PMTiles;
  readonly #type: string;
  readonly #requests = new WeakMap<HTMLElement, AbortController>();

  constructor(archive: PMTiles, type: string, options: GridLayerOptions) {
    super(options);
    this.#archive = archive;
    this.#type = type;
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
    const tile = await this.#archive.getZxy(z, x, y, signal);
    if (!tile) return;
    const objectUrl = URL.createObjectURL(new Blob([tile.data], { type: this.#type }));
    try {
      image.src = objectUrl;
      await image.decode();
    } finally {
      URL.revokeObjectURL(objectUrl);
    }
  }
}
