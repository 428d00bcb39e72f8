import type { MapMark, PlaceName } from '../../engine/engine.ts';
import type { Target } from '../scene/hit-test.ts';
import { TextMeasure } from '../scene/lettering.ts';
import { rankPlaces, type StyledPlace } from '../scene/place-names.ts';
import { type SceneInput, sceneOf } from '../scene/scene.ts';
import { paintScene } from './paint-scene.ts';
import type { Palette } from './palette.ts';
import type { DrawingContext, PictureSize } from './picture-canvas.ts';
import { MarkSprites } from './sprites.ts';

/** The input for drawing a scene, which can be sent to a worker. */
export interface SceneRequest extends Omit<SceneInput, 'marks' | 'places'> {
  readonly size: PictureSize;
  readonly palette: Palette;
  /** Omitted if unchanged since the previous request, because they are many. */
  readonly marks?: readonly MapMark[];
  readonly places?: readonly PlaceName[];
}

/** Draws one scene after another, and reuses text widths and sprites while they fit. */
export class SceneDrawer {
  #marks: readonly MapMark[] = [];
  #places: readonly StyledPlace[] = [];
  /** The unranked places, to detect changes: ranking takes longer than drawing. */
  #unranked: readonly PlaceName[] | undefined;
  #tools: { readonly style: string; readonly sprites: MarkSprites; readonly measure: TextMeasure } | undefined;

  /** Draws a scene except its circles and lines, and returns its press targets. */
  draw(context: DrawingContext, { size, palette, marks, places, ...input }: SceneRequest): readonly Target[] {
    if (marks) this.#marks = marks;
    if (places && places !== this.#unranked) {
      this.#places = rankPlaces(places);
      this.#unranked = places;
    }
    const style = JSON.stringify([palette, size.ratio]);
    if (this.#tools?.style !== style) {
      const [sprites, measure] = [new MarkSprites(palette, size.ratio), new TextMeasure(context, palette.font)];
      this.#tools = { style, sprites, measure };
    }
    const scene = sceneOf({ ...input, marks: this.#marks, places: this.#places }, this.#tools.measure);
    paintScene(context, scene, palette, this.#tools.sprites);
    return scene.targets;
  }
}
