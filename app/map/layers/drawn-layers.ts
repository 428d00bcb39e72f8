import { DomUtil, Layer, type LeafletEvent, type Map as LeafletMap, Point, type ZoomAnimEvent } from 'leaflet';

import type { Position } from '../../../core/geo/wgs84.ts';
import { oncePerFrame } from '../../explorer/frame-scheduler.ts';
import { type Camera, cameraAt, pointIn, worldSizeAt } from '../camera.ts';
import { cameraOf, isAnimatingZoom, alignWithMap } from '../leaflet-camera.ts';
import { PictureCanvas, type PictureSize } from '../paint/canvas.ts';

/** How far the drawing extends beyond the view, as a fraction of its size, so that a short pan needs no new drawing. */
export const marginShare = 0.25;
/** A device pixel ratio above two makes no visible difference, but costs memory and time. */
const maxPixelRatio = 2;
/** Zoom levels by which a picture may be stretched: inwards to four times its size, outwards to half of it. */
const furthestStretch = { inwards: 2, outwards: 0.99 } as const;
/** A picture stretched inwards by more zoom levels is hidden: it would show little but blurred letters or one line. */
const furthestVisibleStretch = { withTexts: 2, withoutTexts: 4 } as const;
/** Delay before a stretched picture is drawn again while the zoom changes. */
const stretchDelayInMilliseconds = 80;
/** Delay before the next attempt after a failed drawing. */
const retryInMilliseconds = 5000;
/** A pan starts a new drawing when less than this fraction of the margin remains beyond the view. */
const reserveShare = 0.15;

/**
 * A canvas that moves with the map: it is translated while panning and stretched while zooming. It is redrawn when the
 * map stops, at intervals during a zoom, and when a pan approaches the edge of the drawing.
 */
export abstract class CanvasLayer extends Layer {
  readonly #paneName: string;
  readonly #picture = new PictureCanvas();
  readonly #canvas = this.#picture.element;
  #map: LeafletMap | null = null;
  #drawn: Camera | null = null;
  #isDrawing = false;
  /** Whether another drawing was requested while one was in progress. */
  #isOutdated = false;
  #redrawTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #queue = oncePerFrame(() => {
    this.#draw();
  });

  constructor(paneName: string) {
    super();
    this.#paneName = paneName;
    this.#canvas.className = 'map-canvas leaflet-zoom-animated';
    this.#canvas.setAttribute('aria-hidden', 'true');
  }

  /** Lets a worker draw, and resolves to a function that shows the picture. */
  protected abstract draw(picture: PictureCanvas, size: PictureSize, camera: Camera): Promise<() => void>;

  /** Whether the picture has texts, which look bad when they are stretched. */
  protected hasTexts(): boolean {
    return false;
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    (map.getPane(this.#paneName) ?? map.createPane(this.#paneName)).append(this.#canvas);
    this.#draw();
    return this;
  }

  override onRemove(): this {
    this.#queue.cancel();
    this.#cancelTimer();
    this.#canvas.remove();
    this.#map = null;
    return this;
  }

  /** The camera of the last drawing. */
  get drawn(): Camera | null {
    return this.#drawn;
  }

  override getEvents(): Record<string, (event: LeafletEvent) => void> {
    const reset = (): void => {
      this.#moveWithMap();
      this.redraw();
    };
    return {
      // A wheel or a pinch moves the map in steps; `moveend` follows the last one.
      zoom: reset,
      moveend: reset,
      resize: reset,
      move: () => {
        if (this.#isNearEdge()) this.redraw();
      },
      zoomanim: (event: LeafletEvent) => {
        if (this.#map && this.#drawn) alignWithMap(this.#canvas, this.#drawn, this.#map, event as ZoomAnimEvent);
      },
    };
  }

  /**
   * Draws in the next frame. While the zoom changes, the last picture is stretched instead, so that the wheel does not
   * cause a drawing in each frame. A picture with texts is redrawn after a moment, others when the zoom no longer
   * changes.
   */
  redraw(): void {
    const zoomed = (this.#map?.getZoom() ?? 0) - (this.#drawn?.zoom ?? 0);
    const isFar = zoomed > furthestStretch.inwards || -zoomed > furthestStretch.outwards;
    if (zoomed === 0 || isFar || !this.#drawn) this.#queue.push(undefined);
    else {
      if (!this.hasTexts()) this.#cancelTimer();
      this.#drawAfter(stretchDelayInMilliseconds);
    }
  }

  #cancelTimer(): void {
    clearTimeout(this.#redrawTimer);
    this.#redrawTimer = undefined;
  }

  #drawAfter(milliseconds: number): void {
    this.#redrawTimer ??= setTimeout(() => {
      this.#redrawTimer = undefined;
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
    const camera = cameraOf(map, marginShare);
    const ratio = Math.min(window.devicePixelRatio, maxPixelRatio);
    const { width, height } = camera;
    void this.#showWhenDrawn(this.draw(this.#picture, { width, height, ratio }, camera), camera);
  }

  async #showWhenDrawn(pending: Promise<() => void>, camera: Camera): Promise<void> {
    this.#isDrawing = true;
    // If the drawing fails, the last picture remains and another attempt follows, which may start a new worker.
    const show = await pending.catch(() => undefined);
    this.#isDrawing = false;
    if (!this.#map) return;
    if (!show) this.#drawAfter(retryInMilliseconds);
    // The end of an animation causes another drawing anyway.
    if (show && !isAnimatingZoom(this.#map)) {
      show();
      this.#drawn = camera;
      this.#moveWithMap();
    }
    if (!this.#isOutdated) return;
    this.#isOutdated = false;
    this.redraw();
  }

  #moveWithMap(): void {
    if (!this.#map || !this.#drawn) return;
    alignWithMap(this.#canvas, this.#drawn, this.#map);
    const limit = furthestVisibleStretch[this.hasTexts() ? 'withTexts' : 'withoutTexts'];
    const isVisible = this.#map.getZoom() - this.#drawn.zoom <= limit;
    this.#canvas.style.visibility = isVisible ? '' : 'hidden';
  }

  /** Whether the view is near or beyond the edge of the drawing. While zooming, the drawing is stretched instead. */
  #isNearEdge(): boolean {
    const map = this.#map;
    const drawn = this.#drawn;
    if (!map || !drawn || map.getZoom() !== drawn.zoom) return false;
    const { left, top, width, height } = cameraOf(map);
    const reserved = { x: width * marginShare * reserveShare, y: height * marginShare * reserveShare };
    return (
      left - reserved.x < drawn.left ||
      top - reserved.y < drawn.top ||
      left + width + reserved.x > drawn.left + drawn.width ||
      top + height + reserved.y > drawn.top + drawn.height
    );
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg';

interface Line {
  readonly path: SVGPathElement;
  readonly points: readonly Position[];
  readonly isClosed: boolean;
}

/** SVG lines over the map. Their coordinates have fractions of pixels, so that they move smoothly. */
export class LineLayer extends Layer {
  readonly #svg = document.createElementNS(svgNamespace, 'svg');
  readonly #lines = new Map<string, Line>();
  #map: LeafletMap | null = null;
  /** The camera from whose corner the coordinates of paths are measured, so that the numbers remain small. */
  #drawn: Camera = cameraAt({ centre: { longitude: 0, latitude: 0 }, zoom: 0 }, { x: 0, y: 0 });

  constructor() {
    super();
    this.#svg.classList.add('map-drawing', 'leaflet-zoom-animated');
    this.#svg.setAttribute('aria-hidden', 'true');
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    map.getPane('overlayPane')?.append(this.#svg);
    this.#redraw();
    return this;
  }

  override onRemove(): this {
    this.#svg.remove();
    this.#map = null;
    return this;
  }

  override getEvents(): Record<string, (event: LeafletEvent) => void> {
    return {
      zoom: () => {
        if (this.#map) alignWithMap(this.#svg, this.#drawn, this.#map);
      },
      moveend: () => {
        const { left, top, zoom } = this.#drawn;
        const now = this.#map?.getPixelOrigin();
        if (now?.x !== left || now.y !== top || this.#map?.getZoom() !== zoom) this.#redraw();
      },
      zoomanim: (event) => {
        if (this.#map) alignWithMap(this.#svg, this.#drawn, this.#map, event as ZoomAnimEvent);
      },
    };
  }

  /** Sets the points of a line. Its name is also its CSS class. A line without points is invisible. */
  set(name: string, points: readonly Position[], isClosed = false): void {
    const before = this.#lines.get(name);
    // Writing an attribute causes a new layout, even if its value does not change.
    const isUnchanged = before ? before.points === points && before.isClosed === isClosed : points.length === 0;
    if (isUnchanged || (before?.points.length === 0 && points.length === 0)) return;
    const path = before?.path ?? this.#newPath(name);
    this.#lines.set(name, { path, points, isClosed });
    path.setAttribute('d', this.#pathOf(points, isClosed));
  }

  #newPath(name: string): SVGPathElement {
    const path = document.createElementNS(svgNamespace, 'path');
    path.setAttribute('class', name);
    this.#svg.append(path);
    return path;
  }

  #redraw(): void {
    const map = this.#map;
    if (!map) return;
    const { x, y } = map.getPixelOrigin();
    const zoom = map.getZoom();
    this.#drawn = { ...this.#drawn, zoom, worldSize: worldSizeAt(zoom), left: x, top: y };
    DomUtil.setTransform(this.#svg as unknown as HTMLElement, new Point(0, 0), 1);
    for (const { path, points, isClosed } of this.#lines.values())
      path.setAttribute('d', this.#pathOf(points, isClosed));
  }

  #pathOf(points: readonly Position[], isClosed: boolean): string {
    const steps = points.map((position, index) => {
      const { x, y } = pointIn(this.#drawn, position);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`;
    });
    return steps.join('') + (isClosed && steps.length > 0 ? 'Z' : '');
  }
}
