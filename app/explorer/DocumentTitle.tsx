import { useEffect } from 'react';

import { debounce } from '../view/debounce.ts';
import type { ViewStore } from '../view/view-store.ts';
import { latestOnly } from './use-engine-query.ts';
import { useExplorer } from './use-explorer.ts';
import type { PointName } from '../engine/engine.ts';
import { applicableFilters, type ViewState } from '../view/view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { plainText } from '../vocabulary/text.ts';
import { nearestToCentre, scopeInWords } from '../vocabulary/scopes.ts';
import { beforePointName, circleInWords, fullRecordTitle, missingTitles } from '../vocabulary/titles.ts';
import { findPlace, titleOfPlaces } from './place-names.ts';
import type { Explorer } from './explorer.ts';

const debounceInMilliseconds = 250;

/**
 * Sets the title of the page to what the view shows, for tabs, the browser's history and sharing. `fallback` is the
 * title of a view that shows everything in the area of the map, and the one that unmounting restores.
 */
export default function DocumentTitle({ fallback }: { readonly fallback: string }) {
  const explorer = useExplorer();
  useEffect(() => {
    let isMounted = true;
    const request = latestOnly(
      viewTitleOf,
      (title) => {
        if (isMounted) document.title = title === null ? fallback : `${title} – Coastwatch`;
      },
      // The explorer reports the failure of the engine.
      () => undefined,
    );
    const update = debounce(debounceInMilliseconds, () => {
      if (explorer.queryState.getState().loads > 0) request(explorer);
    });
    const stops = [
      explorer.view.subscribe((state, before) => {
        // Not if only the map has changed, as in every frame of a drag. Going back changes it with the rest.
        if (!isSameExceptMap(state, before)) update.trigger();
      }),
      explorer.queryState.subscribe(({ loads }, before) => {
        if (loads !== before.loads) update.trigger();
      }),
    ];
    update.trigger();
    return () => {
      isMounted = false;
      update.cancel();
      for (const stop of stops) stop();
      document.title = fallback;
    };
  }, [explorer, fallback]);
  return null;
}

function isSameExceptMap(a: ViewStore, b: ViewStore): boolean {
  return Object.entries(a).every(([key, value]) => key === 'map' || value === b[key as keyof ViewStore]);
}

/**
 * What a view shows, for the title of the page: "White shark, detected near Albany, 31 July 2021", "Cottesloe Beach:
 * shark records", "Cottesloe Beach and Warnbro Sound: shark records", "Records within 10 km of Albany: Tiger shark". Null
 * for everything in the area of the map. Rejects if the engine fails.
 */
async function viewTitleOf(explorer: Explorer): Promise<string | null> {
  const { engine } = explorer;
  const view = explorer.view.getState();
  const { selection, comparison, map, units } = view;
  if (!selection) return listTitleOf(explorer, view);
  if (selection.kind === 'record') {
    const record = await engine.record(selection.id, map.centre);
    return record ? plainText(fullRecordTitle(record)) : missingTitles.record;
  }
  if (selection.kind === 'area') {
    const summary = await engine.summarise({ council: selection.name });
    return summary ? `${plainText(selection.name)}: shark records` : missingTitles.area;
  }
  const places = [selection, ...(comparison === null || comparison === 'choose' ? [] : [comparison])];
  const title = titleOfPlaces(await Promise.all(places.map((place) => findPlace(explorer, place, units))));
  return title === null ? missingTitles.place : `${title}: shark records`;
}

/** "nearest to Albany", "nearest to a point near Albany". */
function nearestInWords(point: PointName | null, units: Units): string {
  if (!point) return nearestToCentre;
  return `nearest to ${point.isExact ? '' : 'a point '}${beforePointName(point, units)}${plainText(point.name).trim()}`;
}

/** "Records in Town of Cottesloe: White shark". */
async function listTitleOf({ engine }: Explorer, { search, council, tab, filters, units }: ViewState) {
  const noun = tab === 'records' ? 'Records' : 'Places';
  const words = filtersInWords(applicableFilters(filters, tab));
  if (!search && council === null && words === '') return null;
  const point = search && (await engine.pointName(search.centre));
  const where = !search
    ? scopeInWords({ search, council }, units)
    : search.mode === 'radius'
      ? circleInWords(search.radiusInMetres, point, units)
      : nearestInWords(point, units);
  return `${noun} ${where}${words === '' ? '' : `: ${words}`}`;
}
