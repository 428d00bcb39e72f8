import type { Map as LeafletMap } from 'leaflet';
import { startTransition, useCallback, useEffect, useId, useRef, useState } from 'react';
import { MapContainer } from 'react-leaflet';
// The gestures in use: each module adds its handler to every map. `use-map-gestures.ts` replaces those for keys and wheel.
import 'leaflet/src/map/handler/Map.BoxZoom.js';
import 'leaflet/src/map/handler/Map.DoubleClickZoom.js';
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.TapHold.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';

import { Icon, MarkIcon } from '../components/Icon.tsx';
import { useSession } from '../session/use-session.ts';
import { placeCentre } from '../view/search-around.ts';
import { wholeCoast } from '../view/view-state.ts';
import { markLabels } from '../vocabulary/kinds.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { useDegreeFrame } from './chart/degree-frame.ts';
import { pairOf, positionOf } from './chart/frame.ts';
import { attachOutline, useGround } from './chart/use-ground.ts';
import { usePlaceRing } from './circle/use-circles.ts';
import { useSearchLayer } from './circle/use-circles.ts';
import { CoastCredit } from './coast/CoastCredit.tsx';
import { PanButtons, ZoomButtons } from './controls/MapControls.tsx';
import { LayersMenu, Legend } from './controls/MapControls.tsx';
import { ScaleBar } from './controls/ScaleBar.tsx';
import { crosshairInPixels, largestZoom, prefersReducedMotion, smallestZoom } from './map-options.ts';
import type { Target } from './overlay/hit-test.ts';
import { useOverlay } from './overlay/use-overlay.ts';
import { readTileSource } from './tiles/tile-source.ts';
import { activateTarget, targetsAround, useMapKeys, useTaps, useWheelZoom } from './use-map-gestures.ts';
import { useLayoutMode, useMapSurface, usePalette, useTiles } from './use-map-surface.ts';
import { useSelectionInView, useViewSync } from './use-view-sync.ts';
import './panes.css';
import './map.css';
import './controls/controls.css';

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
  const { coast, hasFailed: hasGroundFailed } = useGround(map, palette, isOverTiles);
  const { drawn, hasFailed: hasOverlayFailed } = useOverlay(map, palette);
  const isDrawingFailed = hasGroundFailed || hasOverlayFailed;
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

  const problem = isDrawingFailed
    ? 'The map cannot be drawn. Everything on it is also in the list. The page keeps trying.'
    : tilesProblem;

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
        Everything on the map is also in the list. On the map, arrow keys move it, plus and minus zoom, Enter lists
        everything at the crosshair, Escape returns to the list.
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
                <ScaleBar map={map} coastErrorInMetres={coast?.errorInMetres ?? null} />
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

/** The marks and places at the crosshair, as buttons. Escape or losing the focus closes it. */
function CrosshairList({
  targets,
  onChoose,
  onSearch,
  onClose,
}: {
  readonly targets: readonly Target[];
  readonly onChoose: (target: Target) => void;
  readonly onSearch: () => void;
  readonly onClose: (isFocusToReturn: boolean) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);

  return (
    <div
      ref={list}
      className="map-here map-card"
      role="dialog"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose(true);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose(false);
      }}
    >
      <h3 id={titleId}>At the crosshair</h3>
      <ul className="map-here-list">
        {targets.map((target, at) => (
          <li key={at}>
            <button
              type="button"
              className="button"
              onClick={() => {
                onChoose(target);
              }}
            >
              <TargetName target={target} />
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="button" onClick={onSearch}>
            Search here
          </button>
        </li>
      </ul>
    </div>
  );
}

function TargetName({ target: { of } }: { readonly target: Target }) {
  if (of.kind === 'place') {
    return (
      <span>
        <bdi>{of.place.name}</bdi>, <bdi>{of.place.featureType.toLowerCase()}</bdi>
      </span>
    );
  }
  const { mark, records, locations } = of.mark;
  return (
    <>
      <MarkIcon mark={mark} />
      {locations > 1
        ? `${countOf(records, 'record')} at ${formatCount(locations)} points: zoom in`
        : records > 1
          ? `${countOf(records, 'record')} at one point`
          : markLabels[mark]}
    </>
  );
}
