import { DomUtil, Layer, type LeafletEvent, type Map as LeafletMap, Point, type ZoomAnimEvent } from 'leaflet';

import type { Position } from '../../../core/geo/wgs84.ts';
import { type Camera, cameraAt, pointIn, worldSizeAt } from '../camera.ts';
import { moveWith } from '../leaflet-camera.ts';

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
        if (this.#map) moveWith(this.#svg, this.#drawn, this.#map);
      },
      moveend: () => {
        const { left, top, zoom } = this.#drawn;
        const now = this.#map?.getPixelOrigin();
        if (now?.x !== left || now.y !== top || this.#map?.getZoom() !== zoom) this.#redraw();
      },
      zoomanim: (event) => {
        if (this.#map) moveWith(this.#svg, this.#drawn, this.#map, event as ZoomAnimEvent);
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
    const steps = points.map((position, at) => {
      const { x, y } = pointIn(this.#drawn, position);
      return `${at === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`;
    });
    return steps.join('') + (isClosed && steps.length > 0 ? 'Z' : '');
  }
}
