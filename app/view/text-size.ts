export const usualTextSizeInPixels = 16;

/** The text size that is set in the browser, in pixels: one rem. */
export const textSizeInPixels = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualTextSizeInPixels;

/** The ratio of the text size to the usual one. */
export const textScale = (): number => textSizeInPixels() / usualTextSizeInPixels;
