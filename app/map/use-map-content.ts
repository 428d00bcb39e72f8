import { useEffect, useRef, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Engine, MapMark, MarksQuery, PlaceName } from '../engine/engine.ts';
import { latestOnly } from '../session/latest-only.ts';
import { useSession } from '../session/use-session.ts';
import type { Selection } from '../view/view-state.ts';
import { boxOf, type Camera } from './camera.ts';
import { plainPlace, type Selected } from './scene/place-names.ts';

/** What the engine knows about the view: the marks of an area, all places, and the selection. */
interface MapContent {
  readonly marks: readonly MapMark[];
  readonly places: readonly PlaceName[];
  readonly selected: Selected | null;
}

/**
 * Queries the engine for what the map shows, whenever the filters, the selection or the data change. The marks follow the
 * camera that is reported with `onCamera`. If a query fails, the session reports it and the last content stays.
 */
export function useMapContent(): MapContent & { readonly onCamera: (camera: Camera) => void } {
  const session = useSession();
  const [content, setContent] = useState<MapContent>({ marks: [], places: [], selected: null });
  const camera = useRef<Camera | null>(null);
  const askForMarks = useRef<() => void>(() => undefined);
  const [onCamera] = useState(() => (drawn: Camera) => {
    camera.current = drawn;
    askForMarks.current();
  });

  useEffect(() => {
    const { engine, view, queryState } = session;
    let isRemoved = false;
    let asked: MarksQuery | null = null;
    let places: readonly PlaceName[] = [];

    const show = (change: Partial<MapContent>): void => {
      if (!isRemoved) setContent((before) => ({ ...before, ...change }));
    };
    const isReady = (): boolean => queryState.getState().loading.state === 'ready';
    const ask = latestOnly(
      (query: MarksQuery) => engine.marks(query),
      (marks) => {
        show({ marks });
      },
      () => undefined,
    );
    askForMarks.current = () => {
      if (!camera.current || !isReady()) return;
      const query = { filters: view.getState().filters, area: boxOf(camera.current), zoom: camera.current.zoom };
      if (asked && isSameQuery(asked, query)) return;
      asked = query;
      ask(query);
    };
    const readPlaces = async (): Promise<void> => {
      try {
        places = await engine.placeNames();
        show({ places });
      } catch {
        // As above.
      }
      await readSelection();
    };
    const readSelection = async (): Promise<void> => {
      const { selection, map: at } = view.getState();
      try {
        const selected = await readSelected(selection, engine, places, at.centre);
        if (view.getState().selection === selection) show({ selected });
      } catch {
        // As above.
      }
    };

    const stopView = view.subscribe((state, before) => {
      if (state.filters !== before.filters) askForMarks.current();
      if (state.selection !== before.selection && isReady()) void readSelection();
    });
    const unsubscribe = queryState.subscribe(({ loading }, before) => {
      if (loading === before.loading || loading.state !== 'ready') return;
      asked = null;
      askForMarks.current();
      void readPlaces();
    });
    askForMarks.current();
    if (isReady()) void readPlaces();
    return () => {
      isRemoved = true;
      stopView();
      unsubscribe();
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

/** The position of the selection; null without one, or if the data does not contain it. */
async function readSelected(
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
