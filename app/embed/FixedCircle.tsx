import { createElementObject, createLayerComponent, type LayerProps } from '@react-leaflet/core';

import { LineLayer } from '../map/layers/drawn-layers.ts';
import { circleAround } from '../map/scene/radius.ts';
import { useView } from '../session/use-session.ts';
import type { LocationSearch } from '../view/view-state.ts';
import '../map/layers/search-circle.css';

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
export function FixedCircle() {
  const search = useView((view) => view.search);
  return <CircleLine search={search} />;
}

function draw(layer: LineLayer, search: LocationSearch | null): void {
  const isCircle = search?.mode === 'radius';
  layer.set('map-circle', isCircle ? circleAround(search.centre, search.radiusInMetres, vertexCount) : [], true);
}
