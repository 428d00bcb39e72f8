import {
  Browser,
  DomUtil,
  Layer,
  type LeafletEvent,
  type Map as LeafletMap,
  type Point,
  type ZoomAnimEvent,
} from 'leaflet';

import { worldSizeAt, type Frame } from './frame.ts';
import { cancelOwnFrame, drawInOwnFrame } from './own-frames.ts';
import { PictureCanvas, type PictureSize } from './picture-canvas.ts';

/** How far the context reaches beyond the view, as a part of its size, so that a pan need not draw. */
const padding = 0.25;
/** Beyond two pixels of the screen to one of the page the eye gains nothing and each context costs. */
const mostPixelsPerPixel = 2;
/** In levels of zoom: inwards to four times the size, outwards to half, as beyond its edges nothing is drawn. */
const furthestStretch = { inwards: 2, outwards: 0.99 } as const;
const pauseInMilliseconds = 100;
/** Of what is drawn beyond the view, what is kept for the time that another thread takes to draw. */
const reserve = 0.15;

/** Draws at once; or resolves, once it is drawn elsewhere, to what shows it. */
export type Draw = (picture: PictureCanvas, size: PictureSize, frame: Frame) => Promise<() => void> | undefined;

/**
 * A canvas that moves with the map: carried along while panning, stretched while zooming, drawn anew when the map rests
 * and when a pan has used up what was drawn beyond the view.
 */
export class CanvasLayer extends Layer {
  #drawing: Draw;
  readonly #paneName: string;
  readonly #hasContent: () => boolean;
  readonly #picture = new PictureCanvas();
  readonly #canvas = this.#picture.element;
  #map: LeafletMap | null = null;
  #drawn: Frame | null = null;
  #isUnderWay = false;
  /** Whether another was wished for while a picture was under way, which knows nothing of the reason. */
  #isOutdated = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** While there is no content, the canvas takes no memory and none of the time that it takes to put it on the screen. */
  constructor(drawing: Draw, paneName: string, hasContent: () => boolean = () => true) {
    super();
    this.#drawing = drawing;
    this.#paneName = paneName;
    this.#hasContent = hasContent;
    this.#canvas.className = 'map-canvas leaflet-zoom-animated';
    this.#canvas.setAttribute('aria-hidden', 'true');
  }

  /** What was drawn last. */
  get drawn(): Frame | null {
    return this.#drawn;
  }

  /** Draws in another way from now on. What stands stays until that is drawn. */
  drawAnew(drawing: Draw): void {
    this.#drawing = drawing;
    drawInOwnFrame(this.#draw);
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    (map.getPane(this.#paneName) ?? map.createPane(this.#paneName)).append(this.#canvas);
    this.#draw();
    return this;
  }

  override onRemove(): this {
    cancelOwnFrame(this.#draw);
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
      // What turns a wheel or spreads fingers moves the map step by step, and lets it rest at the end.
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
   * Draws with a coming frame of the screen. While a wheel turns, what was drawn is stretched instead, until it rests or
   * has come far: each drawing may lead to the next, as what is to be drawn depends on the zoom.
   */
  redraw(): void {
    const zoomed = (this.#map?.getZoom() ?? 0) - (this.#drawn?.zoom ?? 0);
    const isFar = zoomed > furthestStretch.inwards || -zoomed > furthestStretch.outwards;
    if (zoomed === 0 || isFar || !this.#drawn) drawInOwnFrame(this.#draw);
    else {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => {
        drawInOwnFrame(this.#draw);
      }, pauseInMilliseconds);
    }
  }

  readonly #draw = (): void => {
    const map = this.#map;
    if (!map) return;
    if (this.#isUnderWay) {
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
    const later = this.#drawing(this.#picture, { width, height, ratio }, frame);
    if (later) void this.#showWhenDrawn(later, frame);
    else this.#lay(frame);
  };

  /** Takes note of what the canvas now shows, and lays it where the map is. */
  #lay(frame: Frame): void {
    this.#drawn = frame;
    this.#follow();
  }

  async #showWhenDrawn(later: Promise<() => void>, frame: Frame): Promise<void> {
    this.#isUnderWay = true;
    // Where nothing can be drawn, what stood stays.
    const show = await later.catch(() => undefined);
    this.#isUnderWay = false;
    if (!this.#map) return;
    // An animation ends with a drawing of its own.
    if (show && !this.#isAnimated) {
      show();
      this.#lay(frame);
    }
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    this.redraw();
  }

  /**
   * During an animation of the browser's own, which began with the picture that stands. The map says so on its pane alone:
   * one that changes its size on the way tells that it has come to rest.
   */
  get #isAnimated(): boolean {
    return this.#map?.getPane('mapPane')?.classList.contains('leaflet-zoom-anim') ?? false;
  }

  #follow(): void {
    if (this.#map) this.#stretch(this.#map.getZoom(), this.#map.getPixelOrigin());
  }

  /** Lays what was drawn over a view of another zoom. */
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

  /** Whether the view has come, or comes close, to where nothing is drawn. While zooming, what was drawn is stretched instead. */
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
