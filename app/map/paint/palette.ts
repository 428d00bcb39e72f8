/** The colours of the chart, as canvas colour strings. */
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
 * Reads the current colours. A custom property with `light-dark()` is resolved only in a standard property.
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
  const lists = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}
