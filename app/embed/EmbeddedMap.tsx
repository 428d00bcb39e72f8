import { createElementObject, createLayerComponent, type LayerProps } from '@react-leaflet/core';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Map as LeafletMap } from 'leaflet';

import { lazyComponent, LazyModule, noFailureView } from '../components/lazy-component.tsx';

import { ChartMap, useChart } from '../map/ChartMap.tsx';
import { JourneyNote, MapProblem, ZoomButtons } from '../map/controls/MapControls.tsx';
import { ScaleBar } from '../map/controls/ScaleBar.tsx';
import { LineLayer } from '../map/layers/drawn-layers.ts';
import type { DrawnMarks } from '../map/layers/Marks.tsx';
import type { DrawnCoast } from '../map/paint/coasts.ts';
import { circleAround } from '../map/scene/radius.ts';
import { useView } from '../explorer/use-explorer.ts';
import type { LocationSearch } from '../view/view-state.ts';
import '../map/layers/search-circle.css';

interface EmbeddedMapProps {
  /**
   * Whether the wheel and one finger are left to the page that contains this one, so that its readers can scroll past
   * the map.
   */
  readonly isCooperative: boolean;
  /** Receives the attribution of the coast on the map. */
  readonly onAttribution: (attribution: string | undefined) => void;
}

const TargetPopup = lazyComponent(
  new LazyModule(() => import('./TargetPopup.tsx')),
  (module) => module.TargetPopup,
  noFailureView,
);

/** The map without selection, hover and draggable circles, and without the credit for the coast. */
export function EmbeddedMap({ isCooperative, onAttribution }: EmbeddedMapProps) {
  const drawn = useRef<DrawnMarks | null>(null);
  const chart = useChart();
  const hint = useCooperativeGestures(chart.map, isCooperative);
  const onCoast = useCallback(
    (shown: DrawnCoast | null) => {
      onAttribution(shown?.attribution);
    },
    [onAttribution],
  );
  return (
    <ChartMap
      chart={chart}
      instruction="On the map, arrow keys pan, plus and minus zoom, and Enter shows what is at the crosshair."
      surfaceClassName={isCooperative ? 'embed-cooperative' : ''}
      onCoast={onCoast}
      drawn={drawn}
      renderLayers={() => <FixedCircle />}
      renderControls={(map, hasFailed) => (
        <>
          <div className="map-crosshair" aria-hidden="true" />
          <div className="map-tools">
            <ZoomButtons map={map} />
          </div>
          <div className="map-foot">
            <ScaleBar map={map} coastErrorInMetres={null} />
            <JourneyNote />
            <MapProblem>{hasFailed ? 'The map cannot be drawn. The page keeps trying.' : null}</MapProblem>
          </div>
          <Suspense>
            <TargetPopup map={map} drawn={drawn} />
          </Suspense>
          {hint === null ? null : (
            <p className="embed-hint label" aria-hidden="true">
              {hint}
            </p>
          )}
        </>
      )}
    />
  );
}

interface FixedCircleProps extends LayerProps {
  readonly search: LocationSearch | null;
}

const vertexCount = 120;

const CircleLine = createLayerComponent<LineLayer, FixedCircleProps>(
  (props, context) => {
    const layer = new LineLayer();
    draw(layer, props);
    return createElementObject(layer, context);
  },
  (layer, props, before) => {
    if (props.search !== before.search) draw(layer, props);
  },
);

/** The circle of the search, which cannot be dragged. */
function FixedCircle() {
  const search = useView((view) => view.search);
  return <CircleLine search={search} />;
}

function draw(layer: LineLayer, { search }: FixedCircleProps): void {
  const isCircle = search?.mode === 'radius';
  layer.set('map-circle', isCircle ? circleAround(search.centre, search.radiusInMetres, vertexCount) : [], true);
}

const hintDurationInMilliseconds = 1800;
/** A finger that moves less than this may still be a tap. */
const tapToleranceInPixels = 10;

const wheelHint = /Mac|iPhone|iPad/.test(navigator.userAgent)
  ? 'Hold ⌘ and scroll to zoom the map'
  : 'Hold Ctrl and scroll to zoom the map';
const touchHint = 'Use two fingers to move the map';

/**
 * Leaves the wheel and one finger to the page that contains the map. The wheel zooms with the Control or Command key,
 * which a pinch on a trackpad also sets, and two fingers move and zoom. Mouse, buttons and keys are not affected.
 * Returns a hint for a moment after a gesture that the map has ignored; null otherwise.
 */
function useCooperativeGestures(map: LeafletMap | null, isCooperative: boolean): string | null {
  const [hint, setHint] = useState<string | null>(null);

  useEffect(() => {
    if (!map || !isCooperative) return;
    const container = map.getContainer();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let touchStart: Touch | undefined;
    const show = (text: string | null): void => {
      clearTimeout(timer);
      setHint(text);
      if (text !== null) timer = setTimeout(setHint, hintDurationInMilliseconds, null);
    };
    // These listeners are called before the map's own, because they listen to the capture phase.
    const handleWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) {
        show(null);
        return;
      }
      event.stopPropagation();
      show(wheelHint);
    };
    const handlePointerDown = ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'touch') map.dragging.disable();
      else map.dragging.enable();
    };
    const handleTouchStart = ({ touches }: TouchEvent): void => {
      touchStart = touches.length === 1 ? touches[0] : undefined;
      if (touches.length > 1) show(null);
    };
    const handleTouchMove = ({ touches }: TouchEvent): void => {
      const [touch] = touches;
      if (!touchStart || !touch || touches.length > 1) return;
      const { clientX, clientY } = touchStart;
      if (Math.hypot(touch.clientX - clientX, touch.clientY - clientY) > tapToleranceInPixels) show(touchHint);
    };
    container.addEventListener('wheel', handleWheel, { capture: true, passive: true });
    container.addEventListener('pointerdown', handlePointerDown, { capture: true });
    container.addEventListener('touchstart', handleTouchStart, { capture: true, passive: true });
    container.addEventListener('touchmove', handleTouchMove, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      container.removeEventListener('wheel', handleWheel, { capture: true });
      container.removeEventListener('pointerdown', handlePointerDown, { capture: true });
      container.removeEventListener('touchstart', handleTouchStart, { capture: true });
      container.removeEventListener('touchmove', handleTouchMove, { capture: true });
    };
  }, [map, isCooperative]);

  return hint;
}
