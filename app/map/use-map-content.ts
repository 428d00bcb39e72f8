import { useEffect, useMemo, useReducer, useRef, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Engine, MapMark, MarksQuery, PlaceName, SharkJourney } from '../engine/engine.ts';
import { useEngineQuery } from '../explorer/use-engine-query.ts';
import { useQueryState, useExplorer, useView } from '../explorer/use-explorer.ts';
import type { Filters, Selection } from '../view/view-state.ts';
import { boxOf, type Camera } from './camera.ts';
import { plainPlace, type Selected } from './scene/place-names.ts';

/** What the map shows of the data: the marks of a camera, all places, the selection, and the journeys of a tag. */
interface MapContent {
  readonly readMarks: (camera: Camera) => Promise<readonly MapMark[]>;
  /** How many times marks have arrived after `readMarks` had stopped waiting for them. */
  readonly lateMarks: number;
  readonly places: readonly PlaceName[];
  readonly selected: Selected | null;
  readonly journey: readonly SharkJourney[];
  readonly namesWrecks: boolean;
}

const noJourney: readonly SharkJourney[] = [];

/**
 * Reads from the engine what the map shows, whenever the filters, the selection or the data change. If a query fails,
 * the explorer reports the failure and the last content remains.
 */
export function useMapContent(): MapContent {
  const explorer = useExplorer();
  const [content, setContent] = useState<Pick<MapContent, 'places' | 'selected'>>({ places: [], selected: null });
  const filters = useView((view) => view.filters);
  const load = useQueryState(({ loading, loads }) => (loading.state === 'ready' ? loads : null));
  const [latest] = useState<LatestMarks>(() => ({ marks: [] }));
  const latestPlaces = useRef<readonly PlaceName[]>([]);
  const [lateMarks, countLateMarks] = useReducer((count: number) => count + 1, 0);
  const readMarks = useMemo(
    () => (load === null ? () => Promise.resolve([]) : marksReader(explorer.engine, filters, latest, countLateMarks)),
    [explorer, filters, load, latest],
  );

  useEffect(() => {
    if (load === null) return;
    const { engine, view } = explorer;
    let isOutdated = false;
    const show = (change: Partial<MapContent>): void => {
      if (!isOutdated) setContent((before) => ({ ...before, ...change }));
    };
    const readSelection = async (): Promise<void> => {
      const { selection, map } = view.getState();
      try {
        const selected = await readSelected(selection, engine, latestPlaces.current, map.centre);
        if (view.getState().selection === selection) show({ selected });
      } catch {
        // The explorer reports the failure.
      }
    };
    const readPlaces = async (): Promise<void> => {
      try {
        latestPlaces.current = await engine.placeNames();
        show({ places: latestPlaces.current });
      } catch {
        // The explorer reports the failure.
      }
      await readSelection();
    };
    void readPlaces();
    const unsubscribe = view.subscribe(({ selection }, before) => {
      if (selection !== before.selection) void readSelection();
    });
    return () => {
      isOutdated = true;
      unsubscribe();
    };
  }, [explorer, load]);

  const journeyKey = filters.tag === null ? null : `journey ${JSON.stringify(filters)}`;
  const found = useEngineQuery(journeyKey, () => explorer.engine.journey(filters));
  const journey = found.state === 'ready' ? found.value.sharks : noJourney;
  return { ...content, readMarks, lateMarks, journey, namesWrecks: namesWrecks(filters) };
}

/** Wrecks are named only if the user filters by them: there are more of them than of most types of places. */
export const namesWrecks = ({ featureTypes }: Filters): boolean => featureTypes.includes('wreck');

/** The marks that were read last, which are shown until the next query succeeds. */
interface LatestMarks {
  marks: readonly MapMark[];
}

/**
 * The time to wait for marks before the map is drawn with the previous ones. Most arrive within some milliseconds; with
 * a filter that needs the details of records, these are loaded first.
 */
const patienceInMilliseconds = 150;

/** Reads the marks for cameras, once for the same camera. Calls `onLate` when marks arrive that were not waited for. */
function marksReader(
  engine: Engine,
  filters: Filters,
  latest: LatestMarks,
  onLate: () => void,
): MapContent['readMarks'] {
  let reading: { readonly query: MarksQuery; readonly marks: Promise<readonly MapMark[]> } | null = null;
  const read = async (query: MarksQuery): Promise<readonly MapMark[]> => {
    try {
      latest.marks = await engine.marks(query);
    } catch {
      // The explorer reports the failure.
      reading = null;
    }
    return latest.marks;
  };
  return (camera) => {
    const query = { filters, area: boxOf(camera), zoom: camera.zoom };
    if (!reading || !isSameQuery(reading.query, query)) reading = { query, marks: read(query) };
    const { marks } = reading;
    return new Promise((resolve) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        resolve(latest.marks);
      }, patienceInMilliseconds);
      void marks.then((found) => {
        clearTimeout(timer);
        if (isLate) onLate();
        else resolve(found);
      });
    });
  };
}

function isSameQuery(a: MarksQuery, b: MarksQuery): boolean {
  return (
    a.zoom === b.zoom &&
    a.area.west === b.area.west &&
    a.area.north === b.area.north &&
    a.area.east === b.area.east &&
    a.area.south === b.area.south
  );
}

/** The selection with its position; null if nothing is selected or the data does not contain the selection. */
export async function readSelected(
  selection: Selection | null,
  engine: Engine,
  places: readonly PlaceName[],
  from: Position,
): Promise<Selected | null> {
  switch (selection?.kind) {
    case 'record': {
      const record = await engine.record(selection.id, from);
      return record && { kind: 'point', position: record.position, mark: record.mark };
    }
    case 'location':
      return { kind: 'point', position: selection.position, mark: null };
    case 'place': {
      const found = places.find(({ id }) => id === selection.id);
      return found ? { kind: 'place', place: plainPlace(found) } : null;
    }
    default:
      return null;
  }
}
