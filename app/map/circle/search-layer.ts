import { type Layer, LayerGroup, type Map as LeafletMap, type Marker } from 'leaflet';

import { geodesicPoint } from '../../../core/geo/geodesic-point.ts';
import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import { oncePerFrame } from '../../session/frame-scheduler.ts';
import type { LocationSearch, ViewState } from '../../view/view-state.ts';
import { formatDistance, type Units } from '../../vocabulary/distances.ts';
import { pairOf, positionOf } from '../chart/frame.ts';
import { controlsOf, freeArea, isClear, isWithin } from '../free-area.ts';
import { type Box, boxAround } from '../overlay/label-placement.ts';
import { draggable, DrawingLayer, label, type TextMarker } from './circle-drawing.ts';
import { fitNearest } from './fit-nearest.ts';
import { type FoundNearest, NearestLines, targetsOf } from './nearest-lines.ts';
import { circleAround, handleBearing, roundRadius } from './radius.ts';

const cornersOfCircle = 120;
/** Corners of the circle during a drag: within a pixel of the true circle, at the size of the screen. */
const cornersWhileDragging = 60;
/** On a smaller circle the handle would cover the centre; the user can zoom in to drag it. */
const smallestReachInPixels = 26;
/** Visible size of the handle, and its label below. */
const handleReach = 14;
const labelBottom = 36;
/** While a wheel turns, the map stops after every frame. */
const pauseInMilliseconds = 100;

/** The class of a circle's line, and the initial bearing of its handle, clockwise from north. */
export interface CircleStyle {
  readonly line: string;
  readonly handleTestId: string;
  readonly bearingInDegrees: number;
  /** Whether its centre is marked and can be dragged. */
  readonly hasCentre: boolean;
}

const searchStyle: CircleStyle = {
  line: 'map-circle',
  handleTestId: 'radius-handle',
  bearingInDegrees: 90,
  hasCentre: true,
};

/**
 * The search on the map: the circle with its draggable centre and edge, or the lines to the nearest record and place. Only this
 * layer changes during a drag; the chart below is not redrawn.
 */
export class SearchLayer {
  readonly #map: LeafletMap;
  readonly #setSearch: (search: LocationSearch) => void;
  readonly #group = new LayerGroup();
  readonly #style: CircleStyle;
  readonly #drawing: DrawingLayer;
  readonly #centre = draggable('map-centre', 'search-centre');
  readonly #handle: Marker;
  readonly #radiusLabel: TextMarker;
  readonly #lines: NearestLines;
  #search: LocationSearch | null = null;
  #found: FoundNearest | null = null;
  #units: Units = 'metric';
  #bearing: number;
  #dragged: 'centre' | 'handle' | null = null;
  /** The controls that cover parts of the view, measured when the map last stopped. */
  #mapControls: readonly Box[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Pointer events can be more frequent than frames, and each change updates all results. */
  readonly #drag = oncePerFrame((change: Partial<LocationSearch>) => {
    if (this.#search) this.#setSearch({ ...this.#search, ...change });
  });

  constructor(map: LeafletMap, setSearch: (search: LocationSearch) => void, style = searchStyle) {
    this.#map = map;
    this.#setSearch = setSearch;
    this.#style = style;
    this.#bearing = style.bearingInDegrees;
    this.#drawing = new DrawingLayer([style.line]);
    this.#handle = draggable(`map-handle of-${style.line}`, style.handleTestId);
    this.#radiusLabel = label(`map-radius-label of-${style.line}`);
    this.#lines = new NearestLines(map, this.#drawing, this.#group);
    this.#centre.on('dragstart', () => (this.#dragged = 'centre'));
    this.#handle.on('dragstart', () => (this.#dragged = 'handle'));
    this.#centre.on('drag', () => {
      this.#drag.push({ centre: positionOf(this.#centre.getLatLng().wrap()) });
    });
    this.#handle.on('drag', () => {
      if (!this.#search) return;
      const to = geodesicDirection(this.#search.centre, positionOf(this.#handle.getLatLng().wrap()));
      this.#bearing = to.bearingInDegrees;
      this.#drag.push({ radiusInMetres: roundRadius(to.distanceInMetres) });
    });
    for (const marker of [this.#centre, this.#handle]) {
      marker.on('dragend', () => {
        this.#drag.flush();
        this.#dragged = null;
        this.#drawCircle();
        this.#place();
      });
    }
    map.on('moveend resize', this.#rest, this);
    this.#group.addLayer(this.#drawing).addTo(map);
  }

  /** Whether the centre or the edge is being dragged. */
  get isDragging(): boolean {
    return this.#dragged !== null;
  }

  remove(): void {
    this.#map.off('moveend resize', this.#rest, this);
    clearTimeout(this.#pause);
    this.#drag.cancel();
    this.#group.remove();
  }

  show(search: LocationSearch | null, units: Units): void {
    this.#search = search;
    this.#units = units;
    if (search && this.#mapControls.length === 0) this.#mapControls = controlsOf(this.#map);
    const isRadius = search?.mode === 'radius';
    // If a dragged handle is removed, the drag ends here: there will be no end event.
    if (!search || (this.#dragged === 'handle' && !isRadius)) {
      this.#dragged = null;
      this.#drag.cancel();
    }
    this.#toggle(this.#centre, search !== null && this.#style.hasCentre);
    if (!isRadius) this.#drawing.set(this.#style.line, []);
    if (!isRadius) this.#toggle(this.#radiusLabel.marker, false);
    if (search?.mode !== 'nearest') this.showNearest(null);
    this.#drawCircle();
    this.#place();
  }

  #drawCircle(): void {
    if (this.#search?.mode !== 'radius') return;
    const { centre, radiusInMetres } = this.#search;
    const corners = this.#dragged === null ? cornersOfCircle : cornersWhileDragging;
    this.#drawing.set(this.#style.line, circleAround(centre, radiusInMetres, corners));
  }

  /** Draws the lines to the nearest record and place; none for null. */
  showNearest(found: FoundNearest | null): void {
    this.#found = found;
    const centre = this.#search?.mode === 'nearest' ? this.#search.centre : null;
    this.#lines.show(centre, found, this.#units, this.#mapControls);
  }

  /** The view that shows the nearest record and place; null if the current one does. */
  viewOfNearest(found: FoundNearest, now: ViewState['map']): ViewState['map'] | null {
    if (this.#search?.mode !== 'nearest') return null;
    const { centre } = this.#search;
    const targets = Object.values(targetsOf(centre, found)).filter((target) => target !== undefined);
    return fitNearest(centre, targets, now, this.#map.getSize());
  }

  #rest(): void {
    if (!this.#search) return;
    this.#place();
    // Measuring forces a layout, so not on every frame.
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#mapControls = controlsOf(this.#map);
      this.#place();
    }, pauseInMilliseconds);
  }

  /** Positions everything at the search; a dragged handle stays under the pointer. */
  #place(): void {
    const search = this.#search;
    if (!search) {
      this.#toggle(this.#handle, false);
      return;
    }
    if (this.#dragged !== 'centre') this.#centre.setLatLng(pairOf(search.centre));
    if (search.mode === 'nearest') this.showNearest(this.#found);
    if (search.mode !== 'radius') {
      this.#toggle(this.#handle, false);
      return;
    }
    const edgeAt = (bearing: number): [number, number] =>
      pairOf(geodesicPoint(search.centre, bearing, search.radiusInMetres));
    this.#radiusLabel.write(formatDistance(search.radiusInMetres, this.#units));
    if (this.#dragged === null) {
      const free = freeArea(this.#map.getSize());
      const halfLabel = Math.max(this.#radiusLabel.width() / 2, handleReach);
      this.#bearing = handleBearing(this.#bearing, (bearing) => {
        const at = this.#map.latLngToContainerPoint(edgeAt(bearing));
        const handle = boxAround(at, halfLabel, handleReach);
        return (
          isWithin(boxAround(at, 0, 0), free) && isClear({ ...handle, bottom: at.y + labelBottom }, this.#mapControls)
        );
      });
    }
    const edge = edgeAt(this.#bearing);
    const reach = this.#map.latLngToLayerPoint(edge).distanceTo(this.#map.latLngToLayerPoint(pairOf(search.centre)));
    const isOpen = reach > smallestReachInPixels || this.#dragged === 'handle';
    this.#toggle(this.#handle, isOpen);
    // On a small circle it would cover the number in the centre.
    this.#toggle(this.#radiusLabel.marker, isOpen);
    if (this.#dragged !== 'handle') this.#handle.setLatLng(edge);
    this.#radiusLabel.marker.setLatLng(this.#dragged === 'handle' ? this.#handle.getLatLng() : edge);
  }

  #toggle(layer: Layer, isShown: boolean): void {
    if (isShown === this.#group.hasLayer(layer)) return;
    if (isShown) this.#group.addLayer(layer);
    else this.#group.removeLayer(layer);
  }
}
