/** Text styles of the map: size and weight show the rank, italics mark the sea. */
export type Lettering = 'principal' | 'land' | 'sea' | 'figures' | 'inside' | 'selected';

const styles: Readonly<Record<Lettering, string>> = {
  principal: '600 14px',
  land: '13px',
  sea: 'italic 13px',
  figures: '600 13px',
  inside: '600 12px',
  selected: '700 14px',
};
/** Half the height of a line of text. */
export const halfLineInPixels = 8;
const longestNameInPixels = 200;

/** Sets the font of a text style, for measuring and for drawing. */
export function setFont(
  context: Pick<CanvasTextDrawingStyles, 'font' | 'fontKerning' | 'textBaseline'>,
  lettering: Lettering,
  family: string,
): void {
  context.font = `${styles[lettering]} ${family}`;
  context.textBaseline = 'middle';
  context.fontKerning = lettering === 'figures' || lettering === 'inside' ? 'none' : 'auto';
}

/** Measures texts in pixels, and caches the widths. */
export class TextMeasure {
  readonly #context: Pick<
    CanvasTextDrawingStyles & CanvasText,
    'font' | 'fontKerning' | 'textBaseline' | 'measureText'
  >;
  readonly #family: string;
  readonly #widths = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(
    context: Pick<CanvasTextDrawingStyles & CanvasText, 'font' | 'fontKerning' | 'textBaseline' | 'measureText'>,
    family: string,
  ) {
    this.#context = context;
    this.#family = family;
  }

  widthOf(text: string, lettering: Lettering): number {
    const key = `${lettering} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      setFont(this.#context, lettering, this.#family);
      width = this.#context.measureText(text).width;
      this.#widths.set(key, width);
    }
    return width;
  }

  /** The name as drawn: a very long name is cut and ends in an ellipsis. */
  nameFor(name: string, lettering: Lettering): string {
    const key = `${lettering} ${name}`;
    let drawn = this.#names.get(key);
    if (drawn === undefined) {
      drawn = shortened(name, longestNameInPixels, (text) => this.widthOf(text, lettering));
      this.#names.set(key, drawn);
    }
    return drawn;
  }
}

/** Returns the text, cut and with an ellipsis if it is wider than `maxPixels`. */
export function shortened(text: string, maxPixels: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= maxPixels) return text;
  const characters = [...text];
  let [fits, tooMany] = [0, characters.length];
  const cut = (kept: number): string => `${characters.slice(0, kept).join('').trimEnd()}…`;
  while (tooMany - fits > 1) {
    const tried = Math.floor((fits + tooMany) / 2);
    if (widthOf(cut(tried)) <= maxPixels) fits = tried;
    else tooMany = tried;
  }
  return cut(fits);
}
