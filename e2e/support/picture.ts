import type { Page } from '@playwright/test';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The number of pixels of each colour, which is a number of 24 bits. */
  readonly colours: readonly (readonly [colour: number, pixels: number])[];
}

/** Counts the colours of a PNG, given in base64, in the order of their first pixels. */
export function readPicture(page: Page, base64: string): Promise<Picture> {
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(picture, 0, 0);
    const { data: pixels = [] } = context?.getImageData(0, 0, width, height) ?? {};
    const colours = new Map<number, number>();
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    return { width, height, colours: [...colours] };
  }, base64);
}
