import { WatchedWorker } from '../../engine/watched-worker.ts';
import type { GroundOrder } from './chart-ground.ts';
import type { PictureCanvas } from './picture-canvas.ts';

/** A thread that has not drawn by then will not; the first order waits for its script too. */
const longestDrawingInMilliseconds = 8000;

/** Null where there can be none, or none any more. */
let thread: WatchedWorker | null | undefined;

function startThread(): WatchedWorker | null {
  if (typeof OffscreenCanvas !== 'function') return null;
  try {
    const worker = new Worker(new URL('./ground-worker.ts', import.meta.url), { type: 'module' });
    return new WatchedWorker(worker, () => (thread = null));
  } catch {
    return null;
  }
}

/**
 * Begins to draw the ground, in a thread of its own or, where that cannot be, in the page. Resolves to what shows the
 * picture; rejects when not even the script that draws it comes.
 */
export async function drawGround(picture: PictureCanvas, order: GroundOrder): Promise<() => void> {
  if (thread === undefined) thread = startThread();
  if (thread) {
    const { worker } = thread;
    try {
      const drawn = await thread.answerTo(longestDrawingInMilliseconds, () => pictureOf(worker, order));
      return () => {
        picture.show(drawn, order.size);
      };
    } catch {
      thread = null;
    }
  }
  const { drawChart } = await import('./chart-ground.ts');
  return () => {
    picture.draw(order.size, (context) => {
      drawChart(context, order);
    });
  };
}

function pictureOf(worker: Worker, order: GroundOrder): Promise<ImageBitmap> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<ImageBitmap>) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage(order, [port2]);
  });
}
