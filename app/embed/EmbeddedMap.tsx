import { createElementObject, createLayerComponent, type LayerProps } from '@react-leaflet/core';
import { useCallback, useRef } from 'react';

import { ChartMap, useChart } from '../map/ChartMap.tsx';
import { JourneyNote, MapProblem, ZoomButtons } from '../map/controls/MapControls.tsx';
import { ScaleBar } from '../map/controls/ScaleBar.tsx';
import { LineLayer } from '../map/layers/drawn-layers.ts';
import type { DrawnMarks } from '../map/layers/Marks.tsx';
import type { DrawnCoast } from '../map/paint/paint-ground.ts';
import { circleAround } from '../map/scene/radius.ts';
import { useView } from '../session/use-session.ts';
import type { LocationSearch } from '../view/view-state.ts';
import { useCooperativeGestures } from './use-cooperative-gestures.ts';
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
      instruction="On the map, arrow keys pan, and plus and minus zoom."
      surfaceClassName={isCooperative ? 'embed-cooperative' : ''}
      onCoast={onCoast}
      drawn={drawn}
      renderLayers={() => <FixedCircle />}
      renderControls={(map, hasFailed) => (
        <>
          <div className="map-tools">
            <ZoomButtons map={map} />
          </div>
          <div className="map-foot">
            <ScaleBar map={map} coastErrorInMetres={null} />
            <JourneyNote />
            <MapProblem>{hasFailed ? 'The map cannot be drawn. The page keeps trying.' : null}</MapProblem>
          </div>
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
