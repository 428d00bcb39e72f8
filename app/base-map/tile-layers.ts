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

/** What a base map cannot show now. */
export interface BaseMapProblem {
  readonly message: string;
  /** Whether it shows nothing, so that the outline is drawn instead. */
  readonly isTotal: boolean;
}

type Report = (problem: BaseMapProblem | null) => void;

/** Adds a base map to the map, and reports what it cannot show. Returns a function that removes it. */
export function addBaseMap(map: LeafletMap, baseMap: BaseMap, isDark: boolean, report: Report): () => void {
  const className = !isDark ? '' : baseMap.isInvertible ? 'base-map-inverted' : 'base-map-dimmed';
  const options = { maxZoom: map.getMaxZoom(), noWrap: true, className };
  let layer: GridLayer | undefined;
  let isRemoved = false;
  if (baseMap.kind === 'tiles') {
    layer = new TileLayer(baseMap.url, { ...options, subdomains: [...tileSubdomains], maxNativeZoom: 19 });
    reportMissingTiles(layer, baseMap, report);
    layer.addTo(map);
  } else {
    openArchive(baseMap, options, isDark, report).then(
      (opened) => {
        if (isRemoved) return;
        layer = opened;
        layer.addTo(map);
      },
      () => {
        report(totalProblem(baseMap));
      },
    );
  }
  return () => {
    isRemoved = true;
    layer?.remove();
  };
}

const totalProblem = ({ title }: BaseMap): BaseMapProblem => ({
  message: `${title} could not be loaded${whyMissing()}. The outline of the coast is shown instead.`,
  isTotal: true,
});
const whyMissing = (): string => (navigator.onLine ? '' : ' because this device is offline');

/** Reports tiles that are missing once all visible tiles are loaded or have failed. */
function reportMissingTiles(layer: GridLayer, baseMap: BaseMap, report: Report): void {
  let [loaded, failed] = [0, 0];
  layer.on('loading', () => {
    [loaded, failed] = [0, 0];
  });
  layer.on('tileload', () => {
    loaded++;
  });
  layer.on('tileerror', () => {
    failed++;
  });
  layer.on('load', () => {
    if (failed > 0 && loaded === 0) report(totalProblem(baseMap));
    // Online, they are gaps in the map, for example at sea.
    else if (failed > 0 && !navigator.onLine)
      report({ message: `Parts of ${baseMap.title} are missing${whyMissing()}.`, isTotal: false });
    else report(null);
  });
}

/** Returns a layer for the tiles of an archive. Rejects if it cannot be read, or has tiles that cannot be drawn. */
async function openArchive(
  baseMap: BaseMap,
  options: GridLayerOptions,
  isDark: boolean,
  report: Report,
): Promise<GridLayer> {
  const archive = new ReportingArchive(new URL(baseMap.url, document.baseURI).href, (isRead) => {
    report(isRead ? null : totalProblem(baseMap));
  });
  const { tileType, maxZoom } = await archive.getHeader();
  const imageType = imageTypes[tileType];
  if (imageType !== undefined) return new ImageLayer(archive, imageType, { ...options, maxNativeZoom: maxZoom });
  if (tileType !== TileType.Mvt) throw new Error(`tiles of type ${tileType} cannot be drawn`);
  const { createVectorLayer } = await import('./vector-layer.ts');
  return createVectorLayer(archive, maxZoom, isDark);
}

/** An archive that reports whether its latest tile could be read. */
class ReportingArchive extends PMTiles {
  readonly #report: (isRead: boolean) => void;

  constructor(url: string, report: (isRead: boolean) => void) {
    super(url);
    this.#report = report;
  }

  override async getZxy(z: number, x: number, y: number, signal?: AbortSignal): Promise<RangeResponse | undefined> {
    try {
      const tile = await super.getZxy(z, x, y, signal);
      this.#report(true);
      return tile;
    } catch (error) {
      if (signal?.aborted !== true) this.#report(false);
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
