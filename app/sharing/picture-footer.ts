import type { Palette } from '../map/paint/canvas.ts';
import { shortened } from '../map/scene/label-placement.ts';
import type { Mark } from '../../core/datasets/kinds.ts';
import { markColours, markPaths } from '../vocabulary/kinds.ts';
import { site } from '../vocabulary/site.ts';

/** What a saved picture says below its map, so that it can be understood where it is shared without its page. */
export interface PictureFooter {
  readonly title: string;
  /** Those of its legend. */
  readonly marks: readonly Mark[];
  /** "Records 2014 to 2021", and the filters. */
  readonly period: string;
  /** The address of the view, and a shorter one for pictures in which it does not fit. */
  readonly address: string;
  readonly siteAddress: string;
}

export const footerHeightInPixels = 92;
const paddingInPixels = 14;

/** Paints the footer below a map of this size, in CSS pixels. */
export function paintFooter(
  context: CanvasRenderingContext2D,
  footer: PictureFooter,
  palette: Palette,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const right = width - paddingInPixels;
  const widthOf = (text: string, style: string): number => {
    context.font = `${style} ${palette.font}`;
    return context.measureText(text).width;
  };
  /** A text that must leave space for another one on its line is cut if it is too wide. */
  const write = (text: string, x: number, y: number, style: string, colour: string, otherWidth = 0): void => {
    const maxPixels = width - otherWidth - (otherWidth > 0 ? 4 : 2) * paddingInPixels;
    const drawn = shortened(text, maxPixels, (part) => widthOf(part, style));
    context.fillStyle = colour;
    context.textAlign = x === right ? 'right' : 'left';
    context.fillText(drawn, x, y);
  };
  context.textBaseline = 'middle';
  context.fillStyle = palette.paper;
  context.fillRect(0, height, width, footerHeightInPixels);
  context.fillStyle = palette.coast;
  context.fillRect(0, height, width, 1);

  const caution = 'Historical records, not live warnings.';
  const cautionWidth = widthOf(caution, '600 13px');
  write(footer.title, paddingInPixels, height + 20, '700 16px', palette.ink, cautionWidth);
  write(caution, right, height + 20, '600 13px', palette.ink);

  let x = paddingInPixels;
  for (const mark of footer.marks) {
    context.save();
    context.translate(x + 7, height + 47);
    context.scale(0.8, 0.8);
    context.fillStyle = palette[markColours[mark]];
    context.fill(new Path2D(markPaths[mark]));
    context.restore();
    write(site.marks[mark].labelOfMany, x + 19, height + 47, '13px', palette.ink);
    x += 19 + widthOf(site.marks[mark].labelOfMany, '13px') + 16;
  }

  const fits = widthOf(footer.address, '13px') <= width * 0.7;
  const address = fits ? footer.address : footer.siteAddress;
  const addressWidth = widthOf(address, '13px');
  write(address, right, height + 73, '13px', palette.muted);
  write(footer.period, paddingInPixels, height + 73, '13px', palette.muted, addressWidth);
}
