import { GridLayer, Util, type Coords, type DoneCallback, type GridLayerOptions, type TileEvent } from 'leaflet';
import { PMTiles, TileType } from 'pmtiles';

const imageTypes: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

/** Raster tiles from a PMTiles archive; only the visible parts are fetched. */
export class ArchiveLayer extends GridLayer {
  readonly #archive: PMTiles;
  readonly #underWay = new WeakMap<HTMLElement, AbortController>();

  /** Calls `onProblem` once when the archive cannot be read or contains no images. */
  constructor(address: string, options: GridLayerOptions, onProblem: (words: string) => void) {
    super(options);
    this.#archive = new PMTiles(address);
    this.#archive.getHeader().then(
      ({ tileType, maxZoom }) => {
        if (!(tileType in imageTypes))
          onProblem('The tile archive contains no images, and this map can only show images.');
        // Closer in, the last tiles are drawn larger.
        Util.setOptions(this, { maxNativeZoom: maxZoom });
        this.redraw();
      },
      (error: unknown) => {
        onProblem(`The archive of tiles cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      },
    );
    this.on('tileunload', ({ tile }: TileEvent) => {
      this.#underWay.get(tile)?.abort();
    });
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const image = document.createElement('img');
    image.alt = '';
    const abort = new AbortController();
    this.#underWay.set(image, abort);
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

  /** Where the archive has no tile, the picture stays empty. */
  async #draw(image: HTMLImageElement, { x, y, z }: { x: number; y: number; z: number }, signal: AbortSignal) {
    const { tileType } = await this.#archive.getHeader();
    const type = imageTypes[tileType];
    const tile = type === undefined ? undefined : await this.#archive.getZxy(z, x, y, signal);
    if (!tile || type === undefined) return;
    const address = URL.createObjectURL(new Blob([tile.data], { type }));
    try {
      image.src = address;
      await image.decode();
    } finally {
      URL.revokeObjectURL(address);
    }
  }
}
