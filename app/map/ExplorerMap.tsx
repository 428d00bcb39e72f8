import type { Map as LeafletMap } from 'leaflet';
import { startTransition, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { MapContainer } from 'react-leaflet';
import 'leaflet/src/map/handler/Map.BoxZoom.js';
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.TapHold.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';

import { IconButton } from '../components/buttons.tsx';
import { LazyModule, lazyComponent, noFailureView } from '../components/lazy-component.tsx';
import { useSession, useView } from '../session/use-session.ts';
import { hasCircle as selectionHasCircle, wholeCoast } from '../view/view-state.ts';
import type { DrawnCoast } from './paint/paint-ground.ts';
import { JourneyNote } from './controls/JourneyNote.tsx';
import { LayersMenu, Legend, PanButtons, ZoomButtons } from './controls/MapControls.tsx';
import { CoastCredit, ScaleBar } from './controls/ScaleBar.tsx';
import { Graticule } from './layers/Graticule.tsx';
import { attachOutline, Ground } from './layers/Ground.tsx';
import { type CircleSource, type DrawnMarks, MapMarks } from './layers/Marks.tsx';
import { latLngOf, positionOf } from './leaflet-camera.ts';
import {
  crosshairReachInPixels,
  largestZoom,
  mapLimits,
  prefersReducedMotion,
  readTileSource,
  smallestZoom,
  type TileSource,
} from './map-options.ts';
import type { Target } from './scene/hit-test.ts';
import { activateTarget, targetsAround, useMapClicks } from './use-map-clicks.ts';
import { useMapKeys, useWheelZoom } from './use-map-gestures.ts';
import { useLayoutMode, useMapSurface, usePalette } from './use-map-surface.ts';
import { useSelectionInView } from './use-selection-in-view.ts';
import { useViewSync } from './use-view-sync.ts';
import './panes.css';
import './map.css';
import './controls/controls.css';

// Leaflet's gesture handlers: importing a module adds its handler to every map. `use-map-gestures.ts` replaces the
// handlers for keys, wheel and double click.

const SearchCircle = lazyComponent(
  new LazyModule(() => import('./layers/SearchCircle.tsx')),
  (module) => module.SearchCircle,
  noFailureView,
);
const Hover = lazyComponent(
  new LazyModule(() => import('./layers/Hover.tsx')),
  (module) => module.Hover,
  noFailureView,
);
const CrosshairList = lazyComponent(
  new LazyModule(() => import('./controls/CrosshairList.tsx')),
  (module) => module.CrosshairList,
  noFailureView,
);

/** The map with all of its layers and controls. Fills its container. */
export function ExplorerMap({ className = '' }: { readonly className?: string }) {
  const { view } = useSession();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [start] = useState(() => view.getState().map);
  const [hasReducedMotion] = useState(prefersReducedMotion);
  const [tiles] = useState(() => readTileSource(document));
  const [isOverTiles, setOverTiles] = useState(false);
  const [crosshairTargets, setCrosshairTargets] = useState<readonly Target[] | null>(null);
  const isActivating = useRef(false);
  const mapControls = useRef<HTMLDivElement>(null);
  const palette = usePalette(map?.getContainer() ?? null);
  const instructionId = useId();
  const drawn = useRef<DrawnMarks | null>(null);
  const [failures, setFailures] = useState({ ground: false, marks: false });
  const { onGroundDrawingEnd, onMarksDrawingEnd } = useMemo(
    () => ({
      onGroundDrawingEnd: (hasFailed: boolean) => {
        setFailures((before) => (before.ground === hasFailed ? before : { ...before, ground: hasFailed }));
      },
      onMarksDrawingEnd: (hasFailed: boolean) => {
        setFailures((before) => (before.marks === hasFailed ? before : { ...before, marks: hasFailed }));
      },
    }),
    [],
  );
  const [coast, setCoast] = useState<DrawnCoast | null>(null);
  // Most drawings show the same coast, so they need no render.
  const onCoast = useCallback((drawnCoast: DrawnCoast | null) => {
    setCoast((before) => (drawnCoast?.attribution === before?.attribution ? before : drawnCoast));
  }, []);
  const hasCircle = useView(({ search, selection }) => search !== null || selectionHasCircle(selection));
  const circles = useRef<CircleSource | null>(null);
  const [circleChanges, setCircleChanges] = useState(0);
  const onRest = useCallback(() => {
    setCircleChanges((before) => before + 1);
  }, []);

  // Drawing is deferred, so that it is not part of the task that creates the map.
  const receiveMap = useCallback((created: LeafletMap | null) => {
    attachOutline(created?.getContainer() ?? null);
    startTransition(() => {
      setMap(created);
    });
  }, []);
  useMapSurface(map, instructionId);
  useLayoutMode(map, mapControls);
  useViewSync(map);
  const tilesProblem = useTiles(map, isOverTiles ? tiles : null);
  useMapClicks(map, drawn, isActivating);
  const hasHovered = useHasHovered(map);
  useSelectionInView(map, isActivating);
  useWheelZoom(map);
  const listAtCrosshair = useCallback(() => {
    if (map) setCrosshairTargets(targetsAround(drawn.current, map.getCenter(), crosshairReachInPixels));
  }, [map, drawn]);
  useMapKeys(map, listAtCrosshair);

  const problem =
    failures.ground || failures.marks
      ? 'The map cannot be drawn. The list still works. The page keeps trying to draw the map.'
      : tilesProblem;

  const closeList = (shouldReturnFocus: boolean): void => {
    setCrosshairTargets(null);
    if (shouldReturnFocus) map?.getContainer().focus();
  };

  return (
    <section
      className={`map ${className}`}
      aria-label="Map of the coast"
      aria-describedby={instructionId}
      data-listing={crosshairTargets ? '' : undefined}
    >
      <p id={instructionId} className="visually-hidden">
        On the map, arrow keys pan, plus and minus zoom, Enter lists the records and places at the crosshair, and Escape
        moves to the list of results.
      </p>
      <MapContainer
        ref={receiveMap}
        className="map-surface"
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
            <Ground palette={palette} isOverTiles={isOverTiles} onDrawingEnd={onGroundDrawingEnd} onCoast={onCoast} />
            <MapMarks
              palette={palette}
              circles={circles}
              circleChanges={circleChanges}
              drawn={drawn}
              onDrawingEnd={onMarksDrawingEnd}
            />
            {/* Separate boundaries: while one component loads, React detaches the refs of all others within its boundary. */}
            <Suspense>{hasCircle && <SearchCircle drawn={drawn} source={circles} onRest={onRest} />}</Suspense>
            <Suspense>{hasHovered && <Hover drawn={drawn} />}</Suspense>
            <Graticule palette={palette} host={mapControls} />
          </>
        )}
      </MapContainer>
      <div ref={mapControls} className="map-controls">
        <div className="map-crosshair" aria-hidden="true" />
        {map && (
          <>
            <div className="map-tools">
              <ZoomButtons map={map} />
              <PanButtons map={map} />
              <IconButton
                icon="whole"
                label="Whole coast"
                title="Whole coast"
                onClick={() => {
                  view.getState().moveMap({ ...wholeCoast });
                }}
              />
              {tiles && <LayersMenu tiles={tiles} isOverTiles={isOverTiles} onChange={setOverTiles} />}
            </div>
            <div className="map-foot">
              <Legend />
              <div className="map-foot-notes">
                <ScaleBar map={map} coastErrorInMetres={coast?.errorInMetres ?? null} />
                <JourneyNote />
                {problem === null ? null : (
                  <p className="map-attribution error" role="alert">
                    {problem}
                  </p>
                )}
                <p className="map-attribution">
                  {isOverTiles && tiles ? (
                    tiles.attribution || `Map: ${tiles.host}`
                  ) : (
                    <CoastCredit attribution={coast?.attribution} />
                  )}
                </p>
              </div>
            </div>
          </>
        )}
        {map && crosshairTargets && (
          <Suspense>
            <CrosshairList
              targets={crosshairTargets}
              onChoose={(target) => {
                closeList(true);
                activateTarget(target, view, map);
              }}
              onSearch={() => {
                closeList(true);
                view.getState().select({ kind: 'location', position: positionOf(map.getCenter().wrap()) });
              }}
              onClose={closeList}
            />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** Whether anything has been hovered on the map or in the list. Until then, the hover layer is not loaded. */
function useHasHovered(map: LeafletMap | null): boolean {
  const { hover } = useSession();
  const [hasHovered, setHovered] = useState(false);
  useEffect(() => {
    if (!map || hasHovered) return;
    const start = (): void => {
      setHovered(true);
    };
    map.once('mousemove', start);
    const unsubscribe = hover.subscribe(start);
    return () => {
      map.off('mousemove', start);
      unsubscribe();
    };
  }, [map, hasHovered, hover]);
  return hasHovered;
}

/** Shows a publisher's tiles below the marks, or none for null. Returns an error message, or null. */
function useTiles(map: LeafletMap | null, tiles: TileSource | null): string | null {
  const [problem, setProblem] = useState<{ readonly tiles: TileSource; readonly message: string } | null>(null);

  useEffect(() => {
    if (!map || !tiles) return;
    const fail = (message: string): void => {
      setProblem({ tiles, message });
    };
    let isRemoved = false;
    let remove: (() => void) | undefined;
    // Imported only here, so that users of the built-in chart do not load it.
    import('./tile-layers.ts')
      .then(({ addTiles }) => {
        if (!isRemoved) remove = addTiles(map, tiles, fail);
      })
      .catch(() => {
        fail('The map tiles could not be loaded.');
      });
    return () => {
      isRemoved = true;
      remove?.();
      setProblem(null);
    };
  }, [map, tiles]);

  return problem && problem.tiles === tiles ? problem.message : null;
}
