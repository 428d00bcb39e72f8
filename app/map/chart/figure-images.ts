import type { Palette } from './palette.ts';

const sizeInPixels = 13;
const haloInPixels = 3;
const haloOpacity = 0.75;
const lineInPixels = 20;
/** Beyond any view: from here on what was written long ago is forgotten. */
const mostImages = 400;

/** A text as it was written once, to be copied: in pixels of the screen, an even number of them in either direction. */
export type FigureImage = HTMLCanvasElement;

/**
 * Figures in the lettering of the chart's frame, each drawn once. To set the font of a canvas and to stroke a halo costs
 * more than all else of the frame, which is drawn with every step of the map.
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
    // A new size sets all else back.
    image.width = even(context.measureText(text).width + 2 * haloInPixels);
    image.height = even(lineInPixels);
    context.setTransform(this.#pixelRatio, 0, 0, this.#pixelRatio, image.width / 2, image.height / 2);
    context.font = font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = haloInPixels;
    context.strokeStyle = this.#palette.paper;
    context.globalAlpha = haloOpacity;
    context.strokeText(text, 0, 0.5);
    context.globalAlpha = 1;
    context.fillStyle = this.#palette.muted;
    context.fillText(text, 0, 0.5);
    return image;
  }
}
