import { type Map as LeafletMap, Util } from 'leaflet';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MapContainer } from 'react-leaflet';
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';

import { useData, useExplorer } from '../explorer/use-explorer.ts';
import { attachOutline, Ground, type GroundProps } from './layers/Ground.tsx';
import { MapMarks, type MapMarksProps } from './layers/Marks.tsx';
import { latLngOf } from './leaflet-camera.ts';
import { largestZoom, mapLimits, prefersReducedMotion, smallestZoom } from './map-options.ts';
import { type Palette, readPalette, watchPalette } from './paint/canvas.ts';
import { useMapKeys, useWheelZoom } from './use-map-gestures.ts';
import { useViewSync } from './use-view-sync.ts';
import { textScale } from '../view/text-size.ts';

// Leaflet's gesture handlers: importing a module adds its handler to every map. `use-map-gestures.ts` replaces the
// handlers for keys, wheel and double click.

type Chart = ReturnType<typeof useChart>;

/** The Leaflet map of a `ChartMap`, once it is created. It shows the view of the explorer, and changes it. */
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
  readonly onCoast: GroundProps['onCoast'];
  /** Further layers. */
  readonly renderLayers: (palette: Palette) => ReactNode;
  readonly renderControls: (map: LeafletMap, hasFailed: boolean) => ReactNode;
}

/** A map with the chart, its marks and its controls. Fills its container. */
export function ChartMap(props: ChartMapProps) {
  const { chart, instruction, isListing = false, surfaceClassName = '', onCoast } = props;
  const { renderLayers, renderControls, drawn, circles, circleChanges } = props;
  const { map, setMap, controls, instructionId } = chart;
  const { view } = useExplorer();
  const isSample = useData()?.sample;
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
            <Ground palette={palette} onDrawingEnd={onGroundEnd} onCoast={onCoast} />
            <MapMarks {...{ palette, circles, circleChanges, drawn }} onDrawingEnd={onMarksEnd} />
            {renderLayers(palette)}
          </>
        )}
      </MapContainer>
      <div ref={controls} className="map-controls">
        {isSample ? (
          <svg className="map-watermark" width="100%" height="100%" aria-hidden="true">
            <text x="50%" y="50%" textAnchor="middle" fill="currentColor">
              Sample data
            </text>
          </svg>
        ) : null}
        {map && renderControls(map, failures.ground || failures.marks)}
      </div>
    </section>
  );
}

/** Makes the map's surface focusable, with an accessible name, and respects reduced motion. */
function useMapSurface(map: LeafletMap | null, instructionId: string): void {
  useEffect(() => {
    if (!map) return;
    const container = map.getContainer();
    container.tabIndex = 0;
    // Keys pan and zoom the map here, so assistive technology must pass them on.
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', 'Map surface');
    container.setAttribute('aria-describedby', instructionId);

    const motionQuery = window.matchMedia('(prefers-reduced-motion: reduce)');
    const adapt = (): void => {
      Util.setOptions(map, { inertia: !prefersReducedMotion() });
    };
    adapt();
    motionQuery.addEventListener('change', adapt);
    // Redraws everything, as after a resize.
    const unwatchPixelRatio = watchPixelRatio(() => {
      map.fire('resize', { oldSize: map.getSize(), newSize: map.getSize() });
    });
    return () => {
      unwatchPixelRatio();
      motionQuery.removeEventListener('change', adapt);
    };
  }, [map, instructionId]);
}

/**
 * Below this height of the map, the buttons are side by side and there is one scale. This and the following limits are
 * for the default text size; larger text leaves less space.
 */
const lowHeight = 360;
const narrowWidth = 600;
const veryNarrowWidth = 400;
/** Below this width, the legend's button and the credit do not fit side by side. */
const minWidthForOneRow = 310;

/**
 * Sets attributes of the map controls from which their style sheet selects the layout for the size of the map.
 * Container queries would do the same, but the browser evaluates them in every frame in which anything on the page
 * moves, which takes half of the time of such a frame.
 */
function useLayoutMode(map: LeafletMap | null, mapControls: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!map) return;
    const update = (): void => {
      const { x: width, y: height } = map.getSize();
      // Smaller text does not save space, because the buttons keep their size.
      const textFactor = Math.max(1, textScale());
      const modes = [
        height < lowHeight * textFactor && 'low',
        width < narrowWidth * textFactor && 'narrow',
        width < veryNarrowWidth * textFactor && 'very-narrow',
        width < minWidthForOneRow * textFactor && 'tight',
      ].filter((mode) => mode !== false);
      const element = mapControls.current;
      element?.setAttribute('data-layout', modes.join(' '));
      element?.style.setProperty('--map-width', `${width}px`);
      element?.style.setProperty('--map-height', `${height}px`);
    };
    update();
    map.on('resize', update);
    return () => {
      map.off('resize', update);
    };
  }, [map, mapControls]);
}

/** The current colours of the chart within an element. */
function usePalette(host: HTMLElement | null): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    if (!host) return;
    const read = (): void => {
      setPalette(readPalette(host));
    };
    read();
    return watchPalette(read);
  }, [host]);
  return palette;
}

/**
 * Calls back whenever the device pixel ratio changes, for example when a window is dragged to another screen, which is
 * not reported as a resize. Returns an unsubscribe function.
 */
function watchPixelRatio(onChange: () => void): () => void {
  let query: MediaQueryList | undefined;
  // A media query matches a single ratio, so each change needs a new one.
  const watch = (): void => {
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', change);
  };
  const end = (): void => {
    query?.removeEventListener('change', change);
  };
  const change = (): void => {
    end();
    watch();
    onChange();
  };
  watch();
  return end;
}
