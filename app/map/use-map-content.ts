import { useEffect, useMemo, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Engine, MapMark, MarksQuery, PlaceName } from '../engine/engine.ts';
import { useQueryState, useSession, useView } from '../session/use-session.ts';
import type { Filters, Selection } from '../view/view-state.ts';
import { boxOf, type Camera } from './camera.ts';
import { plainPlace, type Selected } from './scene/place-names.ts';

/** What the map shows of the data: the marks of a camera, all places, and the selection. */
interface MapContent {
  readonly readMarks: (camera: Camera) => Promise<readonly MapMark[]>;
  readonly places: readonly PlaceName[];
  readonly selected: Selected | null;
}

/**
 * Reads from the engine what the map shows, whenever the filters, the selection or the data change. If a query fails,
 * the session reports the failure and the last content remains.
 */
export function useMapContent(): MapContent {
  const session = useSession();
  const [content, setContent] = useState<Omit<MapContent, 'readMarks'>>({ places: [], selected: null });
  const filters = useView((view) => view.filters);
  const load = useQueryState(({ loading, loads }) => (loading.state === 'ready' ? loads : null));
  const [latestMarks] = useState<LatestMarks>(() => ({ marks: [] }));
  const readMarks = useMemo(
    () => (load === null ? () => Promise.resolve([]) : marksReader(session.engine, filters, latestMarks)),
    [session, filters, load, latestMarks],
  );

  useEffect(() => {
    if (load === null) return;
    const { engine, view } = session;
    let isOutdated = false;
    let places: readonly PlaceName[] = [];
    const show = (change: Partial<MapContent>): void => {
      if (!isOutdated) setContent((before) => ({ ...before, ...change }));
    };
    const readSelection = async (): Promise<void> => {
      const { selection, map } = view.getState();
      try {
        const selected = await readSelected(selection, engine, places, map.centre);
        if (view.getState().selection === selection) show({ selected });
      } catch {
        // The session reports the failure.
      }
    };
    const readPlaces = async (): Promise<void> => {
      try {
        places = await engine.placeNames();
        show({ places });
      } catch {
        // The session reports the failure.
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
  }, [session, load]);

  return { ...content, readMarks };
}

/** The marks that were read last, which are shown if the next query fails. */
interface LatestMarks {
  marks: readonly MapMark[];
}

/** Reads the marks for cameras, once for the same camera. */
function marksReader(engine: Engine, filters: Filters, latest: LatestMarks): MapContent['readMarks'] {
  let reading: { readonly query: MarksQuery; readonly marks: Promise<readonly MapMark[]> } | null = null;
  const read = async (query: MarksQuery): Promise<readonly MapMark[]> => {
    try {
      latest.marks = await engine.marks(query);
    } catch {
      // The session reports the failure.
      reading = null;
    }
    return latest.marks;
  };
  return (camera) => {
    const query = { filters, area: boxOf(camera), zoom: camera.zoom };
    if (!reading || !isSameQuery(reading.query, query)) reading = { query, marks: read(query) };
    return reading.marks;
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
