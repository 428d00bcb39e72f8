import coastFile from '../coast/coast.json';
import { unpackCoast, type CoastFile } from '../coast/coast-codec.ts';
import type { Frame } from '../chart/frame.ts';
import { paintGraticule, paintGround } from '../chart/paint-ground.ts';
import type { Palette } from '../chart/palette.ts';
import type { DrawingContext, PictureSize } from '../chart/picture-canvas.ts';
import { chartRing } from '../chart/trace-ring.ts';

/** The input for drawing the ground, which can be sent to a worker. */
export interface GroundOrder {
  readonly frame: Frame;
  readonly size: PictureSize;
  readonly palette: Palette;
  /** Draw only the graticule, over another base map. */
  readonly isOverTiles: boolean;
}

const rings = unpackCoast(coastFile as unknown as CoastFile).map(chartRing);

/** Draws the built-in chart, or only its graticule. */
export function drawGround(context: DrawingContext, { frame, palette, isOverTiles }: GroundOrder): void {
  if (isOverTiles) paintGraticule(context, frame, palette);
  else paintGround(context, frame, palette, rings);
}
