import type { Map as LeafletMap } from 'leaflet';
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
// A gesture handler of Leaflet, in addition to those of `ChartMap`.
import 'leaflet/src/map/handler/Map.TapHold.js';

import { BaseMapButtons } from '../base-map/BaseMapButtons.tsx';
import { useBaseMap } from '../base-map/use-base-map.ts';
import { useBaseMapLayer } from '../base-map/use-base-map-layer.ts';
import { IconButton } from '../components/buttons.tsx';
import { LazyModule, lazyComponent, noFailureView } from '../components/lazy-component.tsx';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { hasCircle, type Selection, type ViewState, wholeCoast } from '../view/view-state.ts';
import { ChartMap, useChart } from './ChartMap.tsx';
import { Legend } from './controls/Legend.tsx';
import { Credit, JourneyNote, MapProblem, ZoomButtons } from './controls/MapControls.tsx';
import { ScaleBar } from './controls/ScaleBar.tsx';
import { usePanButtons } from './controls/use-pan-buttons.ts';
import { Graticule } from './layers/Graticule.tsx';
import type { CircleSource, DrawnMarks } from './layers/Marks.tsx';
import { positionOf } from './leaflet-camera.ts';
import { crosshairReachInPixels } from './map-options.ts';
import type { DrawnCoast } from './paint/coasts.ts';
import { metresPerPixelOf } from './scale.ts';
import type { Target } from './scene/hit-test.ts';
import { activateTarget, targetsAround, useMapClicks } from './use-map-clicks.ts';
import { positionOfSelection, zoomOfOneRecord } from '../explorer/address-selection.ts';
import { smallestZoomToSelect, zoomToSee } from '../view/search-around.ts';
import { cameraAt, pointIn, positionAt, unwrapLongitude } from './camera.ts';
import { controlsOf, freePointFor } from './scene/fit-view.ts';
import { currentView } from './use-view-sync.ts';
import './panes.css';
import './map.css';
import './controls/controls.css';

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

const PanButtons = lazyComponent(
  new LazyModule(() => import('./controls/PanButtons.tsx')),
  (module) => module.PanButtons,
  noFailureView,
);

/** The map with all of its layers and controls. */
export function ExplorerMap() {
  const { view } = useExplorer();
  const { chosen: baseMap } = useBaseMap();
  const panButtons = usePanButtons();
  const [crosshairTargets, setCrosshairTargets] = useState<readonly Target[] | null>(null);
  const isActivating = useRef(false);
  const drawn = useRef<DrawnMarks | null>(null);
  const [coast, setCoast] = useState<DrawnCoast | null>(null);
  // Most drawings show the same coast, so they need no render.
  const onCoast = useCallback((drawnCoast: DrawnCoast) => {
    setCoast((before) =>
      drawnCoast.attribution === before?.attribution && drawnCoast.errorInMetres === before.errorInMetres
        ? before
        : drawnCoast,
    );
  }, []);
  const isCircleShown = useView(({ search, selection }) => search !== null || hasCircle(selection));
  const circles = useRef<CircleSource | null>(null);
  const [circleChanges, setCircleChanges] = useState(0);
  const onRest = useCallback(() => {
    setCircleChanges((before) => before + 1);
  }, []);
  const chart = useChart(
    useCallback((surface: LeafletMap) => {
      setCrosshairTargets(targetsAround(drawn.current, surface.getCenter(), crosshairReachInPixels));
    }, []),
  );
  const { map } = chart;
  const baseMapProblem = useBaseMapLayer(map, baseMap);
  useMapClicks(map, drawn, isActivating);
  const hasHovered = useHasHovered(map);
  useSelectionInView(map, isActivating);

  const closeList = (shouldReturnFocus: boolean): void => {
    setCrosshairTargets(null);
    if (shouldReturnFocus) map?.getContainer().focus();
  };

  return (
    <ChartMap
      chart={chart}
      instruction="On the map, arrow keys pan, plus and minus zoom, Enter lists the records and places at the crosshair, and Escape moves to the list of results."
      isListing={crosshairTargets !== null}
      onCoast={onCoast}
      circles={circles}
      circleChanges={circleChanges}
      drawn={drawn}
      renderLayers={(palette) => (
        <>
          {/* Separate boundaries: while one component loads, React detaches the refs of all others within its boundary. */}
          <Suspense>{isCircleShown && <SearchCircle drawn={drawn} source={circles} onRest={onRest} />}</Suspense>
          <Suspense>{hasHovered && <Hover drawn={drawn} />}</Suspense>
          <Graticule palette={palette} host={chart.controls} />
        </>
      )}
      renderControls={(surface, hasFailed) => (
        <>
          <div className="map-crosshair" aria-hidden="true" />
          <div className="map-tools">
            <ZoomButtons map={surface} />
            <Suspense>{panButtons.hasPanButtons && <PanButtons map={surface} />}</Suspense>
            <IconButton
              icon="coast"
              label="Whole coast"
              title="Whole coast"
              onClick={() => {
                view.getState().moveMap({ ...wholeCoast });
              }}
            />
            <BaseMapButtons />
          </div>
          <div className="map-foot">
            <Legend {...panButtons} />
            <div className="map-foot-notes">
              <ScaleBar map={surface} coastErrorInMetres={baseMap ? null : (coast?.errorInMetres ?? null)} />
              <JourneyNote />
              <MapProblem>
                {hasFailed
                  ? 'The map cannot be drawn. The list still works. The page keeps trying to draw the map.'
                  : baseMapProblem}
              </MapProblem>
              <p className="map-attribution">
                <Credit label={baseMap ? 'Map' : 'Coast'} text={baseMap ? baseMap.credit : coast?.attribution} />
              </p>
            </div>
          </div>
          {crosshairTargets && (
            <Suspense>
              <CrosshairList
                targets={crosshairTargets}
                onChoose={(target) => {
                  closeList(true);
                  activateTarget(target, view, surface);
                }}
                onSearch={() => {
                  closeList(true);
                  view.getState().select({ kind: 'location', position: positionOf(surface.getCenter().wrap()) });
                }}
                onClose={closeList}
              />
            </Suspense>
          )}
        </>
      )}
    />
  );
}

/** Whether anything has been hovered on the map or in the list. Until then, the hover layer is not loaded. */
function useHasHovered(map: LeafletMap | null): boolean {
  const { hover } = useExplorer();
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

/**
 * Moves the map so that the selected item and its circle are visible and not covered by controls, also when the layout
 * changes, until the map is moved in another way: on a phone, the sheet that opens leaves less space for the map. The
 * zoom changes only if the circle would not fit or would be too small, or if the place of a record from the list could
 * not be recognised. An item without a circle that is selected on the map is visible. Does nothing if the same update of
 * the store changes the view of the map.
 */
function useSelectionInView(map: LeafletMap | null, isActivating: RefObject<boolean>): void {
  const explorer = useExplorer();

  useEffect(() => {
    if (!map) return;
    const { view } = explorer;
    /** The selection that is kept in view, and the view of the map that shows it. */
    let shown: Pick<ViewState, 'selection' | 'map'> | null = null;
    const bringIntoView = async (selection: Selection, cause: 'list' | 'map' | 'resize'): Promise<void> => {
      const position = await positionOfSelection(selection, explorer);
      const state = view.getState();
      if (!position || state.selection !== selection) return;
      const moveMap = (target: ViewState['map']): void => {
        state.moveMap(target);
        shown = { selection, map: view.getState().map };
      };
      const now = currentView(map, state.map);
      const size = map.getSize();
      const camera = cameraAt(now, size);
      const point = pointIn(camera, unwrapLongitude(now.centre, position));
      const radiusInMetres = hasCircle(selection) ? state.selectionRadiusInMetres : 0;
      const zoom = hasCircle(selection)
        ? zoomToSee({ centre: position, radiusInMetres }, now.zoom)
        : cause === 'list' && now.zoom < smallestZoomToSelect
          ? zoomOfOneRecord
          : null;
      if (zoom !== null) {
        moveMap({ centre: position, zoom });
        return;
      }
      if (cause === 'map' && radiusInMetres === 0) return;
      const freePoint = freePointFor(point, size, controlsOf(map), radiusInMetres / metresPerPixelOf(camera));
      if (!freePoint) return;
      const centre = positionAt(camera, {
        x: size.x / 2 + point.x - freePoint.x,
        y: size.y / 2 + point.y - freePoint.y,
      });
      moveMap({ centre: unwrapLongitude({ longitude: 0, latitude: 0 }, centre), zoom: now.zoom });
    };
    const handleResize = (): void => {
      const { selection, map: mapView } = view.getState();
      if (selection === null || selection !== shown?.selection || mapView !== shown.map) return;
      bringIntoView(selection, 'resize').catch(() => undefined);
    };
    const unsubscribe = view.subscribe(({ selection, map: mapView }, before) => {
      if (selection === before.selection || !selection || mapView !== before.map) return;
      shown = { selection, map: mapView };
      bringIntoView(selection, isActivating.current ? 'map' : 'list').catch(() => undefined);
    });
    map.on('resize', handleResize);
    return () => {
      unsubscribe();
      map.off('resize', handleResize);
    };
  }, [map, explorer, isActivating]);
}
