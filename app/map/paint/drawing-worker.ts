import type { MapMark, PlaceName } from '../../engine/engine.ts';
import { TextMeasure } from '../scene/label-placement.ts';
import { rankPlaces, type StyledPlace } from '../scene/place-names.ts';
import { type Scene, type SceneInput, sceneOf, type SceneTools } from '../scene/scene.ts';
import { MarkSprites, paintScene } from './paint-scene.ts';
import type { DrawingContext, Palette, PictureSize } from './canvas.ts';
import type { paintJourney } from './paint-journey.ts';
import type { DrawnCoast } from './coasts.ts';
import { type GroundRequest, paintGround } from './paint-ground.ts';

/** The input for drawing a scene, which can be sent to a worker. */
export interface SceneRequest extends Omit<SceneInput, 'marks' | 'places'> {
  readonly size: PictureSize;
  readonly palette: Palette;
  /**
   * Marks and places are omitted if unchanged since the previous request: there can be many, and ranking places takes
   * longer than drawing.
   */
  readonly marks?: readonly MapMark[];
  readonly places?: readonly PlaceName[];
}

/** Draws scenes, and reuses text widths and sprites while the palette and the device pixel ratio are the same. */
class SceneDrawer {
  #marks: readonly MapMark[] = [];
  #places: readonly StyledPlace[] = [];
  #tools: { readonly style: string; readonly sprites: MarkSprites; readonly measure: TextMeasure } | undefined;

  draw(
    context: DrawingContext,
    { size, palette, marks, places, ...input }: SceneRequest,
    tools: SceneTools & { readonly paintJourney?: typeof paintJourney | undefined },
  ): DrawnScene {
    if (marks) this.#marks = marks;
    if (places) this.#places = rankPlaces(places);
    const style = JSON.stringify([palette, size.ratio]);
    if (this.#tools?.style !== style) {
      const [sprites, measure] = [new MarkSprites(palette, size.ratio), new TextMeasure(context, palette.font)];
      this.#tools = { style, sprites, measure };
    }
    const scene = sceneOf({ ...input, marks: this.#marks, places: this.#places }, this.#tools.measure, tools);
    paintScene(context, scene, palette, this.#tools.sprites, tools.paintJourney);
    return { targets: scene.targets, circles: scene.circles };
  }
}

/** A request to this worker; the response goes to the port of the message. */
export type DrawingRequest =
  | { readonly kind: 'ground'; readonly request: GroundRequest }
  | { readonly kind: 'scene'; readonly request: SceneRequest };

/** What else the page needs of a scene. */
export type DrawnScene = Pick<Scene, 'targets' | 'circles'>;

export interface DrawnPicture {
  /** Null if it would have no pixels, for example because the map is hidden. */
  readonly picture: ImageBitmap | null;
  readonly scene: DrawnScene;
  /** The coast in a picture of the ground; null if there is none. */
  readonly coast: DrawnCoast | null;
}

/*
 * This worker draws the chart and the layers on it. An exception is reported to the page as a worker error; the page
 * starts another worker for the next drawing.
 */
const canvases = { ground: new OffscreenCanvas(1, 1), scene: new OffscreenCanvas(1, 1) };
const sceneDrawer = new SceneDrawer();

async function draw({ kind, request }: DrawingRequest): Promise<DrawnPicture> {
  const hasCircles = kind === 'scene' && request.circles.length > 0;
  const hasJourney = kind === 'scene' && request.journey.length > 0;
  // If a module does not load, the page shows the circle where it has placed it, and no path.
  const circles = hasCircles ? await import('../scene/circles.ts').catch(() => undefined) : undefined;
  const journey = hasJourney ? await import('./paint-journey.ts').catch(() => undefined) : undefined;

  const canvas = canvases[kind];
  const context = clearedContext(canvas, request.size);
  let scene: DrawnScene = { targets: [], circles: [] };
  let coast: DrawnCoast | null = null;
  if (context) {
    if (kind === 'scene')
      scene = sceneDrawer.draw(context, request, { arrangeCircle: circles?.circleSceneOf, ...journey });
    else coast = await paintGround(context, request, reportCoast);
  }
  // A canvas without pixels has no bitmap.
  const hasPixels = canvas.width > 0 && canvas.height > 0;
  return { picture: hasPixels ? canvas.transferToImageBitmap() : null, scene, coast };
}

/** Resizes and clears a canvas. Returns its context, with coordinates in CSS pixels. */
function clearedContext(
  canvas: OffscreenCanvas,
  { width, height, ratio }: PictureSize,
): OffscreenCanvasRenderingContext2D | null {
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  // Setting the size also clears a canvas, but allocates new memory, so it is only set if it differs.
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

/** Drawings are made in the order of their requests, which say what has changed since the previous one. */
let previous: Promise<void> = Promise.resolve();

addEventListener('message', ({ data, ports: [port] }: MessageEvent<DrawingRequest>) => {
  previous = previous
    .then(() => draw(data))
    .then((drawn) => {
      port?.postMessage(drawn, drawn.picture ? [drawn.picture] : []);
    })
    // A rejected promise would not be reported to the page.
    .catch(reportError);
});

/** Notifies the page that the ground can be drawn with more detail. This is the only message that is not a response. */
function reportCoast(): void {
  postMessage('coast');
}
