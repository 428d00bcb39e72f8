import { WatchedWorker } from '../../engine/rpc/watched-worker.ts';
import type { PictureCanvas } from '../chart/picture-canvas.ts';
import type { Target } from '../marks/hit-test.ts';
import type { ChartOrder, DrawnPicture } from './chart-worker.ts';
import type { GroundOrder } from './ground.ts';
import type { OverlayDrawer, OverlayOrder } from './overlay.ts';

/** A thread that has not drawn by then will not; the first order waits for its script too. */
const longestDrawingInMilliseconds = 20_000;

/** Null where there can be none, or none any more. */
let thread: WatchedWorker | null | undefined;

/** Starts the thread that draws, so that its script is there when there is something to draw. */
export function startChartThread(): void {
  if (thread !== undefined) return;
  thread = null;
  if (typeof OffscreenCanvas !== 'function') return;
  try {
    const worker = new Worker(new URL('./chart-worker.ts', import.meta.url), { type: 'module' });
    thread = new WatchedWorker(worker, () => (thread = null));
  } catch {
    // The page draws by itself.
  }
}

/** Rejects where there is no thread, or none any more. */
function pictureOf(order: ChartOrder): Promise<DrawnPicture> {
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
 * Draws the ground, in a thread of its own or, where that cannot be, in the page. Resolves to what shows the picture;
 * rejects when not even the script that draws it comes.
 */
export async function groundDrawing(picture: PictureCanvas, order: GroundOrder): Promise<() => void> {
  try {
    const drawn = await pictureOf({ kind: 'ground', order });
    return () => {
      picture.show(drawn.picture, order.size);
    };
  } catch {
    const { drawGround } = await import('./ground.ts');
    return () => {
      picture.draw(order.size, (context) => {
        drawGround(context, order);
      });
    };
  }
}

/** All that is drawn of marks and names, of which a thread is told what it does not know yet. */
export type WholeOverlay = Required<OverlayOrder>;

/** Draws marks and names as `groundDrawing` does the ground. One for a layer. */
export class OverlayDrawing {
  #sent: Pick<OverlayOrder, 'marks' | 'places'> = {};
  #drawer: OverlayDrawer | undefined;

  /** Resolves to what shows the picture, and tells what of it can be pressed. */
  async draw(picture: PictureCanvas, whole: WholeOverlay): Promise<() => readonly Target[]> {
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
      const drawer = (this.#drawer ??= new (await import('./overlay.ts')).OverlayDrawer());
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
