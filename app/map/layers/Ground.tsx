import { createElementObject, createLayerComponent, type LayerProps } from '@react-leaflet/core';

import { drawGround, onMoreDetail } from '../paint/drawing-thread.ts';
import type { DrawnCoast } from '../paint/coasts.ts';
import type { Camera } from '../camera.ts';
import type { Palette, PictureCanvas, PictureSize } from '../paint/canvas.ts';
import { CanvasLayer } from './drawn-layers.ts';

export interface GroundProps extends LayerProps {
  readonly palette: Palette;
  readonly onDrawingEnd: (hasFailed: boolean) => void;
  /** Called with the coast of each drawing. */
  readonly onCoast: (coast: DrawnCoast) => void;
}

/** Sea, land and the graticule. After a change of colours, the last picture remains until the next one is drawn. */
export const Ground = createLayerComponent<GroundLayer, GroundProps>(
  (props, context) => {
    // The outline does not move with the map.
    context.map.once('dragstart zoomstart', removeOutline);
    const layer = new GroundLayer(props);
    onMoreDetail(() => {
      layer.redraw();
    });
    return createElementObject(layer, context);
  },
  (layer, props) => {
    layer.update(props);
  },
);

class GroundLayer extends CanvasLayer {
  #props: GroundProps;

  constructor(props: GroundProps) {
    super('chart-ground');
    this.#props = props;
  }

  update(props: GroundProps): void {
    const { palette } = this.#props;
    this.#props = props;
    if (props.palette !== palette) this.redraw();
  }

  protected override async draw(picture: PictureCanvas, size: PictureSize, camera: Camera): Promise<() => void> {
    const { palette, onDrawingEnd, onCoast } = this.#props;
    try {
      const show = await drawGround(picture, { camera, size, palette });
      onDrawingEnd(false);
      return () => {
        onCoast(show());
        removeOutline();
      };
    } catch (error) {
      onDrawingEnd(true);
      throw error;
    }
  }
}

/** The coast outline in the static HTML, found before React replaces the HTML. */
let outline = typeof document === 'undefined' ? null : document.querySelector('.map-outline');

/** Moves the outline into `host`, below everything else, until the ground is drawn. */
export function attachOutline(host: Element | null): void {
  if (host && outline) host.prepend(outline);
}

/** Removes the outline: when the ground is drawn, or earlier if the map moves. */
function removeOutline(): void {
  outline?.remove();
  outline = null;
}
