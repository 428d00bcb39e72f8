import { TextMeasure } from '../label-placement.ts';

/** Measures texts without a canvas: all letters are 8 pixels wide. */
export const measureInTests = new TextMeasure(
  {
    font: '',
    fontKerning: 'auto',
    textBaseline: 'middle',
    measureText: (text: string) => ({ width: text.length * 8 }) as TextMetrics,
  },
  'sans-serif',
);
