import { createElementObject, createLayerComponent, type LayerProps } from '@react-leaflet/core';
import type { Map as LeafletMap } from 'leaflet';
import type { RefObject } from 'react';

import type { MapMark, PlaceName, SharkJourney } from '../../engine/engine.ts';
import type { Camera } from '../camera.ts';
import type { Palette, PictureCanvas, PictureSize } from '../paint/canvas.ts';
import { drawScene } from '../paint/drawing-thread.ts';
import type { CircleInput, CircleScene } from '../scene/circles.ts';
import { boxInCamera, controlsOf } from '../scene/fit-view.ts';
import type { Target } from '../scene/hit-test.ts';
import type { Selected } from '../scene/place-names.ts';
import { useMapContent } from '../use-map-content.ts';
import { CanvasLayer } from './drawn-layers.ts';

/** The hit targets of the last drawing, and its camera. */
export interface DrawnMarks {
  readonly camera: Camera;
  readonly targets: readonly Target[];
}

/** The circles on the map, which are arranged with each drawing, so that no text covers another one. */
export interface CircleSource {
  readonly inputs: () => readonly CircleInput[];
  /** Moves the labels to where they have been arranged for these inputs. */
  readonly show: (circles: readonly CircleScene[], inputs: readonly CircleInput[], camera: Camera) => void;
}

export interface MapMarksProps {
  readonly palette: Palette;
  readonly circles?: RefObject<CircleSource | null> | undefined;
  /** Another number for each change of the circles. */
  readonly circleChanges?: number | undefined;
  /** Set to the hit targets of each drawing. */
  readonly drawn: RefObject<DrawnMarks | null>;
  readonly onDrawingEnd: (hasFailed: boolean) => void;
}

interface MarksProps extends MapMarksProps, LayerProps {
  /** Reads the marks for a camera; another function for other filters or data. */
  readonly readMarks: (camera: Camera) => Promise<readonly MapMark[]>;
  /** Another number when marks have arrived after a drawing without them. */
  readonly lateMarks: number;
  readonly places: readonly PlaceName[];
  readonly selected: Selected | null;
  readonly journey: readonly SharkJourney[];
  readonly namesWrecks: boolean;
}

/** The marks of records, the names of places and the selection. */
export function MapMarks(props: MapMarksProps) {
  return <Marks {...props} {...useMapContent()} />;
}

const Marks = createLayerComponent<MarksLayer, MarksProps>(
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
    const causes = [
      'palette',
      'readMarks',
      'lateMarks',
      'places',
      'selected',
      'journey',
      'namesWrecks',
      'circleChanges',
    ] as const;
    if (causes.some((name) => props[name] !== before[name])) this.redraw();
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

  /** One pass: the data of the camera, its scene, and the picture. */
  protected override async draw(picture: PictureCanvas, size: PictureSize, camera: Camera): Promise<() => void> {
    const { readMarks, places, selected, journey, namesWrecks, circles, palette, drawn, onDrawingEnd } = this.#props;
    const covered = this.#map ? controlsOf(this.#map).map((box) => boxInCamera(box, camera)) : [];
    const inputs = circles?.current?.inputs() ?? [];
    const marks = await readMarks(camera);
    if (marks.length === 0 && places.length === 0 && selected === null && inputs.length === 0) {
      return () => {
        // Without pixels, it takes no memory and no compositing time.
        picture.show(null, { ...size, ratio: 0 });
        drawn.current = { camera, targets: [] };
      };
    }
    try {
      const show = await drawScene(picture, {
        ...{ camera, size, palette, marks, places, selected, journey, circles: inputs, covered, namesWrecks },
      });
      onDrawingEnd(false);
      return () => {
        const scene = show();
        drawn.current = { camera, targets: scene.targets };
        circles?.current?.show(scene.circles, inputs, camera);
      };
    } catch (error) {
      // A layer that has been removed from the map reports no failures.
      if (this.#map) onDrawingEnd(true);
      throw error;
    }
  }
}
