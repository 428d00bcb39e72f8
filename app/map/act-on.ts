import type { Position } from '../../core/geo/wgs84.ts';
import { defaultRadiusInMetres } from '../view/view-state.ts';
import type { ViewStore } from '../view/view-store.ts';
import { largestZoom } from './map-options.ts';
import type { Target } from './marks/hit-test.ts';

/** What pressing a mark or a place does: a group comes closer until it falls apart, everything else is selected. */
export function actOn({ of }: Target, view: ViewStore): void {
  if (of.kind === 'place') {
    view.select({ kind: 'place', id: of.place.id });
    view.setSearch({ mode: 'radius', centre: of.place.inshore, radiusInMetres: radiusOf(view) });
    return;
  }
  const { position, spots, onlyRecord, splitsAtZoom } = of.mark;
  if (spots > 1) {
    const closer = Math.max(splitsAtZoom ?? 0, view.map.zoom + 1);
    view.moveMap({ centre: position, zoom: Math.min(closer, largestZoom) });
  } else if (onlyRecord === null) view.select({ kind: 'spot', position });
  else view.select({ kind: 'record', id: onlyRecord });
}

/** Searches around a point, in the way and with the radius of the search before. */
export function searchAround(centre: Position, view: ViewStore): void {
  view.setSearch({ mode: view.search?.mode ?? 'radius', centre, radiusInMetres: radiusOf(view) });
}

const radiusOf = (view: ViewStore): number => view.search?.radiusInMetres ?? defaultRadiusInMetres;
