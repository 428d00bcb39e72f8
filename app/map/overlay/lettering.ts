import type { Palette } from '../chart/palette.ts';
import type { DrawingContext } from '../chart/picture-canvas.ts';

/** Text styles of the chart: size and weight show the rank, italics mark the sea. */
export type Lettering = 'principal' | 'land' | 'sea' | 'figures' | 'selected';

const styles: Readonly<Record<Lettering, string>> = {
  principal: '600 14px',
  land: '13px',
  sea: 'italic 13px',
  figures: '600 13px',
  selected: '700 14px',
};
/** Above and below the middle of a line. */
export const halfLineInPixels = 8;
const haloInPixels = 3;
const longestNameInPixels = 200;

/** Writes text on a canvas, and caches text widths. */
export class Letterer {
  readonly #palette: Palette;
  readonly #widths = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(palette: Palette) {
    this.#palette = palette;
  }

  widthOf(context: DrawingContext, text: string, lettering: Lettering): number {
    const key = `${lettering} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      this.#use(context, lettering);
      width = context.measureText(text).width;
      this.#widths.set(key, width);
    }
    return width;
  }

  /** The name as drawn: a very long name is cut and ends in an ellipsis. */
  nameFor(context: DrawingContext, name: string, lettering: Lettering): string {
    const key = `${lettering} ${name}`;
    let set = this.#names.get(key);
    if (set === undefined) {
      set = shortened(name, longestNameInPixels, (text) => this.widthOf(context, text, lettering));
      this.#names.set(key, set);
    }
    return set;
  }

  /** Text next to or below marks, with a halo. `x` is the start of the text, `y` the middle of its line. */
  onGround(context: DrawingContext, text: string, x: number, y: number, lettering: Lettering): void {
    this.#use(context, lettering);
    context.textAlign = 'left';
    context.lineJoin = 'round';
    context.lineWidth = haloInPixels;
    context.strokeStyle = this.#palette.paper;
    context.globalAlpha = 0.75;
    context.strokeText(text, x, y);
    context.globalAlpha = 1;
    context.fillStyle = lettering === 'sea' ? this.#palette.muted : this.#palette.ink;
    context.fillText(text, x, y);
  }

  /** In the middle of a mark, in the colour of paper. */
  onMark(context: DrawingContext, text: string, x: number, y: number): void {
    this.#use(context, 'figures');
    context.textAlign = 'center';
    context.fillStyle = this.#palette.paper;
    context.fillText(text, x, y);
  }

  #use(context: DrawingContext, lettering: Lettering): void {
    context.font = `${styles[lettering]} ${this.#palette.font}`;
    context.textBaseline = 'middle';
    context.fontKerning = lettering === 'figures' ? 'none' : 'auto';
  }
}

/** The text, cut with an ellipsis if it is wider than `mostPixels`. */
export function shortened(text: string, mostPixels: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= mostPixels) return text;
  const characters = [...text];
  let [fits, tooMany] = [0, characters.length];
  const cut = (kept: number): string => `${characters.slice(0, kept).join('').trimEnd()}…`;
  while (tooMany - fits > 1) {
    const tried = Math.floor((fits + tooMany) / 2);
    if (widthOf(cut(tried)) <= mostPixels) fits = tried;
    else tooMany = tried;
  }
  return cut(fits);
}
