import { OverlayDrawer, type OverlayRequest } from '../overlay/paint-overlay.ts';
import type { Target } from '../overlay/hit-test.ts';
import { drawGround, type GroundRequest } from './paint-ground.ts';
import { type DrawingContext, finishedPicture, type PictureSize, preparedContext } from './picture-canvas.ts';

/** A request to this worker; the response goes to the port of the message. */
export type ChartRequest =
  | { readonly kind: 'ground'; readonly order: GroundRequest }
  | { readonly kind: 'overlay'; readonly order: OverlayRequest };

export interface DrawnPicture {
  /** Null for a hidden map or one without height. */
  readonly picture: ImageBitmap | null;
  /** Its press targets. */
  readonly targets: readonly Target[];
}

/*
 * The worker that draws the chart and the layers on it. An exception is reported to the page as a worker error, and the
 * page then stops using the worker.
 */
const canvases = { ground: new OffscreenCanvas(1, 1), overlay: new OffscreenCanvas(1, 1) };
const overlay = new OverlayDrawer();

function drawn(
  kind: ChartRequest['kind'],
  size: PictureSize,
  draw: (context: DrawingContext) => readonly Target[],
): DrawnPicture {
  const context = preparedContext(canvases[kind], size);
  const targets = context ? draw(context) : [];
  return { picture: finishedPicture(canvases[kind]), targets };
}

addEventListener('message', ({ data, ports }: MessageEvent<ChartRequest>) => {
  const answer = drawn(data.kind, data.order.size, (context) => {
    if (data.kind === 'overlay') return overlay.draw(context, data.order);
    drawGround(context, data.order);
    return [];
  });
  ports[0]?.postMessage(answer, answer.picture ? [answer.picture] : []);
});
