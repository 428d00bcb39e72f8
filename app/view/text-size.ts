export const usualTextSizeInPixels = 16;

/** The size of text that the browser is set to, in pixels: a rem. */
export const textSizeInPixels = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualTextSizeInPixels;

/** How much larger than usual text is. */
export const textScale = (): number => textSizeInPixels() / usualTextSizeInPixels;
