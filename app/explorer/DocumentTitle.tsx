import { useEffect } from 'react';

import { useEngineQuery } from './use-engine-query.ts';
import { useExplorer } from './use-explorer.ts';
import { useDebouncedView } from './use-selection-link.ts';
import type { Engine, PointName } from '../engine/engine.ts';
import { applicableFilters, type ViewState } from '../view/view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { plainText } from '../vocabulary/text.ts';
import { nearestToCentre, scopeInWords } from '../vocabulary/scopes.ts';
import { beforePointName, circleInWords, fullRecordTitle, missingTitles } from '../vocabulary/titles.ts';
import { findPlace, titleOfPlaces } from './place-names.ts';
import { site } from '../vocabulary/site.ts';
import { subjectRecords } from '../vocabulary/site-words.ts';

/**
 * Sets the title of the page to what the view shows, for tabs, the browser's history and sharing. `fallback` is the
 * title of a view that shows everything in the area of the map, and the one that unmounting restores.
 */
export default function DocumentTitle({ fallback }: { readonly fallback: string }) {
  const { engine } = useExplorer();
  const view = useDebouncedView();
  // The position of the map makes no difference.
  const title = useEngineQuery(JSON.stringify({ ...view, map: null }), () => viewTitleOf(engine, view));
  const shown = title.state === 'ready' ? title.value : undefined;
  useEffect(() => {
    if (shown !== undefined) document.title = shown === null ? fallback : `${shown} – ${site.title}`;
  }, [shown, fallback]);
  useEffect(
    () => () => {
      document.title = fallback;
    },
    [fallback],
  );
  return null;
}

/**
 * What a view shows, for the title of the page: "White shark, detected near Albany, 31 July 2021", "Cottesloe Beach:
 * shark records", "Cottesloe Beach and Warnbro Sound: shark records", "Records within 10 km of Albany: Tiger shark". Null
 * for everything in the area of the map. Rejects if the engine fails.
 */
async function viewTitleOf(engine: Engine, view: ViewState): Promise<string | null> {
  const { selection, comparison, map, units } = view;
  if (!selection) return listTitleOf(engine, view);
  if (selection.kind === 'record') {
    const record = await engine.record(selection.id, map.centre);
    return record ? plainText(fullRecordTitle(record)) : missingTitles.record;
  }
  if (selection.kind === 'area') {
    const summary = await engine.summarise({ council: selection.name });
    return summary ? `${plainText(selection.name)}: ${subjectRecords}` : missingTitles.area;
  }
  const places = [selection, ...(comparison === null || comparison === 'choose' ? [] : [comparison])];
  const title = titleOfPlaces(await Promise.all(places.map((place) => findPlace(engine, place, units))));
  return title === null ? missingTitles.place : `${title}: ${subjectRecords}`;
}

/** "nearest to Albany", "nearest to a point near Albany". */
function nearestInWords(point: PointName | null, units: Units): string {
  if (!point) return nearestToCentre;
  return `nearest to ${point.isExact ? '' : 'a point '}${beforePointName(point, units)}${plainText(point.name).trim()}`;
}

/** "Records in Town of Cottesloe: White shark". */
async function listTitleOf(engine: Engine, { search, council, tab, filters, units }: ViewState) {
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
