import { createElementObject, createLayerComponent, type LayerProps } from '@react-leaflet/core';
import type { Map as LeafletMap } from 'leaflet';
import type { RefObject } from 'react';

import type { MapMark, PlaceName } from '../../engine/engine.ts';
import { drawScene } from '../paint/drawing-thread.ts';
import type { Camera } from '../camera.ts';
import type { Palette, PictureCanvas, PictureSize } from '../paint/canvas.ts';
import { boxInCamera, controlsOf } from '../scene/fit-view.ts';
import type { Target } from '../scene/hit-test.ts';
import type { Selected } from '../scene/place-names.ts';
import type { CircleScene } from '../scene/search.ts';
import { CanvasLayer } from './drawn-layers.ts';

/** The hit targets of the last drawing, and its camera. */
export interface DrawnMarks {
  readonly camera: Camera;
  readonly targets: readonly Target[];
}

interface MarksProps extends LayerProps {
  readonly palette: Palette;
  readonly marks: readonly MapMark[];
  readonly places: readonly PlaceName[];
  readonly selected: Selected | null;
  /** The search and the circle around a place, when they are not being dragged. Names and counts avoid them. */
  readonly circles: readonly CircleScene[];
  /** Set to the hit targets of each drawing. */
  readonly drawn: RefObject<DrawnMarks | null>;
  /** Called with the camera of the next drawing. */
  readonly onCamera: (camera: Camera) => void;
  readonly onDrawingEnd: (hasFailed: boolean) => void;
}

/** The marks of records, the names of places and the selection. */
export const Marks = createLayerComponent<MarksLayer, MarksProps>(
  (props, context) => createElementObject(new MarksLayer(props), context),
  (layer, props) => {
    layer.update(props);
  },
);

class MarksLayer extends CanvasLayer {
  #props: MarksProps;
  #map: LeafletMap | null = null;

  constructor(props: MarksProps) {
    super('chart-marks');
    this.#props = props;
  }

  update(props: MarksProps): void {
    const before = this.#props;
    this.#props = props;
    const isChanged = (['palette', 'marks', 'places', 'selected', 'circles'] as const).some(
      (name) => props[name] !== before[name],
    );
    if (isChanged) this.redraw();
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map;
    return super.onAdd(map);
  }

  override onRemove(): this {
    this.#map = null;
    this.#props.drawn.current = null;
    return super.onRemove();
  }

  protected override hasTexts(): boolean {
    return true;
  }

  protected override hasContent(): boolean {
    const { marks, places, selected } = this.#props;
    return marks.length > 0 || places.length > 0 || selected !== null;
  }

  protected override draw(picture: PictureCanvas, size: PictureSize, camera: Camera): Promise<() => void> | undefined {
    const { marks, places, selected, circles, palette, drawn, onCamera } = this.#props;
    onCamera(camera);
    if (size.ratio === 0 || !this.#map) {
      picture.show(null, size);
      drawn.current = { camera, targets: [] };
      return undefined;
    }
    const covered = controlsOf(this.#map).map((box) => boxInCamera(box, camera));
    const request = { camera, size, palette, marks, places, selected, circles, covered };
    return drawScene(picture, request).then(
      (show) => {
        this.#props.onDrawingEnd(false);
        return () => {
          drawn.current = { camera, targets: show() };
        };
      },
      (error: unknown) => {
        // A layer that has been removed from the map reports no failures.
        if (this.#map) this.#props.onDrawingEnd(true);
        throw error;
      },
    );
  }
}
