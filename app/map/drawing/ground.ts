import coastFile from '../coast/coast.json';
import { unpackCoast, type CoastFile } from '../coast/coast-codec.ts';
import type { Frame } from '../chart/frame.ts';
import { paintGraticule, paintGround } from '../chart/paint-ground.ts';
import type { Palette } from '../chart/palette.ts';
import type { DrawingContext, PictureSize } from '../chart/picture-canvas.ts';
import { chartRing } from '../chart/trace-ring.ts';

/** What is drawn of the ground: all that it depends on, so that another thread can do it. */
export interface GroundOrder {
  readonly frame: Frame;
  readonly size: PictureSize;
  readonly palette: Palette;
  /** The graticule alone, over another base map. */
  readonly isOverTiles: boolean;
}

const rings = unpackCoast(coastFile as unknown as CoastFile).map(chartRing);

/** Draws the bundled chart, or its graticule alone. */
export function drawGround(context: DrawingContext, { frame, palette, isOverTiles }: GroundOrder): void {
  if (isOverTiles) paintGraticule(context, frame, palette);
  else paintGround(context, frame, palette, rings);
}
