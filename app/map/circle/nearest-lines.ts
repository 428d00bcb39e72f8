import type { LayerGroup, Map as LeafletMap, Point } from 'leaflet';

import { geodesicDirection } from '../../../core/geo/geodesic.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { PlaceRow, Result } from '../../engine/engine.ts';
import { formatDistanceAndBearing, type Units } from '../../vocabulary/distances.ts';
import { pairOf } from '../map-box.ts';
import { type Box, boxAround } from '../names/label-placement.ts';
import type { DrawingLayer } from './drawing-layer.ts';
import { placeLineLabels } from './line-labels.ts';
import { label } from './markers.ts';
import { pathBetween } from './radius.ts';

export type FoundNearest = Pick<Result, 'nearestRecord' | 'nearestPlace'>;

const stepsOfLine = 16;
const crosshairReach = 22;
/** The frame of the chart, with its figures at the top and on the left. */
const frame = { withFigures: 26, plain: 10 } as const;
const labelHeight = 20;
const kinds = ['record', 'place'] as const;
type Found = (typeof kinds)[number];
const lineNames = { record: 'map-line-record', place: 'map-line-place' } as const;
/** Sides of the labels of lines without length, so that they do not overlap. */
const ways = { record: 0, place: 180 } as const;

/** The lines from the search centre to the nearest records, places and receivers, with distance and direction. */
export class NearestLines {
  readonly #map: LeafletMap;
  readonly #drawing: DrawingLayer;
  readonly #group: LayerGroup;
  readonly #labels = { record: label('map-line-label'), place: label('map-line-label') } as const;

  constructor(map: LeafletMap, drawing: DrawingLayer, group: LayerGroup) {
    this.#map = map;
    this.#drawing = drawing;
    this.#group = group;
  }

  /** Draws nothing without a centre or a target. `mapControls` are the boxes that cover parts of the view. */
  show(centre: Position | null, found: FoundNearest | null, units: Units, mapControls: readonly Box[]): void {
    const paths = new Map<Found, readonly Position[]>();
    for (const what of kinds) {
      const to = centre && found && targetsOf(centre, found)[what];
      const direction = to && geodesicDirection(centre, to);
      const path = direction ? pathBetween(centre, direction, stepsOfLine) : [];
      this.#drawing.set(lineNames[what], path);
      this.#toggle(what, path.length > 0);
      if (!direction) continue;
      paths.set(what, path);
      this.#labels[what].write(formatDistanceAndBearing(direction, units));
    }
    if (centre) this.#placeLabels(centre, paths, mapControls);
  }

  #placeLabels(centre: Position, paths: ReadonlyMap<Found, readonly Position[]>, mapControls: readonly Box[]): void {
    const map = this.#map;
    const { x, y } = map.getSize();
    const view: Box = {
      left: frame.withFigures,
      top: frame.withFigures,
      right: x - frame.plain,
      bottom: y - frame.plain,
    };
    const pointOf = (position: Position): Point => map.latLngToContainerPoint(pairOf(position));
    const shown = [...paths];
    const lines = shown.map(([what, path]) => ({
      path: path.map(pointOf),
      text: this.#labels[what].text(),
      width: this.#labels[what].width(),
      height: labelHeight,
      wayInDegrees: ways[what],
    }));
    const taken = [boxAround(pointOf(centre), crosshairReach, crosshairReach), ...mapControls];
    const middles = placeLineLabels(lines, view, taken);
    for (const [at, [what]] of shown.entries()) {
      const middle = middles[at];
      if (middle) this.#labels[what].marker.setLatLng(map.containerPointToLatLng([middle.x, middle.y]));
      else this.#toggle(what, false);
    }
  }

  #toggle(what: Found, isShown: boolean): void {
    const { marker } = this.#labels[what];
    if (isShown === this.#group.hasLayer(marker)) return;
    if (isShown) this.#group.addLayer(marker);
    else this.#group.removeLayer(marker);
  }
}

/** The ends of the lines; for a place, the nearer of its two points. */
export function targetsOf(centre: Position, found: FoundNearest): Readonly<Record<Found, Position | undefined>> {
  return {
    record: found.nearestRecord?.position,
    place: found.nearestPlace ? nearerPoint(centre, found.nearestPlace) : undefined,
  };
}

function nearerPoint(centre: Position, { inshore, offshore }: PlaceRow): Position {
  const distanceTo = (point: Position): number => geodesicDirection(centre, point).distanceInMetres;
  return distanceTo(offshore) < distanceTo(inshore) ? offshore : inshore;
}
