import { Layer, type LeafletEvent, type Map as LeafletMap, type ZoomAnimEvent } from 'leaflet';

import { oncePerFrame } from '../../session/frame-scheduler.ts';
import { type Camera } from '../camera.ts';
import { cameraOf, isAnimatingZoom, moveWith } from '../leaflet-camera.ts';
import { PictureCanvas, type PictureSize } from '../paint/picture-canvas.ts';

/** How far the drawing extends beyond the view, as a fraction of its size, so that a short pan does not draw. */
const marginShare = 0.25;
/** A device pixel ratio above two makes no visible difference, but costs memory and time. */
const mostPixelsPerPixel = 2;
/** Zoom levels by which a picture may be stretched: in to four times the size, out to half of it. */
const furthestStretch = { inwards: 2, outwards: 0.99 } as const;
/** How long a stretched picture is shown while the zoom changes, before it is drawn again. */
const stretchedInMilliseconds = 80;
/** Until the next attempt after a drawing that failed. */
const retryInMilliseconds = 5000;
/** The share of the margin beyond the view that must remain while the worker draws. */
const reserve = 0.15;

/**
 * A canvas that moves with the map: it is translated while panning, stretched while zooming, and redrawn when the map
 * stops, after each moment of zooming, and when a pan reaches the end of what was drawn beyond the view.
 */
export abstract class CanvasLayer extends Layer {
  readonly #paneName: string;
  readonly #picture = new PictureCanvas();
  readonly #canvas = this.#picture.element;
  #map: LeafletMap | null = null;
  #drawn: Camera | null = null;
  /** The zoom that the layers show while the map itself has not moved to it. */
  #target: ZoomAnimEvent | null = null;
  #isDrawing = false;
  /** Whether another drawing was requested while one was in progress. */
  #isOutdated = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  readonly #queue = oncePerFrame(() => {
    this.#draw();
  });

  constructor(paneName: string) {
    super();
    this.#paneName = paneName;
    this.#canvas.className = 'map-canvas leaflet-zoom-animated';
    this.#canvas.setAttribute('aria-hidden', 'true');
  }

  /** Draws at once, or resolves to a function that shows the picture when a worker has drawn it. */
  protected abstract draw(picture: PictureCanvas, size: PictureSize, camera: Camera): Promise<() => void> | undefined;

  /** Whether the picture has texts, which look bad when they are stretched. */
  protected hasTexts(): boolean {
    return false;
  }

  /** A canvas without content takes no memory and no compositing time. */
  protected hasContent(): boolean {
    return true;
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    (map.getPane(this.#paneName) ?? map.createPane(this.#paneName)).append(this.#canvas);
    this.#draw();
    return this;
  }

  override onRemove(): this {
    this.#queue.cancel();
    this.#cancelPause();
    this.#canvas.remove();
    this.#map = null;
    return this;
  }

  /** The last drawing. */
  get drawn(): Camera | null {
    return this.#drawn;
  }

  override getEvents(): Record<string, (event: LeafletEvent) => void> {
    const reset = (): void => {
      this.#target = null;
      this.#follow();
      this.redraw();
    };
    return {
      // A wheel or a pinch moves the map in steps, and ends with a stop.
      zoom: reset,
      viewreset: reset,
      moveend: reset,
      resize: reset,
      move: () => {
        if (this.#isUsedUp()) this.redraw();
      },
      zoomanim: (event: LeafletEvent) => {
        const map = this.#map;
        if (!map) return;
        const target = event as ZoomAnimEvent;
        if (this.#drawn) moveWith(this.#canvas, this.#drawn, map, target);
        // An animation by style sheet shows no other picture until it ends.
        if (isAnimatingZoom(map)) return;
        this.#target = target;
        this.redraw();
      },
    };
  }

  /**
   * Draws in the next frame. While the zoom changes, the last picture is stretched instead, so that the wheel does not cause a
   * drawing in each frame: one with texts for a moment, others until the zoom rests.
   */
  redraw(): void {
    const zoomed = (this.#target?.zoom ?? this.#map?.getZoom() ?? 0) - (this.#drawn?.zoom ?? 0);
    const isFar = zoomed > furthestStretch.inwards || -zoomed > furthestStretch.outwards;
    if (zoomed === 0 || isFar || !this.#drawn) this.#queue.push(undefined);
    else {
      if (!this.hasTexts()) this.#cancelPause();
      this.#drawAfter(stretchedInMilliseconds);
    }
  }

  #cancelPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }

  #drawAfter(milliseconds: number): void {
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#queue.push(undefined);
    }, milliseconds);
  }

  #draw(): void {
    const map = this.#map;
    if (!map) return;
    if (this.#isDrawing) {
      this.#isOutdated = true;
      return;
    }
    const camera = cameraOf(map, marginShare, this.#target);
    const ratio = this.hasContent() ? Math.min(window.devicePixelRatio, mostPixelsPerPixel) : 0;
    const { width, height } = camera;
    const pending = this.draw(this.#picture, { width, height, ratio }, camera);
    if (pending) void this.#showWhenDrawn(pending, camera);
    else this.#lay(camera);
  }

  /** Records what the canvas now shows, and positions it on the map. */
  #lay(camera: Camera): void {
    this.#drawn = camera;
    this.#follow();
  }

  async #showWhenDrawn(pending: Promise<() => void>, camera: Camera): Promise<void> {
    this.#isDrawing = true;
    // If nothing can be drawn, the last picture stays, and another attempt follows: the worker may start again.
    const show = await pending.catch(() => undefined);
    this.#isDrawing = false;
    if (!this.#map) return;
    if (!show) this.#drawAfter(retryInMilliseconds);
    // The end of an animation draws anyway.
    if (show && !isAnimatingZoom(this.#map)) {
      show();
      this.#lay(camera);
    }
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    this.redraw();
  }

  #follow(): void {
    if (this.#map && this.#drawn) moveWith(this.#canvas, this.#drawn, this.#map, this.#target);
  }

  /** Whether the view is near or beyond the edge of the drawing. While zooming, the drawing is stretched instead. */
  #isUsedUp(): boolean {
    const map = this.#map;
    const drawn = this.#drawn;
    if (!map || !drawn || map.getZoom() !== drawn.zoom) return false;
    const { left, top, width, height } = cameraOf(map);
    const kept = { x: width * marginShare * reserve, y: height * marginShare * reserve };
    return (
      left - kept.x < drawn.left ||
      top - kept.y < drawn.top ||
      left + width + kept.x > drawn.left + drawn.width ||
      top + height + kept.y > drawn.top + drawn.height
    );
  }
}
