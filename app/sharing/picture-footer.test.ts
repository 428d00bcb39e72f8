import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Palette } from '../map/paint/canvas.ts';
import { paintFooter, type PictureFooter } from './picture-footer.ts';

const footer: PictureFooter = {
  title: 'Cottesloe Beach: shark records',
  marks: ['sighting', 'other'],
  period: 'Records 2014 to 2021 · White shark',
  address: 'https://data.example.org/?place=603&species=white',
  siteAddress: 'https://data.example.org/',
};

/** The texts of a footer below a map of 800 by 408 pixels. */
function textsOf(parts: Partial<PictureFooter>): readonly string[] {
  const texts: string[] = [];
  const nothing = (): void => undefined;
  const recording = {
    measureText: (text: string) => ({ width: text.length * 7 }) as TextMetrics,
    ...{ fillRect: nothing, fill: nothing, save: nothing, restore: nothing },
    ...{ translate: nothing, scale: nothing, rotate: nothing },
    fillText: (text: string) => {
      texts.push(text);
    },
  };
  const size = { width: 800, height: 408 };
  paintFooter(recording as unknown as CanvasRenderingContext2D, { ...footer, ...parts }, {} as Palette, size);
  return texts;
}

beforeEach(() => {
  vi.stubGlobal('Path2D', vi.fn());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('a saved picture carries its title, years, the marks that occur, caution and address', () => {
  expect(textsOf({})).toEqual([
    'Cottesloe Beach: shark records',
    'Historical records, not live warnings.',
    'Sightings',
    'Whale carcasses and other',
    'https://data.example.org/?place=603&species=white',
    'Records 2014 to 2021 · White shark',
  ]);
});

it('a long address is replaced by that of the site, and other long texts are cut off', () => {
  const texts = textsOf({
    address: `https://data.example.org/?${'species=white'.repeat(9)}`,
    title: 'Beach '.repeat(40),
  });
  expect(texts).toContain(footer.siteAddress);
  expect(texts[0]).toMatch(/^Beach Beach .*…$/);
});
