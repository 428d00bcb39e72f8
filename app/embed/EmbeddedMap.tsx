import type { Map as LeafletMap } from 'leaflet';
import { startTransition, useCallback, useId, useMemo, useRef, useState } from 'react';
import { MapContainer } from 'react-leaflet';
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';
import { createElementObject, createLayerComponent, type LayerProps } from '@react-leaflet/core';

import { JourneyNote } from '../map/controls/JourneyNote.tsx';
import { ZoomButtons } from '../map/controls/MapControls.tsx';
import { ScaleBar } from '../map/controls/ScaleBar.tsx';
import { Ground } from '../map/layers/Ground.tsx';
import { type DrawnMarks, MapMarks } from '../map/layers/Marks.tsx';
import { latLngOf } from '../map/leaflet-camera.ts';
import { largestZoom, mapLimits, prefersReducedMotion, smallestZoom } from '../map/map-options.ts';
import type { DrawnCoast } from '../map/paint/paint-ground.ts';
import { useMapKeys, useWheelZoom } from '../map/use-map-gestures.ts';
import { useLayoutMode, useMapSurface, usePalette } from '../map/use-map-surface.ts';
import { useViewSync } from '../map/use-view-sync.ts';
import { useSession, useView } from '../session/use-session.ts';
import { useCooperativeGestures } from './use-cooperative-gestures.ts';
import { LineLayer } from '../map/layers/drawn-layers.ts';
import { circleAround } from '../map/scene/radius.ts';
import type { LocationSearch } from '../view/view-state.ts';
import '../map/layers/search-circle.css';

// Leaflet's gesture handlers: importing a module adds its handler to every map.

const ignoreEnter = (): void => undefined;

interface EmbeddedMapProps {
  /**
   * Whether the wheel and one finger are left to the page that contains this one, so that its readers can scroll past
   * the map.
   */
  readonly isCooperative: boolean;
  /** Receives the attribution of the coast on the map. */
  readonly onAttribution: (attribution: string | undefined) => void;
}

/** The map without selection, hover and draggable circles, and without the credit for the coast. */
export function EmbeddedMap({ isCooperative, onAttribution }: EmbeddedMapProps) {
  const { view } = useSession();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [start] = useState(() => view.getState().map);
  const [hasReducedMotion] = useState(prefersReducedMotion);
  const palette = usePalette(map?.getContainer() ?? null);
  const mapControls = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnMarks | null>(null);
  const instructionId = useId();
  const [failures, setFailures] = useState({ ground: false, marks: false });
  const callbacks = useMemo(
    () => ({
      onGround: (hasFailed: boolean) => {
        setFailures((before) => (before.ground === hasFailed ? before : { ...before, ground: hasFailed }));
      },
      onMarks: (hasFailed: boolean) => {
        setFailures((before) => (before.marks === hasFailed ? before : { ...before, marks: hasFailed }));
      },
      onCoast: (shown: DrawnCoast | null) => {
        onAttribution(shown?.attribution);
      },
    }),
    [onAttribution],
  );
  const receiveMap = useCallback((created: LeafletMap | null) => {
    startTransition(() => {
      setMap(created);
    });
  }, []);
  useMapSurface(map, instructionId);
  useLayoutMode(map, mapControls);
  useViewSync(map);
  useWheelZoom(map);
  useMapKeys(map, ignoreEnter);
  const hint = useCooperativeGestures(map, isCooperative);

  return (
    <section className="map" aria-label="Map of the coast" aria-describedby={instructionId}>
      <p id={instructionId} className="visually-hidden">
        On the map, arrow keys pan, and plus and minus zoom.
      </p>
      <MapContainer
        ref={receiveMap}
        className={isCooperative ? 'map-surface embed-cooperative' : 'map-surface'}
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
            <Ground
              palette={palette}
              isOverTiles={false}
              onDrawingEnd={callbacks.onGround}
              onCoast={callbacks.onCoast}
            />
            <MapMarks palette={palette} drawn={drawn} onDrawingEnd={callbacks.onMarks} />
            <FixedCircle />
          </>
        )}
      </MapContainer>
      <div ref={mapControls} className="map-controls">
        {map && (
          <>
            <div className="map-tools">
              <ZoomButtons map={map} />
            </div>
            <div className="map-foot">
              <ScaleBar map={map} coastErrorInMetres={null} />
              <JourneyNote />
              {failures.ground || failures.marks ? (
                <p className="map-attribution error small" role="alert">
                  The map cannot be drawn. The page keeps trying.
                </p>
              ) : null}
            </div>
          </>
        )}
        {hint === null ? null : (
          <p className="embed-hint label" aria-hidden="true">
            {hint}
          </p>
        )}
      </div>
    </section>
  );
}

interface FixedCircleProps extends LayerProps {
  readonly search: LocationSearch | null;
}

const vertexCount = 120;

const CircleLine = createLayerComponent<LineLayer, FixedCircleProps>(
  ({ search }, context) => {
    const layer = new LineLayer();
    draw(layer, search);
    return createElementObject(layer, context);
  },
  (layer, props, before) => {
    if (props.search !== before.search) draw(layer, props.search);
  },
);

/** The circle of the search, which cannot be dragged. */
function FixedCircle() {
  const search = useView((view) => view.search);
  return <CircleLine search={search} />;
}

function draw(layer: LineLayer, search: LocationSearch | null): void {
  const isCircle = search?.mode === 'radius';
  layer.set('map-circle', isCircle ? circleAround(search.centre, search.radiusInMetres, vertexCount) : [], true);
}
