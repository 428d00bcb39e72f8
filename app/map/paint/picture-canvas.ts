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

  /** Shows a picture, or nothing for null. */
  show(picture: ImageBitmap | null, { width, height }: PictureSize): void {
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    this.element.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
  }
}
