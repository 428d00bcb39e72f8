import {
  Browser,
  DomUtil,
  Layer,
  type LeafletEvent,
  type Map as LeafletMap,
  type Point,
  type ZoomAnimEvent,
} from 'leaflet';

import { type Frame, worldSizeAt } from './frame.ts';
import { PictureCanvas, type PictureSize } from './picture-canvas.ts';

/** How far the drawing extends beyond the view, as a fraction of its size, so that a short pan does not draw. */
const padding = 0.25;
/** A device pixel ratio above two makes no visible difference, but costs memory and time. */
const mostPixelsPerPixel = 2;
/** Zoom levels by which a picture may be stretched: in to four times the size, out to half of it. */
const furthestStretch = { inwards: 2, outwards: 0.99 } as const;
const pauseInMilliseconds = 100;
/** Until the next attempt after a drawing that failed. */
const retryInMilliseconds = 5000;
/** The share of the margin beyond the view that must remain while the worker draws. */
const reserve = 0.15;

/** Draws at once, or resolves to a function that shows the picture when a worker has drawn it. */
export type Draw = (picture: PictureCanvas, size: PictureSize, frame: Frame) => Promise<() => void> | undefined;

/**
 * A canvas that moves with the map: it is translated while panning, stretched while zooming, and redrawn when the map
 * stops and when a pan reaches the end of what was drawn beyond the view.
 */
export class CanvasLayer extends Layer {
  #drawing: Draw;
  readonly #paneName: string;
  readonly #hasContent: () => boolean;
  readonly #picture = new PictureCanvas();
  readonly #canvas = this.#picture.element;
  #map: LeafletMap | null = null;
  #drawn: Frame | null = null;
  #isDrawing = false;
  /** Whether another drawing was requested while one was in progress. */
  #isOutdated = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** A canvas without content takes no memory and no compositing time. */
  constructor(drawing: Draw, paneName: string, hasContent: () => boolean = () => true) {
    super();
    this.#drawing = drawing;
    this.#paneName = paneName;
    this.#hasContent = hasContent;
    this.#canvas.className = 'map-canvas leaflet-zoom-animated';
    this.#canvas.setAttribute('aria-hidden', 'true');
  }

  /** The last drawing. */
  get drawn(): Frame | null {
    return this.#drawn;
  }

  /** Changes how to draw. The last picture stays until the next one is drawn. */
  setDrawing(drawing: Draw): void {
    this.#drawing = drawing;
    queueDrawing(this.#draw);
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    (map.getPane(this.#paneName) ?? map.createPane(this.#paneName)).append(this.#canvas);
    this.#draw();
    return this;
  }

  override onRemove(): this {
    cancelDrawing(this.#draw);
    clearTimeout(this.#pause);
    this.#canvas.remove();
    this.#map = null;
    return this;
  }

  override getEvents(): Record<string, (event: LeafletEvent) => void> {
    const reset = (): void => {
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
        const { center, zoom } = event as ZoomAnimEvent;
        const map = this.#map;
        if (!map) return;
        const paneOffset = DomUtil.getPosition(map.getPane('mapPane') ?? this.#canvas);
        const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(paneOffset).round();
        this.#stretch(zoom, origin);
      },
    };
  }

  /**
   * Draws in a later frame. While a wheel turns, the last picture is stretched instead, until the wheel stops or the
   * zoom has changed a lot: every drawing could cause another one, because it depends on the zoom.
   */
  redraw(): void {
    const zoomed = (this.#map?.getZoom() ?? 0) - (this.#drawn?.zoom ?? 0);
    const isFar = zoomed > furthestStretch.inwards || -zoomed > furthestStretch.outwards;
    if (zoomed === 0 || isFar || !this.#drawn) queueDrawing(this.#draw);
    else {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(this.#queue, pauseInMilliseconds);
    }
  }

  readonly #queue = (): void => {
    queueDrawing(this.#draw);
  };

  readonly #draw = (): void => {
    const map = this.#map;
    if (!map) return;
    if (this.#isDrawing) {
      this.#isOutdated = true;
      return;
    }
    const size = map.getSize();
    const corner = map.containerPointToLayerPoint(size.multiplyBy(-padding)).round();
    const origin = map.getPixelOrigin();
    const zoom = map.getZoom();
    const width = Math.ceil(size.x * (1 + 2 * padding));
    const height = Math.ceil(size.y * (1 + 2 * padding));
    const frame: Frame = {
      zoom,
      worldSize: worldSizeAt(zoom),
      left: origin.x + corner.x,
      top: origin.y + corner.y,
      width,
      height,
      beyond: { x: (width - size.x) / 2, y: (height - size.y) / 2 },
    };
    const ratio = this.#hasContent() ? Math.min(window.devicePixelRatio, mostPixelsPerPixel) : 0;
    const pending = this.#drawing(this.#picture, { width, height, ratio }, frame);
    if (pending) void this.#showWhenDrawn(pending, frame);
    else this.#lay(frame);
  };

  /** Records what the canvas now shows, and positions it on the map. */
  #lay(frame: Frame): void {
    this.#drawn = frame;
    this.#follow();
  }

  async #showWhenDrawn(pending: Promise<() => void>, frame: Frame): Promise<void> {
    this.#isDrawing = true;
    // If nothing can be drawn, the last picture stays, and another attempt follows: the worker may start again.
    const show = await pending.catch(() => undefined);
    this.#isDrawing = false;
    if (!this.#map) return;
    if (!show) {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(this.#queue, retryInMilliseconds);
    }
    // The end of an animation draws anyway.
    if (show && !this.#isAnimated) {
      show();
      this.#lay(frame);
    }
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    this.redraw();
  }

  /**
   * Whether a CSS animation is running, which started with the current picture. Read from the class of the map's pane:
   * a resize during the animation makes the map report that it has stopped.
   */
  get #isAnimated(): boolean {
    return this.#map?.getPane('mapPane')?.classList.contains('leaflet-zoom-anim') ?? false;
  }

  #follow(): void {
    if (this.#map) this.#stretch(this.#map.getZoom(), this.#map.getPixelOrigin());
  }

  /** Positions the last picture over a view of another zoom. */
  #stretch(zoom: number, origin: Point): void {
    const drawn = this.#drawn;
    if (!drawn) return;
    const scale = 2 ** (zoom - drawn.zoom);
    const corner = origin.clone();
    corner.x = drawn.left * scale - origin.x;
    corner.y = drawn.top * scale - origin.y;
    if (Browser.any3d) DomUtil.setTransform(this.#canvas, corner, scale);
    else DomUtil.setPosition(this.#canvas, corner);
  }

  /** Whether the view is near or beyond the edge of the drawing. While zooming, the drawing is stretched instead. */
  #isUsedUp(): boolean {
    const map = this.#map;
    const drawn = this.#drawn;
    if (!map || !drawn || map.getZoom() !== drawn.zoom) return false;
    const size = map.getSize();
    const corner = map.containerPointToLayerPoint([0, 0]).add(map.getPixelOrigin());
    const kept = size.multiplyBy(padding * reserve);
    return (
      corner.x - kept.x < drawn.left ||
      corner.y - kept.y < drawn.top ||
      corner.x + size.x + kept.x > drawn.left + drawn.width ||
      corner.y + size.y + kept.y > drawn.top + drawn.height
    );
  }
}

const waiting = new Set<() => void>();
let request: number | undefined;

function drawNext(): void {
  const [draw] = waiting;
  request = undefined;
  if (!draw) return;
  waiting.delete(draw);
  if (waiting.size > 0) request = requestAnimationFrame(drawNext);
  draw();
}

/**
 * Schedules a drawing in an animation frame of its own: two map-sized drawings in one frame would make it late. A
 * drawing that is already queued keeps its place.
 */
export function queueDrawing(draw: () => void): void {
  waiting.add(draw);
  request ??= requestAnimationFrame(drawNext);
}

/** Removes a drawing from the queue. */
export function cancelDrawing(draw: () => void): void {
  waiting.delete(draw);
}
