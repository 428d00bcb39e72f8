/** The 2D context of a canvas in the page or of an offscreen canvas. */
export type DrawingContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A size in CSS pixels, and the device pixel ratio. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/**
 * A canvas that shows a finished picture. Without a GPU, Chromium copies a canvas with a drawing context in every frame
 * in which anything on the page changes; a bitmap that was drawn offscreen and transferred is copied once.
 */
export class PictureCanvas {
  readonly element = document.createElement('canvas');

  /** Shows a picture, or nothing for null. */
  show(picture: ImageBitmap | null, { width, height }: PictureSize): void {
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    this.element.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
  }
}

/** The names of the colours, which are CSS custom properties: `--paper`. */
const colours = [
  ...(['paper', 'sea', 'shoal', 'land', 'coast', 'line', 'ink'] as const),
  ...(['muted', 'primary', 'magenta', 'amber'] as const),
];
type Colour = (typeof colours)[number];

/** The colours of the chart, as canvas colour strings, and its font family. */
export type Palette = Readonly<Record<Colour, string>> & { readonly font: string };

/**
 * With forced colours, only system colours and their mixtures may be used; `CanvasText` for all others. Land differs from
 * the sea, but contrasts with text. The colours of marks are those of the style sheet.
 */
const systemColours: Partial<Record<Colour, string>> = {
  ...{ paper: 'Canvas', sea: 'Canvas', shoal: 'Canvas', land: 'color-mix(in srgb, CanvasText 20%, Canvas)' },
  ...{ line: 'GrayText', primary: 'LinkText', magenta: 'Highlight' },
};

/**
 * Reads the current colours and font. A custom property with `light-dark()` is resolved only in a standard property.
 */
export function readPalette(host: HTMLElement): Palette {
  const isForced = window.matchMedia('(forced-colors: active)').matches;
  const probe = document.createElement('span');
  probe.style.forcedColorAdjust = 'none';
  probe.hidden = true;
  host.append(probe);
  const read = (colour: Colour): string => {
    probe.style.color = isForced ? (systemColours[colour] ?? 'CanvasText') : `var(--${colour})`;
    return getComputedStyle(probe).color;
  };
  const chart = Object.fromEntries(colours.map((colour) => [colour, read(colour)])) as Record<Colour, string>;
  const palette: Palette = { ...chart, font: getComputedStyle(host).fontFamily };
  probe.remove();
  return palette;
}

/** Calls back whenever the colours may have changed. Returns an unsubscribe function. */
export function watchPalette(onChange: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}
