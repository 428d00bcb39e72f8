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

/** The CSS custom properties of the colours. */
const tokens = {
  paper: '--paper',
  sea: '--sea',
  shoal: '--shoal',
  land: '--land',
  coast: '--coast',
  line: '--line',
  ink: '--ink',
  muted: '--muted',
  primary: '--primary',
  magenta: '--magenta',
  amber: '--amber',
} as const;

/** The colours of the chart, as canvas colour strings, and its font family. */
export type Palette = Readonly<Record<keyof typeof tokens, string>> & { readonly font: string };

/** With forced colours, only system colours may be used. */
const systemColours: Readonly<Record<keyof typeof tokens, string>> = {
  paper: 'Canvas',
  sea: 'Canvas',
  shoal: 'Canvas',
  land: 'Canvas',
  coast: 'CanvasText',
  line: 'GrayText',
  ink: 'CanvasText',
  muted: 'CanvasText',
  primary: 'CanvasText',
  magenta: 'CanvasText',
  amber: 'CanvasText',
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
  const read = (token: keyof typeof tokens): string => {
    probe.style.color = isForced ? systemColours[token] : `var(${tokens[token]})`;
    return getComputedStyle(probe).color;
  };
  const palette: Palette = {
    paper: read('paper'),
    sea: read('sea'),
    shoal: read('shoal'),
    land: read('land'),
    coast: read('coast'),
    line: read('line'),
    ink: read('ink'),
    muted: read('muted'),
    primary: read('primary'),
    magenta: read('magenta'),
    amber: read('amber'),
    font: getComputedStyle(host).fontFamily,
  };
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
