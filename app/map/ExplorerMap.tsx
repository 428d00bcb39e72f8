import './panes.css';
import './map.css';
import './controls/controls.css';
import './gestures.ts';

import type { Map as LeafletMap } from 'leaflet';
import { startTransition, useCallback, useId, useRef, useState } from 'react';
import { MapContainer } from 'react-leaflet';

import { useSession } from '../session/use-session.ts';
import { wholeCoast } from '../view/view-state.ts';
import { Icon } from '../components/Icon.tsx';
import { placeCentre } from '../view/search-around.ts';
import { activateTarget } from './activate-target.ts';
import { useDegreeFrame } from './chart/use-degree-frame.ts';
import { useGround } from './chart/use-ground.ts';
import { usePlaceRing } from './circle/use-place-ring.ts';
import { useSearchLayer } from './circle/use-search-layer.ts';
import { LayersMenu } from './controls/LayersMenu.tsx';
import { Legend } from './controls/Legend.tsx';
import { PanButtons } from './controls/PanButtons.tsx';
import { ScaleBar } from './controls/ScaleBar.tsx';
import { readTileSource } from './tiles/tile-source.ts';
import { ZoomButtons } from './controls/ZoomButtons.tsx';
import { CrosshairList } from './CrosshairList.tsx';
import { pairOf, positionOf } from './map-box.ts';
import { crosshairInPixels, largestZoom, prefersReducedMotion, smallestZoom } from './map-options.ts';
import type { Target } from './marks/hit-test.ts';
import { useOverlay } from './overlay/use-overlay.ts';
import { useLayoutMode } from './use-layout-mode.ts';
import { useMapKeys } from './use-map-keys.ts';
import { useMapSurface } from './use-map-surface.ts';
import { usePalette } from './use-palette.ts';
import { targetsAround, useTaps } from './use-taps.ts';
import { useSelectionInView } from './use-selection-in-view.ts';
import { attachOutline } from './initial-outline.ts';
import { useTiles } from './tiles/use-tiles.ts';
import { useViewSync } from './use-view-sync.ts';
import { useWheelZoom } from './use-wheel-zoom.ts';

/** The map with all of its layers and controls. Fills its container. */
export function ExplorerMap({ className = '' }: { readonly className?: string }) {
  const { view } = useSession();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [start] = useState(() => view.getState().map);
  const [isStill] = useState(prefersReducedMotion);
  const [tiles] = useState(() => readTileSource(document));
  const [isOverTiles, setOverTiles] = useState(false);
  const [listed, setListed] = useState<readonly Target[] | null>(null);
  const isPressing = useRef(false);
  const mapControls = useRef<HTMLDivElement>(null);
  const palette = usePalette(map?.getContainer() ?? null);
  const instructionId = useId();

  // Drawing is deferred, so that it is not part of the task that creates the map.
  const takeMap = useCallback((made: LeafletMap | null) => {
    attachOutline(made?.getContainer() ?? null);
    startTransition(() => {
      setMap(made);
    });
  }, []);
  useMapSurface(map, instructionId);
  useLayoutMode(map, mapControls);
  useViewSync(map);
  const tilesProblem = useTiles(map, isOverTiles ? tiles : null);
  useGround(map, palette, isOverTiles);
  const drawn = useOverlay(map, palette);
  useSearchLayer(map);
  usePlaceRing(map);
  useDegreeFrame(map, palette, mapControls);
  useTaps(map, drawn, isPressing);
  useSelectionInView(map, isPressing);
  useWheelZoom(map);
  const list = useCallback(() => {
    if (map) setListed(targetsAround(drawn.current, map.getCenter(), crosshairInPixels));
  }, [map, drawn]);
  useMapKeys(map, list);

  const closeList = (isFocusToReturn: boolean): void => {
    setListed(null);
    if (isFocusToReturn) map?.getContainer().focus();
  };

  return (
    <section
      className={`map ${className}`}
      aria-label="Map of the coast"
      aria-describedby={instructionId}
      data-listing={listed ? '' : undefined}
    >
      <p id={instructionId} className="visually-hidden">
        Everything on the map is also in the list. On the map, arrow keys move it, plus and minus zoom, Enter lists what
        is at the crosshair, Escape returns to the list.
      </p>
      <MapContainer
        ref={takeMap}
        className="map-surface"
        center={pairOf(start.centre)}
        zoom={start.zoom}
        minZoom={smallestZoom}
        maxZoom={largestZoom}
        zoomSnap={0}
        zoomAnimation={!isStill}
        keyboard={false}
        scrollWheelZoom={false}
        zoomControl={false}
        attributionControl={false}
        maxBounds={wholeWorld}
      />
      <div ref={mapControls} className="map-controls">
        <div className="map-crosshair" aria-hidden="true" />
        {map && (
          <>
            <div className="map-tools">
              <ZoomButtons map={map} />
              <PanButtons map={map} />
              <button
                type="button"
                className="button"
                data-size="icon"
                aria-label="Whole coast"
                title="Whole coast"
                onClick={() => {
                  view.getState().moveMap({ ...wholeCoast });
                }}
              >
                <Icon name="whole" />
              </button>
              {tiles && <LayersMenu tiles={tiles} isOverTiles={isOverTiles} onChange={setOverTiles} />}
            </div>
            <div className="map-foot">
              <Legend />
              <div className="map-foot-notes">
                <ScaleBar map={map} isBundledCoast={!isOverTiles} />
                {tilesProblem === null ? null : (
                  <p className="map-attribution fault" role="alert">
                    {tilesProblem}
                  </p>
                )}
                <p className="map-attribution">
                  {isOverTiles && tiles ? tiles.attribution || `Map: ${tiles.host}` : 'Coast: Natural Earth'}
                </p>
              </div>
            </div>
          </>
        )}
        {map && listed && (
          <CrosshairList
            targets={listed}
            onChoose={(target) => {
              closeList(true);
              activateTarget(target, view);
            }}
            onSearch={() => {
              closeList(true);
              placeCentre(view.getState(), positionOf(map.getCenter().wrap()));
            }}
            onClose={closeList}
          />
        )}
      </div>
    </section>
  );
}

const wholeWorld: [[number, number], [number, number]] = [
  [-85, -180],
  [85, 180],
];
