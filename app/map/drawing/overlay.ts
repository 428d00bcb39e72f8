import type { MapMark, PlaceName } from '../../engine/engine.ts';
import type { Frame } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import type { DrawingContext, PictureSize } from '../chart/picture-canvas.ts';
import type { Target } from '../marks/hit-test.ts';
import { type OverlayContent, rankPlaces, type Selected } from '../overlay/overlay-content.ts';
import { overlayPainter } from '../overlay/paint-overlay.ts';

/** What is drawn of the marks and names: all that it depends on, so that another thread can do it. */
export interface OverlayOrder {
  readonly frame: Frame;
  readonly size: PictureSize;
  readonly palette: Palette;
  readonly selected: Selected | null;
  readonly covered: OverlayContent['covered'];
  /** Left out where they are those of the order before: they are many. */
  readonly marks?: readonly MapMark[];
  readonly places?: readonly PlaceName[];
}

/** Draws one order after another; what is drawn with is kept as long as it fits. */
export class OverlayDrawer {
  #marks: OverlayContent['marks'] = [];
  #places: OverlayContent['places'] = [];
  /** As they were given before they were ranked, which takes longer than to draw them. */
  #given: readonly PlaceName[] | undefined;
  #paint: ReturnType<typeof overlayPainter> | undefined;
  #look = '';

  /** Draws all that stands on the chart, and tells what of it can be pressed. */
  draw(context: DrawingContext, order: OverlayOrder): readonly Target[] {
    const { frame, size, palette, selected, covered, marks, places } = order;
    if (marks) this.#marks = marks;
    if (places && places !== this.#given) {
      this.#places = rankPlaces(places);
      this.#given = places;
    }
    const look = JSON.stringify([palette, size.ratio]);
    if (!this.#paint || look !== this.#look) this.#paint = overlayPainter(palette, size.ratio);
    this.#look = look;
    return this.#paint(context, frame, { marks: this.#marks, places: this.#places, selected, covered });
  }
}
