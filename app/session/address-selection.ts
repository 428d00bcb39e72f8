import type { Facets } from '../engine/engine.ts';
import { bringIntoView } from '../view/search-around.ts';
import { type Filters, radiusSearchAt } from '../view/view-state.ts';
import { escapeKey, keyFilters, ignoredParameterNote } from '../view/view-url.ts';
import type { Session } from './session.ts';

const zoomOfOneRecord = 12;

/**
 * If a URL has a selection but no map position, moves the map to the selected record, location or place. Otherwise, and
 * if the selected item does not exist, only replaces a search around the selected place: earlier versions wrote the
 * circle of a place as a search. `query` is the query string of the URL.
 */
export async function showSelectionFromUrl(session: Session, query: string): Promise<void> {
  const parameters = new URLSearchParams(query);
  const { selection, map, search, selectionRadiusInMetres } = session.view.getState();
  if (!selection) return;
  if (selection.kind === 'place' && search && !parameters.has('around')) {
    const place = await session.engine.place(selection.id, map.centre);
    const { setSearch, setSelectionRadius, ...state } = session.view.getState();
    if (!place || state.selection !== selection || !radiusSearchAt(place.inshore, state.search)) return;
    setSelectionRadius(search.radiusInMetres);
    setSearch(null);
    return;
  }
  if (search || ['c', 'at'].some((name) => parameters.has(name))) return;
  // An invalid zoom counts as missing; the page shows a note about it.
  const hasZoom = Math.abs(Number(parameters.get('z') ?? Number.NaN) - map.zoom) < 0.01;
  if (selection.kind === 'place') {
    const place = await session.engine.place(selection.id, map.centre);
    if (!place || session.view.getState().map !== map) return;
    const around = { mode: 'radius', centre: place.inshore, radiusInMetres: selectionRadiusInMetres } as const;
    if (hasZoom) session.view.getState().moveMap({ centre: place.inshore, zoom: map.zoom });
    else bringIntoView(session.view.getState(), around);
    return;
  }
  if (selection.kind === 'area') return;
  const position =
    selection.kind === 'location'
      ? selection.position
      : (await session.engine.record(selection.id, map.centre))?.position;
  // Does not move the map if the user has moved it in the meantime.
  if (!position || session.view.getState().map !== map) return;
  session.view.getState().moveMap({ centre: position, zoom: hasZoom ? map.zoom : zoomOfOneRecord });
}

/** How filters change when unknown values are removed, with one sentence for each removed value. */
export interface KnownFilters {
  /** Only the filters that change. */
  readonly change: Partial<Filters>;
  readonly notes: readonly string[];
}

/** Removes the filter values of a URL that cannot match anything: facets contain every value that occurs. */
export function removeUnknownValues(filters: Filters, facets: Facets): KnownFilters {
  const change: Partial<Record<(typeof keyFilters)[keyof typeof keyFilters], readonly string[]>> = {};
  const notes: string[] = [];
  for (const [name, field] of Object.entries(keyFilters)) {
    const known = new Set(facets[field].map(({ key }) => key));
    const unknown = filters[field].filter((key) => !known.has(key));
    if (unknown.length === 0) continue;
    change[field] = filters[field].filter((key) => known.has(key));
    const noun = field === 'featureTypes' ? 'place' : 'record';
    notes.push(...unknown.map((key) => ignoredParameterNote(name, escapeKey(key), `no ${noun} in this data has it`)));
  }
  return { change, notes };
}
