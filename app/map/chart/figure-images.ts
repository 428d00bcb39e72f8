import type { Palette } from './palette.ts';

const sizeInPixels = 13;
/** Background of the figures, which may be above pale sea or a strongly coloured mark. */
const plate = { sidePadding: 4, height: 16, corner: 3, opacity: 0.88 } as const;
/** More than any view shows; beyond this, the oldest images are evicted. */
const mostImages = 400;

/** A rendered text, to be copied. Its size is in device pixels, even in both directions. */
export type FigureImage = HTMLCanvasElement;

/**
 * Cache of the figures of the chart's frame, each rendered once. Setting a canvas font and drawing text costs more than
 * the rest of the frame, which is redrawn with every step of the map.
 */
export class FigureImages {
  readonly #palette: Palette;
  readonly #pixelRatio: number;
  readonly #images = new Map<string, FigureImage>();

  constructor(palette: Palette, pixelRatio: number) {
    this.#palette = palette;
    this.#pixelRatio = pixelRatio;
  }

  of(text: string): FigureImage {
    let image = this.#images.get(text);
    if (!image) {
      if (this.#images.size >= mostImages) this.#images.clear();
      image = this.#write(text);
      this.#images.set(text, image);
    }
    return image;
  }

  #write(text: string): FigureImage {
    const image = document.createElement('canvas');
    const context = image.getContext('2d');
    if (!context) return image;
    const even = (pixels: number): number => 2 * Math.ceil((pixels * this.#pixelRatio) / 2);
    const font = `${sizeInPixels}px ${this.#palette.font}`;
    context.font = font;
    const width = context.measureText(text).width + 2 * plate.sidePadding;
    // Setting the size resets all other state.
    image.width = even(width);
    image.height = even(plate.height);
    context.setTransform(this.#pixelRatio, 0, 0, this.#pixelRatio, image.width / 2, image.height / 2);
    context.fillStyle = this.#palette.paper;
    context.globalAlpha = plate.opacity;
    context.beginPath();
    context.roundRect(-width / 2, -plate.height / 2, width, plate.height, plate.corner);
    context.fill();
    context.globalAlpha = 1;
    context.font = font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = this.#palette.muted;
    context.fillText(text, 0, 0.5);
    return image;
  }
}
