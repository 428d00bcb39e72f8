/** The 2D context of a canvas in the page or of an offscreen canvas. */
export type DrawingContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A size in CSS pixels, and the device pixel ratio. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/**
 * A canvas that shows a finished picture. Without a GPU, Chromium copies a canvas with a drawing context in every frame
 * in which anything on the page changes; a bitmap that was drawn offscreen and transferred is copied once.
 */
export class PictureCanvas {
  readonly element = document.createElement('canvas');
  readonly #away = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(1, 1) : null;

  /** Draws a new picture and shows it. A size without pixels shows nothing and takes no memory. */
  draw(size: PictureSize, paint: (context: DrawingContext) => void): void {
    const canvas = this.#away ?? this.element;
    const context = preparedContext(canvas, size);
    if (!context) return;
    paint(context);
    if (this.#away) this.show(finishedPicture(this.#away), size);
    else this.#lay(size);
  }

  /** Shows a finished picture, or nothing for null. */
  show(picture: ImageBitmap | null, size: PictureSize): void {
    this.#lay(size);
    // A canvas with a drawing context cannot receive bitmaps.
    if (this.#away) this.element.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
    else this.element.width = 0;
  }

  #lay({ width, height }: PictureSize): void {
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
  }
}

/**
 * Transfers the content of a canvas to a bitmap. Null for a canvas without pixels, for which the browser would throw.
 */
export function finishedPicture(canvas: OffscreenCanvas): ImageBitmap | null {
  return canvas.width > 0 && canvas.height > 0 ? canvas.transferToImageBitmap() : null;
}

/** Prepares a cleared canvas of a size, to be drawn on in CSS pixels. */
export function preparedContext(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  { width, height, ratio }: PictureSize,
): DrawingContext | null {
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  // Setting the size clears a canvas but allocates new memory, so only when it differs.
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  const context = canvas.getContext('2d') as DrawingContext | null;
  if (!context) return null;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
