import { useEffect, useRef, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Engine, MapMark, MarksQuery, PlaceName } from '../engine/engine.ts';
import { latestOnly } from '../session/latest-only.ts';
import { useSession } from '../session/use-session.ts';
import type { Selection } from '../view/view-state.ts';
import { boxOf, type Camera } from './camera.ts';
import { plainPlace, type Selected } from './scene/place-names.ts';

/** What the map shows of the data: the marks of an area, all places, and the selection. */
interface MapContent {
  readonly marks: readonly MapMark[];
  readonly places: readonly PlaceName[];
  readonly selected: Selected | null;
}

/**
 * Queries the engine for what the map shows, whenever the camera, the filters, the selection or the data change. The
 * marks are those of the area that was last passed to `onCamera`. If a query fails, the session reports the failure and
 * the last content remains.
 */
export function useMapContent(): MapContent & { readonly onCamera: (camera: Camera) => void } {
  const session = useSession();
  const [content, setContent] = useState<MapContent>({ marks: [], places: [], selected: null });
  const camera = useRef<Camera | null>(null);
  const requestMarks = useRef<() => void>(() => undefined);
  const [onCamera] = useState(() => (drawn: Camera) => {
    camera.current = drawn;
    requestMarks.current();
  });

  useEffect(() => {
    const { engine, view, queryState } = session;
    let isUnmounted = false;
    let lastQuery: MarksQuery | null = null;
    let places: readonly PlaceName[] = [];

    const show = (change: Partial<MapContent>): void => {
      if (!isUnmounted) setContent((before) => ({ ...before, ...change }));
    };
    const isReady = (): boolean => queryState.getState().loading.state === 'ready';
    const queryMarks = latestOnly(
      (query: MarksQuery) => engine.marks(query),
      (marks) => {
        show({ marks });
      },
      () => undefined,
    );
    requestMarks.current = () => {
      if (!camera.current || !isReady()) return;
      const query = { filters: view.getState().filters, area: boxOf(camera.current), zoom: camera.current.zoom };
      if (lastQuery && isSameQuery(lastQuery, query)) return;
      lastQuery = query;
      queryMarks(query);
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
    const readSelection = async (): Promise<void> => {
      const { selection, map } = view.getState();
      try {
        const selected = await readSelected(selection, engine, places, map.centre);
        if (view.getState().selection === selection) show({ selected });
      } catch {
        // The session reports the failure.
      }
    };

    const unsubscribeFromView = view.subscribe((state, before) => {
      if (state.filters !== before.filters) requestMarks.current();
      if (state.selection !== before.selection && isReady()) void readSelection();
    });
    const unsubscribeFromQueries = queryState.subscribe(({ loading }, before) => {
      if (loading === before.loading || loading.state !== 'ready') return;
      lastQuery = null;
      requestMarks.current();
      void readPlaces();
    });
    requestMarks.current();
    if (isReady()) void readPlaces();
    return () => {
      isUnmounted = true;
      unsubscribeFromView();
      unsubscribeFromQueries();
    };
  }, [session]);

  return { ...content, onCamera };
}

function isSameQuery(a: MarksQuery, b: MarksQuery): boolean {
  return (
    a.filters === b.filters &&
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
