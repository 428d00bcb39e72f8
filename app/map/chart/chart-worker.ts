import { SceneDrawer, type SceneRequest } from '../paint/scene-drawer.ts';
import type { PictureSize } from '../paint/picture-canvas.ts';
import type { Target } from '../scene/hit-test.ts';
import { type DrawnCoast, type GroundRequest, paintGround } from './paint-ground.ts';

/** A request to this worker; the response goes to the port of the message. */
export type ChartRequest =
  | { readonly kind: 'ground'; readonly request: GroundRequest }
  | { readonly kind: 'scene'; readonly request: SceneRequest };

export interface DrawnPicture {
  /** Null for a hidden map or one without height. */
  readonly picture: ImageBitmap | null;
  /** The press targets in the picture. */
  readonly targets: readonly Target[];
  /** Of the ground; null if it has no coast. */
  readonly coast: DrawnCoast | null;
}

/*
 * The worker that draws the chart and the layers on it. An exception is reported to the page as a worker error; the page
 * starts another worker for the next drawing.
 */
const canvases = { ground: new OffscreenCanvas(1, 1), scene: new OffscreenCanvas(1, 1) };
const scene = new SceneDrawer();

function draw({ kind, request }: ChartRequest): DrawnPicture {
  const canvas = canvases[kind];
  const context = clearedContext(canvas, request.size);
  let targets: readonly Target[] = [];
  let coast: DrawnCoast | null = null;
  if (context) {
    if (kind === 'scene') targets = scene.draw(context, request);
    else coast = paintGround(context, request, reportCoast);
  }
  // A canvas without pixels has no bitmap.
  const hasPixels = canvas.width > 0 && canvas.height > 0;
  return { picture: hasPixels ? canvas.transferToImageBitmap() : null, targets, coast };
}

/** Prepares a cleared canvas of a size, to be drawn on in CSS pixels. */
function clearedContext(
  canvas: OffscreenCanvas,
  { width, height, ratio }: PictureSize,
): OffscreenCanvasRenderingContext2D | null {
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  // Setting the size clears a canvas but allocates new memory, so only when it differs.
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<ChartRequest>) => {
  const drawn = draw(data);
  port?.postMessage(drawn, drawn.picture ? [drawn.picture] : []);
});

/** Tells the page that the ground can be drawn with more detail. The only message that is not a response. */
function reportCoast(): void {
  postMessage('coast');
}
