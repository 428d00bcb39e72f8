import { finishedPicture, preparedContext, type DrawingContext, type PictureSize } from '../chart/picture-canvas.ts';
import type { Target } from '../marks/hit-test.ts';
import { drawGround, type GroundOrder } from './ground.ts';
import { OverlayDrawer, type OverlayOrder } from './overlay.ts';

/** An order to this thread; the answer goes to the port that came with it. */
export type ChartOrder =
  { readonly kind: 'ground'; readonly order: GroundOrder } | { readonly kind: 'overlay'; readonly order: OverlayOrder };

export interface DrawnPicture {
  /** Null for a map that is hidden, or has no height. */
  readonly picture: ImageBitmap | null;
  /** What can be pressed of it. */
  readonly targets: readonly Target[];
}

/*
 * Draws the chart and what stands on it in a thread of its own. What it throws is heard as an error of the thread, which is
 * then given up.
 */
const canvases = { ground: new OffscreenCanvas(1, 1), overlay: new OffscreenCanvas(1, 1) };
const overlay = new OverlayDrawer();

function drawn(
  kind: ChartOrder['kind'],
  size: PictureSize,
  draw: (context: DrawingContext) => readonly Target[],
): DrawnPicture {
  const context = preparedContext(canvases[kind], size);
  const targets = context ? draw(context) : [];
  return { picture: finishedPicture(canvases[kind]), targets };
}

addEventListener('message', ({ data, ports }: MessageEvent<ChartOrder>) => {
  const answer = drawn(data.kind, data.order.size, (context) => {
    if (data.kind === 'overlay') return overlay.draw(context, data.order);
    drawGround(context, data.order);
    return [];
  });
  ports[0]?.postMessage(answer, answer.picture ? [answer.picture] : []);
});
