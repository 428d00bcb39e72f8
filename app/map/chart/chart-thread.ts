import { WatchedWorker } from '../../engine/rpc/watched-worker.ts';
import type { ChartRequest, DrawnPicture } from './chart-worker.ts';
import type { OverlayDrawer, OverlayRequest } from '../overlay/paint-overlay.ts';
import type { Target } from '../overlay/hit-test.ts';
import type { GroundRequest } from './paint-ground.ts';
import type { PictureCanvas } from './picture-canvas.ts';

/** Timeout of a drawing; the first one includes loading the worker script. */
const longestDrawingInMilliseconds = 20_000;

/** Null if workers are not available, or after a failure. */
let thread: WatchedWorker | null | undefined;

/** Starts the drawing worker early, so that its script is loaded when there is something to draw. */
export function startChartThread(): void {
  if (thread !== undefined) return;
  thread = null;
  if (typeof OffscreenCanvas !== 'function') return;
  try {
    const worker = new Worker(new URL('./chart-worker.ts', import.meta.url), { type: 'module' });
    thread = new WatchedWorker(worker, () => (thread = null));
  } catch {
    // The page draws on its own thread instead.
  }
}

/** Rejects without a worker. */
function pictureOf(order: ChartRequest): Promise<DrawnPicture> {
  startChartThread();
  if (!thread) return Promise.reject(new Error('no thread draws'));
  const { worker } = thread;
  const ask = (): Promise<DrawnPicture> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<DrawnPicture>) => {
        port1.close();
        resolve(data);
      };
      worker.postMessage(order, [port2]);
    });
  return thread.call(longestDrawingInMilliseconds, ask);
}

/**
 * Draws the ground in the worker, or on the main thread without one. Resolves to the picture; rejects when the drawing
 * module cannot be loaded either.
 */
export async function groundDrawing(picture: PictureCanvas, order: GroundRequest): Promise<() => void> {
  try {
    const drawn = await pictureOf({ kind: 'ground', order });
    return () => {
      picture.show(drawn.picture, order.size);
    };
  } catch {
    const { drawGround } = await import('./paint-ground.ts');
    return () => {
      picture.draw(order.size, (context) => {
        drawGround(context, order);
      });
    };
  }
}

/** The input for drawing marks and names; the worker is only sent what has changed. */
export type OverlayInput = Required<OverlayRequest>;

/** Draws marks and names like `groundDrawing` draws the ground. One per layer. */
export class OverlayDrawing {
  #sent: Pick<OverlayRequest, 'marks' | 'places'> = {};
  #drawer: OverlayDrawer | undefined;

  /** Resolves to the picture and its press targets. */
  async draw(picture: PictureCanvas, whole: OverlayInput): Promise<() => readonly Target[]> {
    const { marks, places, ...rest } = whole;
    const news = {
      ...(marks === this.#sent.marks ? {} : { marks }),
      ...(places === this.#sent.places ? {} : { places }),
    };
    try {
      this.#sent = { marks, places };
      const drawn = await pictureOf({ kind: 'overlay', order: { ...rest, ...news } });
      return () => {
        picture.show(drawn.picture, rest.size);
        return drawn.targets;
      };
    } catch {
      const drawer = (this.#drawer ??= new (await import('../overlay/paint-overlay.ts')).OverlayDrawer());
      return () => {
        let targets: readonly Target[] = [];
        picture.draw(rest.size, (context) => {
          targets = drawer.draw(context, whole);
        });
        return targets;
      };
    }
  }
}
