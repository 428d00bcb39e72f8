import type { Facets } from '../engine/engine.ts';
import { bringIntoView } from '../view/search-around.ts';
import type { Filters } from '../view/view-state.ts';
import { escapeKey, keyFilters, ignoredParameterNote } from '../view/view-url.ts';
import type { Session } from './session.ts';

const zoomOfOneRecord = 12;

/**
 * Moves the map to what an address names when the address does not tell its centre: a place with a search around it, a
 * record, a spot. Does nothing where the address knows the map, or nothing is named, or it does not exist.
 */
export async function showAddressedSelection(session: Session, query: string): Promise<void> {
  const parameters = new URLSearchParams(query);
  const { selection, map, search, aroundInMetres } = session.view.getState();
  if (!selection || search || ['c', 'at'].some((name) => parameters.has(name))) return;
  // One that cannot be, which the page makes a note of, is told as little as none.
  const hasZoom = Math.abs(Number(parameters.get('z') ?? Number.NaN) - map.zoom) < 0.01;
  if (selection.kind === 'place') {
    const place = await session.engine.place(selection.id, map.centre);
    if (!place || session.view.getState().map !== map) return;
    const around = { mode: 'radius', centre: place.inshore, radiusInMetres: aroundInMetres } as const;
    session.view.getState().setSearch(around);
    if (hasZoom) session.view.getState().moveMap({ centre: place.inshore, zoom: map.zoom });
    else bringIntoView(session.view.getState(), around);
    return;
  }
  const position =
    selection.kind === 'spot' ? selection.position : (await session.engine.record(selection.id, map.centre))?.position;
  // Whoever has moved the map meanwhile keeps it.
  if (!position || session.view.getState().map !== map) return;
  session.view.getState().moveMap({ centre: position, zoom: hasZoom ? map.zoom : zoomOfOneRecord });
}

/** The filters without what no record or place of this data has, and one sentence for each value left out. */
export interface KnownFilters {
  /** Only the filters that change. */
  readonly change: Partial<Filters>;
  readonly notes: readonly string[];
}

/** What of the filters that an address tells can match anything at all: facets hold every value that occurs. */
export function removeUnknownValues(filters: Filters, facets: Facets): KnownFilters {
  const change: Partial<Record<(typeof keyFilters)[keyof typeof keyFilters], readonly string[]>> = {};
  const notes: string[] = [];
  for (const [name, field] of Object.entries(keyFilters)) {
    const known = new Set(facets[field].map(({ key }) => key));
    const unknown = filters[field].filter((key) => !known.has(key));
    if (unknown.length === 0) continue;
    change[field] = filters[field].filter((key) => known.has(key));
    const one = field === 'featureTypes' ? 'place' : 'record';
    notes.push(...unknown.map((key) => ignoredParameterNote(name, escapeKey(key), `no ${one} of this data has it`)));
  }
  return { change, notes };
}
