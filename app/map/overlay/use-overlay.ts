import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';

import type { Position } from '../../../core/geo/wgs84.ts';
import type { Engine, MarksQuery, PlaceName } from '../../engine/engine.ts';
import { latestOnly } from '../../session/latest-only.ts';
import { useSession } from '../../session/use-session.ts';
import { debounce } from '../../view/debounce.ts';
import type { Selection } from '../../view/view-state.ts';
import { CanvasLayer, type Draw } from '../chart/canvas-layer.ts';
import { OverlayDrawing, type OverlayInput } from '../chart/chart-thread.ts';
import { boxOf, type Frame } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import { boxInFrame, circlePartsOf, controlsOf } from '../free-area.ts';
import type { Target } from './hit-test.ts';
import { plainPlace, type Selected } from './overlay-content.ts';

const circleRestsAfterInMilliseconds = 500;

/** The press targets of the last drawing. */
export interface DrawnOverlay {
  readonly frame: Frame;
  readonly targets: readonly Target[];
}

/** The content of the overlay. */
type Content = Pick<OverlayInput, 'marks' | 'places' | 'selected'>;

const noContent: Content = { marks: [], places: [], selected: null };
const hasContent = ({ marks, places, selected }: Content): boolean =>
  marks.length > 0 || places.length > 0 || selected !== null;

/**
 * Draws marks, place names and the selection, queries them when map, filters or data change, and reports what it drew and
 * whether the latest drawing failed.
 */
export function useOverlay(
  map: LeafletMap | null,
  palette: Palette | null,
): { readonly drawn: RefObject<DrawnOverlay | null>; readonly hasFailed: boolean } {
  const session = useSession();
  const drawn = useRef<DrawnOverlay | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  /** Survives a change of colours. */
  const content = useRef<Content>(noContent);

  useEffect(() => {
    if (!map || !palette) return;
    const { engine, view, queryState } = session;
    let isRemoved = false;
    let asked: MarksQuery | null = null;
    const drawing = new OverlayDrawing();

    const show = (change: Partial<Content>): void => {
      if (isRemoved) return;
      content.current = { ...content.current, ...change };
      layer.redraw();
    };
    const isReady = (): boolean => queryState.getState().loading.state === 'ready';
    const ask = latestOnly(
      (query: MarksQuery) => engine.marks(query),
      (marks) => {
        show({ marks });
      },
      // The session reports a failed engine; the last drawing stays.
      () => undefined,
    );
    const askFor = (frame: Frame): void => {
      if (!isReady()) return;
      const { filters } = view.getState();
      const area = boxOf(frame);
      const { zoom } = frame;
      const isAsked =
        asked?.filters === filters &&
        asked.zoom === zoom &&
        asked.area.west === area.west &&
        asked.area.north === area.north &&
        asked.area.east === area.east &&
        asked.area.south === area.south;
      if (isAsked) return;
      asked = { filters, area, zoom };
      ask(asked);
    };
    const draw: Draw = (picture, size, frame) => {
      askFor(frame);
      if (size.ratio === 0) {
        picture.show(null, size);
        drawn.current = { frame, targets: [] };
        return undefined;
      }
      const covered = [...controlsOf(map), ...circlePartsOf(map)].map((box) => boxInFrame(box, frame));
      const ordered = drawing.draw(picture, { ...content.current, frame, size, palette, covered });
      return ordered.then(
        (show) => {
          setHasFailed(false);
          return () => {
            drawn.current = { frame, targets: show() };
          };
        },
        (error: unknown) => {
          if (!isRemoved) setHasFailed(true);
          throw error;
        },
      );
    };
    const layer = new CanvasLayer(draw, 'chart-marks', () => hasContent(content.current));
    layer.addTo(map);

    const readPlaces = async (): Promise<void> => {
      try {
        show({ places: await engine.placeNames() });
      } catch {
        // As above.
      }
      await readSelection();
    };
    const readSelection = async (): Promise<void> => {
      const { selection, map: at } = view.getState();
      try {
        const selected = await readSelected(selection, engine, content.current.places, at.centre);
        if (view.getState().selection === selection) show({ selected });
      } catch {
        // As above.
      }
    };

    // Names avoid its handle, which is repositioned when the map stops.
    const circle = debounce(circleRestsAfterInMilliseconds, () => {
      layer.redraw();
    });
    map.on('layeradd', circle.trigger);
    const stopView = view.subscribe((state, before) => {
      if (state.filters !== before.filters && layer.drawn) askFor(layer.drawn);
      if (state.selection !== before.selection && isReady()) void readSelection();
      if (state.search !== before.search || (state.search && state.map !== before.map)) circle.trigger();
    });
    const unsubscribe = queryState.subscribe(({ loading }, before) => {
      if (loading === before.loading || loading.state !== 'ready') return;
      asked = null;
      if (layer.drawn) askFor(layer.drawn);
      void readPlaces();
    });
    // Also after a change of colours: pending results from before it are dropped.
    if (isReady()) void readPlaces();
    return () => {
      isRemoved = true;
      stopView();
      map.off('layeradd', circle.trigger);
      circle.cancel();
      unsubscribe();
      layer.remove();
      drawn.current = null;
    };
  }, [map, palette, session]);

  return { drawn, hasFailed };
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
