import { WatchedWorker } from '../../engine/rpc/watched-worker.ts';
import { siteText } from '../../vocabulary/site.ts';
import type { PictureCanvas } from './canvas.ts';
import type { DrawingRequest, DrawnPicture, DrawnScene, SceneRequest } from './drawing-worker.ts';
import type { DrawnCoast } from './coasts.ts';
import type { GroundRequest } from './paint-ground.ts';

/** Timeout of a drawing; the first one includes loading the worker script. */
const timeoutInMilliseconds = 20_000;

/** Undefined before the start, and after a failure. */
let drawingWorker: WatchedWorker | undefined;
let redrawGround: (() => void) | undefined;

/** Sets the callback for when the worker can draw the ground with more detail than in its last drawing. */
export function onMoreDetail(redraw: () => void): void {
  redrawGround = redraw;
}

/** The drawing worker, started if necessary. Throws if the browser cannot start workers. */
function runningWorker(): WatchedWorker {
  if (!drawingWorker) {
    const worker = new Worker(new URL('./drawing-worker.ts', import.meta.url), { type: 'module', name: siteText });
    worker.onmessage = () => redrawGround?.();
    drawingWorker = new WatchedWorker(worker, () => (drawingWorker = undefined));
  }
  return drawingWorker;
}

/** Starts the drawing worker early, so that its script is loaded when there is something to draw. */
export function startDrawingWorker(): void {
  try {
    runningWorker();
  } catch {
    // The first drawing reports the failure.
  }
}

function callWorker<Reply>(watched: WatchedWorker, request: DrawingRequest): Promise<Reply> {
  return watched.call(
    timeoutInMilliseconds,
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }: MessageEvent<Reply>) => {
          port1.close();
          resolve(data);
        };
        watched.worker.postMessage(request, [port2]);
      }),
  );
}

/**
 * Draws the ground in the worker. Resolves to a function that shows the picture and returns its coast; rejects if the
 * worker fails.
 */
export async function drawGround(picture: PictureCanvas, request: GroundRequest): Promise<() => DrawnCoast> {
  const drawn = await callWorker<DrawnPicture>(runningWorker(), { kind: 'ground', request });
  const { coast } = drawn;
  if (!coast) throw new Error('The picture of the ground has no coast.');
  return () => {
    picture.show(drawn.picture, request.size);
    return coast;
  };
}

/** What the worker already has. It keeps the latest marks and places, whichever layer or picture they are for. */
let sent: Pick<SceneRequest, 'marks' | 'places'> & { readonly to?: WatchedWorker } = {};

/**
 * Draws a scene in the worker, which receives the marks and places only if they differ from the previous ones. Resolves
 * to a function that shows the picture and returns what is in it; rejects if the worker fails.
 */
export async function drawScene(picture: PictureCanvas, request: Required<SceneRequest>): Promise<() => DrawnScene> {
  const current = runningWorker();
  // A new worker has received nothing yet.
  if (current !== sent.to) sent = {};
  const { marks, places, ...rest } = request;
  const changes = {
    ...(marks === sent.marks ? {} : { marks }),
    ...(places === sent.places ? {} : { places }),
  };
  sent = { marks, places, to: current };
  const drawn = await callWorker<DrawnPicture>(current, { kind: 'scene', request: { ...rest, ...changes } });
  return () => {
    picture.show(drawn.picture, rest.size);
    return drawn.scene;
  };
}
