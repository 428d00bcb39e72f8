import type { PathLine } from '../scene/journey.ts';
import type { DrawingContext, Palette } from './canvas.ts';

// With the arrangement of the path, one module that the drawing worker loads for the first journey.
export { arrangeJourney } from '../scene/journey.ts';

/** Where the arrow of a line is. Off the middle, so that those of both directions are apart. */
const shareOfArrow = 0.6;
const arrowInPixels = { length: 9, halfWidth: 4.5 } as const;
/** A shorter line has no space for an arrow between its marks. */
const minLengthWithArrow = 36;

/** Paints dashed lines with an arrow each, below the marks. */
export function paintJourney(context: DrawingContext, lines: readonly PathLine[], palette: Palette): void {
  const stroke = (colour: string, width: number): void => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  };
  context.beginPath();
  for (const { from, to } of lines) {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
  stroke(palette.paper, 4);
  context.setLineDash([3, 4]);
  stroke(palette.ink, 1.5);
  context.setLineDash([]);
  context.beginPath();
  for (const { from, to } of lines) {
    const [across, down] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(across, down);
    if (length < minLengthWithArrow) continue;
    const [x, y] = [from.x + across * shareOfArrow, from.y + down * shareOfArrow];
    const along = { x: (across / length) * arrowInPixels.length, y: (down / length) * arrowInPixels.length };
    const side = { x: (-down / length) * arrowInPixels.halfWidth, y: (across / length) * arrowInPixels.halfWidth };
    context.moveTo(x, y);
    context.lineTo(x - along.x + side.x, y - along.y + side.y);
    context.lineTo(x - along.x - side.x, y - along.y - side.y);
    context.closePath();
  }
  stroke(palette.paper, 3);
  context.fillStyle = palette.ink;
  context.fill();
}
