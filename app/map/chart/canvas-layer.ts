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
import { PictureCanvas, type DrawingContext } from './picture-canvas.ts';

/** How far the context reaches beyond the view, as a part of its size, so that a pan need not draw. */
const padding = 0.25;
/** Beyond two pixels of the screen to one of the page the eye gains nothing and each context costs. */
const mostPixelsPerPixel = 2;
/** In levels of zoom: inwards to four times the size, outwards to half, as beyond its edges nothing is drawn. */
const furthestStretch = { inwards: 2, outwards: 0.99 } as const;
const pauseInMilliseconds = 100;

export type Paint = (context: DrawingContext, frame: Frame) => void;

/**
 * A canvas that moves with the map: carried along while panning, stretched while zooming, drawn anew when the map rests
 * and when a pan has used up what was drawn beyond the view.
 */
export class CanvasLayer extends Layer {
  readonly #paint: Paint;
  readonly #paneName: string;
  readonly #hasContent: () => boolean;
  readonly #picture = new PictureCanvas();
  readonly #canvas = this.#picture.element;
  #map: LeafletMap | null = null;
  #drawn: Frame | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** While there is no content, the canvas takes no memory and none of the time that it takes to put it on the screen. */
  constructor(paint: Paint, paneName: string, hasContent: () => boolean = () => true) {
    super();
    this.#paint = paint;
    this.#paneName = paneName;
    this.#hasContent = hasContent;
    this.#canvas.className = 'map-canvas leaflet-zoom-animated';
    this.#canvas.setAttribute('aria-hidden', 'true');
  }

  /** What was drawn last. */
  get drawn(): Frame | null {
    return this.#drawn;
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
    this.#picture.draw({ width, height, ratio }, (context) => {
      this.#paint(context, frame);
    });
    this.#drawn = frame;
    DomUtil.setTransform(this.#canvas, corner, 1);
  };

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

  /** Whether the view has come to where nothing is drawn. While zooming, what was drawn is stretched instead. */
  #isUsedUp(): boolean {
    const map = this.#map;
    const drawn = this.#drawn;
    if (!map || !drawn || map.getZoom() !== drawn.zoom) return false;
    const size = map.getSize();
    const corner = map.containerPointToLayerPoint([0, 0]).add(map.getPixelOrigin());
    return (
      corner.x < drawn.left ||
      corner.y < drawn.top ||
      corner.x + size.x > drawn.left + drawn.width ||
      corner.y + size.y > drawn.top + drawn.height
    );
  }
}
