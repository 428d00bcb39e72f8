import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, startTransition, useCallback, useId, useMemo, useRef, useState } from 'react';
import { MapContainer } from 'react-leaflet';
// Leaflet's gesture handlers: importing a module adds its handler to every map. `use-map-gestures.ts` replaces the
// handlers for keys, wheel and double click.
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';

import { useSession } from '../session/use-session.ts';
import { attachOutline, Ground, type GroundProps } from './layers/Ground.tsx';
import { MapMarks, type MapMarksProps } from './layers/Marks.tsx';
import { latLngOf } from './leaflet-camera.ts';
import { largestZoom, mapLimits, prefersReducedMotion, smallestZoom } from './map-options.ts';
import type { Palette } from './paint/canvas.ts';
import { useMapKeys, useWheelZoom } from './use-map-gestures.ts';
import { useLayoutMode, useMapSurface, usePalette } from './use-map-surface.ts';
import { useViewSync } from './use-view-sync.ts';

type Chart = ReturnType<typeof useChart>;

/** The Leaflet map of a `ChartMap`, once it is created. It shows the view of the session, and changes it. */
export function useChart(onEnter?: (map: LeafletMap) => void) {
  const [map, setMap] = useState<LeafletMap | null>(null);
  const controls = useRef<HTMLDivElement>(null);
  const instructionId = useId();
  useMapSurface(map, instructionId);
  useLayoutMode(map, controls);
  useViewSync(map);
  useWheelZoom(map);
  useMapKeys(map, onEnter);
  return { map, setMap, controls, instructionId };
}

interface ChartMapProps extends Pick<MapMarksProps, 'drawn' | 'circles' | 'circleChanges'> {
  readonly chart: Chart;
  /** What the keys do, for screen readers. */
  readonly instruction: string;
  readonly isListing?: boolean;
  readonly surfaceClassName?: string;
  readonly isOverTiles?: boolean;
  readonly onCoast: GroundProps['onCoast'];
  /** Further layers. */
  readonly renderLayers: (palette: Palette) => ReactNode;
  readonly renderControls: (map: LeafletMap, hasFailed: boolean) => ReactNode;
}

/** A map with the chart, its marks and its controls. Fills its container. */
export function ChartMap(props: ChartMapProps) {
  const { chart, instruction, isListing = false, surfaceClassName = '', isOverTiles = false, onCoast } = props;
  const { renderLayers, renderControls, drawn, circles, circleChanges } = props;
  const { map, setMap, controls, instructionId } = chart;
  const { view } = useSession();
  const [start] = useState(() => view.getState().map);
  const [hasReducedMotion] = useState(prefersReducedMotion);
  const palette = usePalette(map?.getContainer() ?? null);
  const [failures, setFailures] = useState({ ground: false, marks: false });
  const { onGroundEnd, onMarksEnd } = useMemo(() => {
    const note = (layer: 'ground' | 'marks') => (hasFailed: boolean) => {
      setFailures((before) => (before[layer] === hasFailed ? before : { ...before, [layer]: hasFailed }));
    };
    return { onGroundEnd: note('ground'), onMarksEnd: note('marks') };
  }, []);
  // Drawing is deferred, so that it is not part of the task that creates the map.
  const receiveMap = useCallback(
    (created: LeafletMap | null) => {
      attachOutline(created?.getContainer() ?? null);
      startTransition(() => {
        setMap(created);
      });
    },
    [setMap],
  );

  return (
    <section
      className="map"
      aria-label="Map of the coast"
      aria-describedby={instructionId}
      data-listing={isListing ? '' : undefined}
    >
      <p id={instructionId} className="visually-hidden">
        {instruction}
      </p>
      <MapContainer
        ref={receiveMap}
        className={`map-surface ${surfaceClassName}`.trim()}
        center={latLngOf(start.centre)}
        zoom={start.zoom}
        minZoom={smallestZoom}
        maxZoom={largestZoom}
        zoomSnap={0}
        zoomAnimation={!hasReducedMotion}
        keyboard={false}
        scrollWheelZoom={false}
        zoomControl={false}
        attributionControl={false}
        maxBounds={mapLimits}
      >
        {map && palette && (
          <>
            <Ground palette={palette} isOverTiles={isOverTiles} onDrawingEnd={onGroundEnd} onCoast={onCoast} />
            <MapMarks {...{ palette, circles, circleChanges, drawn }} onDrawingEnd={onMarksEnd} />
            {renderLayers(palette)}
          </>
        )}
      </MapContainer>
      <div ref={controls} className="map-controls">
        {map && renderControls(map, failures.ground || failures.marks)}
      </div>
    </section>
  );
}
