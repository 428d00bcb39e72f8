import { DivIcon, LatLngBounds, LayerGroup, Marker, type LatLng, type Layer, type Map as LeafletMap } from 'leaflet';

import { geodesicDirection } from '../../../core/geo/geodesic-direction.ts';
import { geodesicPoint } from '../../../core/geo/geodesic-point.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Answer, PlaceRow } from '../../engine/questions.ts';
import type { LocationSearch, ViewState } from '../../view/view-state.ts';
import { formatDistance, type Units } from '../../vocabulary/distances.ts';
import { formatWay } from '../../vocabulary/ways.ts';
import { pairOf, positionOf } from '../map-box.ts';
import { DrawingLayer } from './drawing-layer.ts';
import { circleAround, handleBearing, pathBetween, roundRadius } from './radius.ts';

const cornersOfCircle = 120;
const stepsOfLine = 16;
const fingerSize = 44;
/** On a smaller circle the handle would lie upon the centre; one comes closer to take hold of it. */
const smallestReachInPixels = 26;
const rim = { left: 44, top: 44, right: 84, bottom: 104 } as const;
const shortestLineWithLabel = 110;
/** How the line to each is drawn, where along it the label stands, and how far beside the end of a short one. */
const lines = {
  record: { line: 'map-line-record', share: 0.6, aside: -28 },
  place: { line: 'map-line-place', share: 0.4, aside: 28 },
} as const;

/**
 * The search as it stands on the map: the circle with its centre and its edge to drag, or the lines to what is nearest.
 * Only this moves while something is dragged; the chart below is not drawn again.
 */
export class SearchLayer {
  readonly #map: LeafletMap;
  readonly #setSearch: (search: LocationSearch) => void;
  readonly #group = new LayerGroup();
  readonly #drawing = new DrawingLayer(['map-circle']);
  readonly #centre = draggable('map-centre', 'search-centre');
  readonly #handle = draggable('map-handle', 'radius-handle');
  readonly #radiusLabel = label('map-radius-label');
  readonly #lineLabels = { record: label('map-line-label'), place: label('map-line-label') } as const;
  #search: LocationSearch | null = null;
  #found: FoundNearest | null = null;
  #units: Units = 'metric';
  #bearing = 90;
  #held: 'centre' | 'handle' | null = null;

  constructor(map: LeafletMap, setSearch: (search: LocationSearch) => void) {
    this.#map = map;
    this.#setSearch = setSearch;
    this.#centre.on('dragstart', () => (this.#held = 'centre'));
    this.#handle.on('dragstart', () => (this.#held = 'handle'));
    this.#centre.on('drag', () => {
      this.#drag({ centre: positionOf(this.#centre.getLatLng().wrap()) });
    });
    this.#handle.on('drag', () => {
      if (!this.#search) return;
      const to = geodesicDirection(this.#search.centre, positionOf(this.#handle.getLatLng().wrap()));
      this.#bearing = to.bearingInDegrees;
      this.#drag({ radiusInMetres: roundRadius(to.distanceInMetres) });
    });
    for (const marker of [this.#centre, this.#handle]) {
      marker.on('dragend', () => {
        this.#held = null;
        this.#place();
      });
    }
    map.on('moveend', this.#place, this);
    this.#group.addLayer(this.#drawing).addTo(map);
  }

  remove(): void {
    this.#map.off('moveend', this.#place, this);
    this.#group.remove();
  }

  show(search: LocationSearch | null, units: Units): void {
    this.#search = search;
    this.#units = units;
    const isRadius = search?.mode === 'radius';
    this.#toggle(this.#centre, search !== null);
    if (!isRadius) this.#drawing.set('map-circle', []);
    this.#toggle(this.#radiusLabel.marker, isRadius);
    if (search?.mode !== 'nearest') this.showNearest(null);
    if (search && isRadius) {
      this.#drawing.set('map-circle', circleAround(search.centre, search.radiusInMetres, cornersOfCircle));
    }
    this.#place();
  }

  /** The lines to what is nearest the centre; none for null. */
  showNearest(found: FoundNearest | null): void {
    this.#found = found;
    this.#draw('record', found?.nearestRecord?.position);
    this.#draw('place', found?.nearestPlace ? this.#nearerPoint(found.nearestPlace) : undefined);
  }

  /** A place is as near as the nearer of its two points. */
  #nearerPoint({ inshore, offshore }: PlaceRow): Position {
    const distanceTo = (point: Position): number =>
      this.#search ? geodesicDirection(this.#search.centre, point).distanceInMetres : 0;
    return distanceTo(offshore) < distanceTo(inshore) ? offshore : inshore;
  }

  #draw(what: keyof typeof lines, to: Position | undefined): void {
    const { line, share, aside } = lines[what];
    const { marker, write } = this.#lineLabels[what];
    const centre = this.#search?.mode === 'nearest' ? this.#search.centre : undefined;
    this.#toggle(marker, centre !== undefined && to !== undefined);
    if (!centre || !to) {
      this.#drawing.set(line, []);
      return;
    }
    const direction = geodesicDirection(centre, to);
    const path = pathBetween(centre, direction, stepsOfLine);
    this.#drawing.set(line, path);
    write(formatWay(direction, this.#units));
    // On a line too short to carry it, the label stands beyond its end.
    const end = this.#map.latLngToLayerPoint(pairOf(path.at(-1) ?? to));
    const start = this.#map.latLngToLayerPoint(pairOf(centre));
    const length = end.distanceTo(start);
    if (length > shortestLineWithLabel) marker.setLatLng(pairOf(path[Math.round(stepsOfLine * share)] ?? to));
    else marker.setLatLng(this.#map.layerPointToLatLng(end.add([0, aside])));
  }

  #drag(change: Partial<LocationSearch>): void {
    if (this.#search) this.#setSearch({ ...this.#search, ...change });
  }

  /** Puts everything where the search is; but what a finger holds stays under it. */
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
    if (this.#held === null) {
      const screen = this.#innerScreen();
      this.#bearing = handleBearing(this.#bearing, (bearing) => screen.contains(edgeAt(bearing)));
    }
    const edge = edgeAt(this.#bearing);
    const reach = this.#map.latLngToLayerPoint(edge).distanceTo(this.#map.latLngToLayerPoint(pairOf(search.centre)));
    this.#toggle(this.#handle, reach > smallestReachInPixels || this.#held === 'handle');
    if (this.#held !== 'handle') this.#handle.setLatLng(edge);
    this.#radiusLabel.marker.setLatLng(this.#held === 'handle' ? this.#handle.getLatLng() : edge);
    this.#radiusLabel.write(formatDistance(search.radiusInMetres, this.#units));
  }

  /** The screen without its rim, where furniture stands and a handle would be hard to get hold of. */
  #innerScreen(): LatLngBounds {
    const size = this.#map.getSize();
    const at = (x: number, y: number): LatLng => this.#map.containerPointToLatLng([x, y]);
    const within = (wanted: number, side: number): number => Math.min(wanted, side / 4);
    return new LatLngBounds(
      at(within(rim.left, size.x), size.y - within(rim.bottom, size.y)),
      at(size.x - within(rim.right, size.x), within(rim.top, size.y)),
    );
  }

  #toggle(layer: Layer, isShown: boolean): void {
    if (isShown === this.#group.hasLayer(layer)) return;
    if (isShown) this.#group.addLayer(layer);
    else this.#group.removeLayer(layer);
  }
}

/** `testId` is what tests find it by: everyone else changes the search with the controls in the panel or the pointer. */
function draggable(className: string, testId: string): Marker {
  const icon = new DivIcon({ className, iconSize: [fingerSize, fingerSize] });
  const marker = new Marker([0, 0], { icon, draggable: true, keyboard: false, autoPan: false, zIndexOffset: 1000 });
  return marker.on('add', () => {
    // Its element is made anew each time it comes to the map.
    marker.getElement()?.setAttribute('data-testid', testId);
  });
}

interface TextMarker {
  readonly marker: Marker;
  readonly write: (text: string) => void;
}

/** A piece of text that stands at a point of the map and lets fingers through. */
function label(className: string): TextMarker {
  const text = document.createElement('span');
  const icon = new DivIcon({ className, html: text, iconSize: [0, 0] });
  return {
    marker: new Marker([0, 0], { icon, interactive: false, keyboard: false }),
    write: (written) => {
      if (text.textContent !== written) text.textContent = written;
    },
  };
}
