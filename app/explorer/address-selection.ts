import { useEffect, useMemo, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Facets, Result } from '../engine/engine.ts';
import { mapSizeNow, showCircle } from '../view/search-around.ts';
import {
  type Filters,
  hasCircle,
  noFilters,
  radiusSearchAt,
  type Selection,
  type ViewState,
} from '../view/view-state.ts';
import type { ViewStore } from '../view/view-store.ts';
import { positionsForExtent } from '../vocabulary/positions.ts';
import { repairedText, valueMeant } from '../vocabulary/text.ts';
import { escapeKey, keyFilters, ignoredParameterNote, readPosition } from '../view/view-url.ts';
import type { Explorer } from './explorer.ts';
import { useExplorer, useQueryState } from './use-explorer.ts';
import { boxPadding, fitPositions, type MapView } from '../view/fit-positions.ts';

/** At this zoom, the map names the beaches and suburbs around a record. */
export const zoomOfOneRecord = 12;

/** If a URL has a search within a radius but no map position, moves the map so that the circle fits. */
export function showSearchFromUrl(view: ViewStore, query: string): void {
  const parameters = new URLSearchParams(query);
  if (view.search?.mode !== 'radius' || hasPosition(parameters)) return;
  // An invalid zoom counts as missing, too; it is not in the view.
  if (hasZoom(parameters, view)) return;
  showCircle(view, view.search);
}

/** Whether the URL has a valid map position. */
const hasPosition = (parameters: URLSearchParams): boolean => readPosition(parameters.get('c') ?? '') !== undefined;

/** Whether the URL has the zoom of the map. */
const hasZoom = (parameters: URLSearchParams, { map }: ViewState): boolean =>
  Math.abs(Number(parameters.get('z') || Number.NaN) - map.zoom) < 0.01;

/**
 * If a URL has a selection but no map position, moves the map to the selected record, location or place, or without a
 * selection to the stops of its tag. Otherwise, and if the selected item does not exist, only replaces a search around
 * the selected place: earlier versions wrote the circle of a place as a search. `query` is the query string of the URL.
 */
export async function showSelectionFromUrl(explorer: Explorer, query: string): Promise<void> {
  const parameters = new URLSearchParams(query);
  const { selection, map, search, council, filters, selectionRadiusInMetres } = explorer.view.getState();
  if (!selection) {
    if (filters.tag === null || search || council !== null || hasPosition(parameters)) return;
    const fitting = await viewOfJourney(explorer, filters);
    const view = explorer.view.getState();
    if (fitting && view.map === map) view.moveMap(hasZoom(parameters, view) ? { ...fitting, zoom: map.zoom } : fitting);
    return;
  }
  if (selection.kind === 'place' && search && !parameters.has('around')) {
    const place = await explorer.engine.place(selection.id, map.centre);
    const { setSearch, setSelectionRadius, ...state } = explorer.view.getState();
    if (!place || state.selection !== selection || !radiusSearchAt(place.inshore, state.search)) return;
    setSelectionRadius(search.radiusInMetres);
    setSearch(null, 'same');
    return;
  }
  // An invalid centre or zoom counts as missing; the page shows a note about it.
  if (search || hasPosition(parameters)) return;
  const position = await positionOfSelection(selection, explorer);
  // Does not move the map if the user has moved it in the meantime.
  const view = explorer.view.getState();
  if (!position || view.map !== map) return;
  if (hasZoom(parameters, view)) {
    view.moveMap({ centre: position, zoom: map.zoom });
  } else if (hasCircle(selection)) showCircle(view, { centre: position, radiusInMetres: selectionRadiusInMetres });
  else view.moveMap({ centre: position, zoom: zoomOfOneRecord });
}

/** The position of the selected item; undefined for a council area, and for an item that does not exist. */
export async function positionOfSelection(
  selection: Selection,
  { engine, view }: Explorer,
): Promise<Position | undefined> {
  const from = view.getState().map.centre;
  if (selection.kind === 'location') return selection.position;
  if (selection.kind === 'area') return undefined;
  if (selection.kind === 'record') return (await engine.record(selection.id, from))?.position;
  return (await engine.place(selection.id, from))?.inshore;
}

/** How filters change when unknown values are repaired or removed, with one sentence for each removed value. */
interface KnownFilters {
  /** Only the filters that change. */
  readonly change: Partial<Filters>;
  readonly notes: readonly string[];
}

/**
 * Repairs the filter values of a URL that cannot match anything, or removes them: facets contain every value that
 * occurs.
 */
export function replaceUnknownValues(filters: Filters, facets: Facets): KnownFilters {
  const change: Partial<Record<(typeof keyFilters)[keyof typeof keyFilters], readonly string[]>> = {};
  const notes: string[] = [];
  for (const [name, field] of Object.entries(keyFilters)) {
    const known = new Map(facets[field].map(({ key }) => [escapeKey(key), key]));
    const given = filters[field];
    if (given.every((key) => known.has(escapeKey(key)))) continue;
    const keys: string[] = [];
    const noun = field === 'featureTypes' ? 'place' : 'record';
    for (const written of given.map(escapeKey)) {
      const key = known.get(valueMeant(written, [...known.keys()]) ?? '');
      if (key !== undefined) keys.push(key);
      // Punctuation alone is what a program added to the end of a link.
      else if (repairedText(written) !== '') {
        notes.push(ignoredParameterNote(name, written, `no ${noun} in this data has it`));
      }
    }
    change[field] = [...new Set(keys)];
  }
  return { change, notes };
}

/**
 * Once the data is loaded, repairs or removes filter values of the address that do not occur in it, removes such a
 * council area, and returns a note for each value that was removed.
 */
export function useUnknownValues(): readonly string[] {
  const { view } = useExplorer();
  const [{ filters: addressFilters, council: addressCouncil }] = useState(() => view.getState());
  const [first, setFirst] = useState<Result>();
  const result = useQueryState((state) => first ?? state.result ?? undefined);
  if (result !== first) setFirst(result);
  const replaced = useMemo(() => first && replaceUnknownValues(addressFilters, first.facets), [addressFilters, first]);
  const [unknownCouncil, setUnknownCouncil] = useState<string | null>(null);
  // The council area of a query may also be the selected one.
  const isCouncilUnknown = useQueryState(
    ({ result }) => result !== null && result.council === null && result.query.council === addressCouncil,
  );
  if (isCouncilUnknown && unknownCouncil !== addressCouncil) setUnknownCouncil(addressCouncil);
  useEffect(() => {
    const { filters, changeFilters, council, setCouncil } = view.getState();
    // What the user has changed since then was chosen from existing values.
    if (replaced && Object.keys(replaced.change).length > 0 && filters === addressFilters) {
      changeFilters(replaced.change, 'same');
    }
    if (unknownCouncil !== null && council === addressCouncil) setCouncil(null, 'same');
  }, [view, replaced, unknownCouncil, addressFilters, addressCouncil]);
  const councilNotes =
    unknownCouncil === null
      ? []
      : [ignoredParameterNote('council', unknownCouncil, 'this data has no place in a council area of that name')];
  return [...councilNotes, ...(replaced?.notes ?? [])];
}

/** At one receiver, its surroundings are visible. */
const closestZoom = 12;

/** The view of the map with all stops of the tag that the filters select; undefined without any. */
async function viewOfJourney({ engine }: Explorer, filters: Filters): Promise<MapView | undefined> {
  const stops = (await engine.journey(filters)).sharks.flatMap((shark) => shark.stops);
  const { widthInPixels: x, heightInPixels: y } = mapSizeNow();
  return stops.length === 0 ? undefined : fitPositions(positionsForExtent(stops), { x, y }, boxPadding, closestZoom);
}

/**
 * Lists the visits of all sharks with a tag, the oldest first and without other filters, and shows their stops on the
 * map. This closes the details of the detection with the tag, so it is a step in the browser's history.
 */
export async function showJourney(explorer: Explorer, tag: string): Promise<void> {
  const filters = { ...noFilters, tag };
  const list = { filters, tab: 'records', sort: 'oldest', search: null, council: null, selection: null } as const;
  // Without the position of the stops, the list is still right. The explorer reports the failure of the engine.
  const map = await viewOfJourney(explorer, filters).catch(() => undefined);
  explorer.view.setState({ ...list, latestEntry: 'new', ...(map && { map }) });
}
