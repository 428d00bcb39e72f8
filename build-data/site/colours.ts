/*
 * The colours that a site file may replace, and the check that people can tell them from what is behind them.
 */

export const colourNames = ['primary', 'sighting', 'handled'] as const;
export const modes = ['light', 'dark'] as const;
export type Palette = Partial<Record<(typeof colourNames)[number], string | undefined>>;
export type Colours = Partial<Record<(typeof modes)[number], Palette | undefined>>;

/** The custom property of each colour in `app/styles/tokens.css`. */
export const propertyOf = { primary: '--primary', sighting: '--magenta', handled: '--amber' } as const;

/** What is behind these colours, as in `app/styles/tokens.css`: the page, and on the map the sea and the land. */
export const backgrounds = {
  light: { paper: '#fbfaf6', sea: '#dcebf2', land: '#f2e7c9' },
  dark: { paper: '#101a20', sea: '#0b151b', land: '#2a2820' },
} as const;

/** WCAG 2.2, success criteria 1.4.3 (text, on the page) and 1.4.11 (marks, on the map). */
const leastContrast = { paper: 4.5, sea: 3, land: 3 } as const;

const shownNames = { paper: 'page', sea: 'sea on the map', land: 'land on the map' } as const;

export const colourPattern = /^#[0-9a-fA-F]{6}$/;

interface ColourFault {
  readonly path: readonly [mode: string, name: string];
  readonly message: string;
}

/** The colours with too little contrast. Texts that are not colours are not compared. */
export function faultsOfColours(colours: Colours): readonly ColourFault[] {
  return modes.flatMap((mode) =>
    colourNames.flatMap((name) => {
      const colour = colours[mode]?.[name];
      if (colour === undefined || !colourPattern.test(colour)) return [];
      return (['paper', 'sea', 'land'] as const).flatMap((behind) => {
        const [background, least] = [backgrounds[mode][behind], leastContrast[behind]];
        const contrast = contrastOf(colour, background);
        if (contrast >= least) return [];
        const what = `${colour} has a contrast of ${contrast.toFixed(1)} : 1 to the ${shownNames[behind]} (${background})`;
        const better = mode === 'light' ? 'darker' : 'lighter';
        return [{ path: [mode, name], message: `${what}. Choose a ${better} colour: it needs ${least} : 1` }];
      });
    }),
  );
}

/** The contrast ratio of two colours, `#rrggbb`, as WCAG 2.2 defines it. */
export function contrastOf(one: string, other: string): number {
  const luminances = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The style that replaces the colours of the pages; undefined without any. */
export function styleOf(colours: Colours): string | undefined {
  const declarations = (mode: (typeof modes)[number]): string =>
    colourNames
      .flatMap((name) => {
        const colour = colours[mode]?.[name];
        return colour === undefined ? [] : [`${propertyOf[name]}:${colour}`];
      })
      .join(';');
  const [light, dark] = [declarations('light'), declarations('dark')];
  if (light === '' && dark === '') return undefined;
  const style = `:root,.light-colours{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`;
  // Forced colours stay as the system has them.
  return `@media not (forced-colors:active){${style}}`;
}
