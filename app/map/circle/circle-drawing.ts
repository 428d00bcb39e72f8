import {
  DivIcon,
  DomUtil,
  Layer,
  type LeafletEvent,
  type Map as LeafletMap,
  Marker,
  Point,
  type ZoomAnimEvent,
} from 'leaflet';

import type { Position } from '../../../core/geo/wgs84.ts';
import { mercatorX, mercatorY, worldSizeAt } from '../chart/frame.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/** SVG lines over the chart, with fractional pixels, so that they move smoothly. */
export class DrawingLayer extends Layer {
  readonly #svg = document.createElementNS(svgNamespace, 'svg');
  readonly #lines = new Map<string, { readonly path: SVGPathElement; readonly points: readonly Position[] }>();
  readonly #closed: ReadonlySet<string>;
  #map: LeafletMap | null = null;
  /** Coordinates of paths count from here, so that they stay small; pixels of the world at the zoom drawn. */
  #origin = { x: 0, y: 0, zoom: 0 };

  /** `closed` contains the names of closed lines. */
  constructor(closed: readonly string[]) {
    super();
    this.#closed = new Set(closed);
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
        if (this.#map) this.#stretch(this.#map.getZoom(), this.#map.getPixelOrigin());
      },
      moveend: () => {
        const { x, y, zoom } = this.#origin;
        const now = this.#map?.getPixelOrigin();
        if (now?.x !== x || now.y !== y || this.#map?.getZoom() !== zoom) this.#redraw();
      },
      zoomanim: (event) => {
        const map = this.#map;
        const pane = map?.getPane('mapPane');
        if (!map || !pane) return;
        const { center, zoom } = event as ZoomAnimEvent;
        const half = map.getSize().divideBy(2);
        this.#stretch(zoom, map.project(center, zoom).subtract(half).add(DomUtil.getPosition(pane)).round());
      },
    };
  }

  /** Redraws the line of a name, which is also its class; removes it without points. */
  set(name: string, points: readonly Position[]): void {
    const before = this.#lines.get(name);
    // An attribute that is written is laid out again, even if it stays the same.
    if ((before?.points.length ?? 0) === 0 && points.length === 0) return;
    const path = before?.path ?? this.#newPath(name);
    this.#lines.set(name, { path, points });
    path.setAttribute('d', this.#pathOf(name, points));
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
    this.#origin = { x, y, zoom: map.getZoom() };
    DomUtil.setTransform(this.#svg as unknown as HTMLElement, new Point(0, 0), 1);
    for (const [name, { path, points }] of this.#lines) path.setAttribute('d', this.#pathOf(name, points));
  }

  #pathOf(name: string, points: readonly Position[]): string {
    const size = worldSizeAt(this.#origin.zoom);
    const steps = points.map(({ longitude, latitude }, at) => {
      const x = mercatorX(longitude) * size - this.#origin.x;
      const y = mercatorY(latitude) * size - this.#origin.y;
      return `${at === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`;
    });
    return steps.length > 0 && this.#closed.has(name) ? `${steps.join('')}Z` : steps.join('');
  }

  #stretch(zoom: number, origin: Point): void {
    const scale = 2 ** (zoom - this.#origin.zoom);
    const corner = origin.clone();
    corner.x = this.#origin.x * scale - origin.x;
    corner.y = this.#origin.y * scale - origin.y;
    DomUtil.setTransform(this.#svg as unknown as HTMLElement, corner, scale);
  }
}

const fingerSize = 44;

/**
 * A marker that can be dragged. It has no accessible name, only a `testId`: assistive technology changes the search with the
 * controls in the panel.
 */
export function draggable(className: string, testId: string): Marker {
  const icon = new DivIcon({ className, iconSize: [fingerSize, fingerSize] });
  const marker = new Marker([0, 0], { icon, draggable: true, keyboard: false, autoPan: false, zIndexOffset: 1000 });
  return marker.on('add', () => {
    // Leaflet creates a new element each time it is added to the map.
    marker.getElement()?.setAttribute('data-testid', testId);
  });
}

export interface TextMarker {
  readonly marker: Marker;
  readonly write: (text: string) => void;
  /** The current text. */
  readonly text: () => string;
  /** Width of the text in pixels; all figures have the same width, so it depends only on the length. */
  readonly width: () => number;
}

/** A text at a point of the map that does not receive pointer events. */
export function label(className: string): TextMarker {
  const text = document.createElement('span');
  const icon = new DivIcon({ className, html: text, iconSize: [0, 0] });
  const widths = new Map<number, number>();
  return {
    marker: new Marker([0, 0], { icon, interactive: false, keyboard: false }),
    write: (written) => {
      if (text.textContent !== written) text.textContent = written;
    },
    text: () => text.textContent,
    width: () => {
      const { length } = text.textContent;
      const known = widths.get(length);
      if (known !== undefined) return known;
      const width = text.offsetWidth;
      // An element outside the page has no width.
      if (width > 0) widths.set(length, width);
      return width || length * 8 + 12;
    },
  };
}
