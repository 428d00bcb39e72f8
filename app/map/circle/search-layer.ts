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
const cornersWhileHeld = 60;
/** On a smaller circle the handle would cover the centre; the user can zoom in to drag it. */
const smallestReachInPixels = 26;
/** Visible size of the handle, and its label below. */
const handleReach = 14;
const labelBottom = 36;
/** While a wheel turns, the map stops after every frame. */
const pauseInMilliseconds = 100;

/** The class of a circle's line, and the initial bearing of its handle, clockwise from north. */
export interface CircleLook {
  readonly line: string;
  readonly handleTestId: string;
  readonly bearingInDegrees: number;
  /** Whether its centre is marked and can be dragged. */
  readonly hasCentre: boolean;
}

const lookOfSearch: CircleLook = {
  line: 'map-circle',
  handleTestId: 'radius-handle',
  bearingInDegrees: 90,
  hasCentre: true,
};

/**
 * The search on the map: the circle with its draggable centre and edge, or the lines to what is nearest. Only this
 * layer changes during a drag; the chart below is not redrawn.
 */
export class SearchLayer {
  readonly #map: LeafletMap;
  readonly #setSearch: (search: LocationSearch) => void;
  readonly #group = new LayerGroup();
  readonly #look: CircleLook;
  readonly #drawing: DrawingLayer;
  readonly #centre = draggable('map-centre', 'search-centre');
  readonly #handle: Marker;
  readonly #radiusLabel: TextMarker;
  readonly #lines: NearestLines;
  #search: LocationSearch | null = null;
  #found: FoundNearest | null = null;
  #units: Units = 'metric';
  #bearing: number;
  #held: 'centre' | 'handle' | null = null;
  /** The controls that cover parts of the view, measured when the map last stopped. */
  #mapControls: readonly Box[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Pointer events can be more frequent than frames, and each change updates all results. */
  readonly #drag = oncePerFrame((change: Partial<LocationSearch>) => {
    if (this.#search) this.#setSearch({ ...this.#search, ...change });
  });

  constructor(map: LeafletMap, setSearch: (search: LocationSearch) => void, look = lookOfSearch) {
    this.#map = map;
    this.#setSearch = setSearch;
    this.#look = look;
    this.#bearing = look.bearingInDegrees;
    this.#drawing = new DrawingLayer([look.line]);
    this.#handle = draggable(`map-handle of-${look.line}`, look.handleTestId);
    this.#radiusLabel = label(`map-radius-label of-${look.line}`);
    this.#lines = new NearestLines(map, this.#drawing, this.#group);
    this.#centre.on('dragstart', () => (this.#held = 'centre'));
    this.#handle.on('dragstart', () => (this.#held = 'handle'));
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
        this.#held = null;
        this.#drawCircle();
        this.#place();
      });
    }
    map.on('moveend resize', this.#rest, this);
    this.#group.addLayer(this.#drawing).addTo(map);
  }

  /** Whether the centre or the edge is being dragged. */
  get isHeld(): boolean {
    return this.#held !== null;
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
    if (!search || (this.#held === 'handle' && !isRadius)) {
      this.#held = null;
      this.#drag.cancel();
    }
    this.#toggle(this.#centre, search !== null && this.#look.hasCentre);
    if (!isRadius) this.#drawing.set(this.#look.line, []);
    if (!isRadius) this.#toggle(this.#radiusLabel.marker, false);
    if (search?.mode !== 'nearest') this.showNearest(null);
    this.#drawCircle();
    this.#place();
  }

  #drawCircle(): void {
    if (this.#search?.mode !== 'radius') return;
    const { centre, radiusInMetres } = this.#search;
    const corners = this.#held === null ? cornersOfCircle : cornersWhileHeld;
    this.#drawing.set(this.#look.line, circleAround(centre, radiusInMetres, corners));
  }

  /** The lines to what is nearest the centre; none for null. */
  showNearest(found: FoundNearest | null): void {
    this.#found = found;
    const centre = this.#search?.mode === 'nearest' ? this.#search.centre : null;
    this.#lines.show(centre, found, this.#units, this.#mapControls);
  }

  /** The view that shows what is nearest; null if the current one does. */
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
    if (this.#held !== 'centre') this.#centre.setLatLng(pairOf(search.centre));
    if (search.mode === 'nearest') this.showNearest(this.#found);
    if (search.mode !== 'radius') {
      this.#toggle(this.#handle, false);
      return;
    }
    const edgeAt = (bearing: number): [number, number] =>
      pairOf(geodesicPoint(search.centre, bearing, search.radiusInMetres));
    this.#radiusLabel.write(formatDistance(search.radiusInMetres, this.#units));
    if (this.#held === null) {
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
    const isOpen = reach > smallestReachInPixels || this.#held === 'handle';
    this.#toggle(this.#handle, isOpen);
    // On a small circle it would cover the number in the centre.
    this.#toggle(this.#radiusLabel.marker, isOpen);
    if (this.#held !== 'handle') this.#handle.setLatLng(edge);
    this.#radiusLabel.marker.setLatLng(this.#held === 'handle' ? this.#handle.getLatLng() : edge);
  }

  #toggle(layer: Layer, isShown: boolean): void {
    if (isShown === this.#group.hasLayer(layer)) return;
    if (isShown) this.#group.addLayer(layer);
    else this.#group.removeLayer(layer);
  }
}
