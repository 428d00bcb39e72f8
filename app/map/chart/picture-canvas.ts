/** What is drawn with, on a canvas of the page or on one away from it. */
export type DrawingContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A size in pixels of the page, and how many of the screen's come to one of them along each side. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/**
 * A canvas that shows a finished picture. Without a graphics card, Chromium copies a canvas that is drawn on with every
 * frame in which anything on the page changes, whether or not the canvas did; a picture that was drawn away from the page
 * and handed over is taken once.
 */
export class PictureCanvas {
  readonly element = document.createElement('canvas');
  readonly #away = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(1, 1) : null;

  /** Draws a new picture, and shows it in place of the one before. No pixels to draw on means none, and no memory. */
  draw(size: PictureSize, paint: (context: DrawingContext) => void): void {
    const canvas = this.#away ?? this.element;
    const context = preparedContext(canvas, size);
    if (!context) return;
    paint(context);
    if (this.#away) this.show(finishedPicture(this.#away), size);
    else this.#lay(size);
  }

  /** Shows a picture that is finished; null for none. */
  show(picture: ImageBitmap | null, size: PictureSize): void {
    this.#lay(size);
    // A canvas that is drawn on takes no pictures.
    if (this.#away) this.element.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
    else this.element.width = 0;
  }

  #lay({ width, height }: PictureSize): void {
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
  }
}

/** What was drawn on a canvas, taken from it. Null for no pixels, of which there is no picture: asking for it throws. */
export function finishedPicture(canvas: OffscreenCanvas): ImageBitmap | null {
  return canvas.width > 0 && canvas.height > 0 ? canvas.transferToImageBitmap() : null;
}

/** A canvas of the size wanted, clear, to be drawn on in pixels of the page. */
export function preparedContext(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  { width, height, ratio }: PictureSize,
): DrawingContext | null {
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  // Setting the size clears a canvas, at the price of new memory: only when it differs.
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  const context = canvas.getContext('2d') as DrawingContext | null;
  if (!context) return null;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
