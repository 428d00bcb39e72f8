import type { MapMark, PlaceName } from '../../engine/engine.ts';
import type { Frame } from '../chart/frame.ts';
import type { Palette } from '../chart/palette.ts';
import type { DrawingContext, PictureSize } from '../chart/picture-canvas.ts';
import type { Target } from '../marks/hit-test.ts';
import { type OverlayContent, rankPlaces, type Selected } from '../overlay/overlay-content.ts';
import { overlayPainter } from '../overlay/paint-overlay.ts';

/** The input for drawing marks and names, which can be sent to a worker. */
export interface OverlayOrder {
  readonly frame: Frame;
  readonly size: PictureSize;
  readonly palette: Palette;
  readonly selected: Selected | null;
  readonly covered: OverlayContent['covered'];
  /** Omitted if unchanged since the previous request, because they are many. */
  readonly marks?: readonly MapMark[];
  readonly places?: readonly PlaceName[];
}

/** Draws one request after another, and reuses fonts and sprites while they fit. */
export class OverlayDrawer {
  #marks: OverlayContent['marks'] = [];
  #places: OverlayContent['places'] = [];
  /** The unranked places, to detect changes: ranking takes longer than drawing. */
  #given: readonly PlaceName[] | undefined;
  #paint: ReturnType<typeof overlayPainter> | undefined;
  #look = '';

  /** Draws marks, names and the selection, and returns the press targets. */
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
