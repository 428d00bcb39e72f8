import type { Palette } from '../map/paint/canvas.ts';
import { markColours, markPaths, markPlurals, marks } from '../vocabulary/kinds.ts';

/** What a saved picture says below its map, so that it can be understood where it is shared without its page. */
export interface PictureFooter {
  readonly title: string;
  /** "Records 2014 to 2021", and the filters. */
  readonly period: string;
  /** The address of the view, and a shorter one for pictures in which it does not fit. */
  readonly address: string;
  readonly siteAddress: string;
}

export const footerHeightInPixels = 92;
const paddingInPixels = 14;

type TextContext = Pick<CanvasRenderingContext2D, 'measureText'>;

/** The text, cut off at its end if it is wider than this. */
export function shortened(context: TextContext, text: string, widthInPixels: number): string {
  if (context.measureText(text).width <= widthInPixels) return text;
  let end = text.length;
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > widthInPixels) end--;
  return `${text.slice(0, end)}…`;
}

/** Paints the footer below a map of this size, in CSS pixels. */
export function paintFooter(
  context: CanvasRenderingContext2D,
  footer: PictureFooter,
  palette: Palette,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const right = width - paddingInPixels;
  const write = (text: string, x: number, y: number, style: string, colour: string, isAtRight = false): void => {
    context.font = `${style} ${palette.font}`;
    context.fillStyle = colour;
    context.textAlign = isAtRight ? 'right' : 'left';
    context.fillText(shortened(context, text, width - 2 * paddingInPixels), x, y);
  };
  const widthOf = (text: string, style: string): number => {
    context.font = `${style} ${palette.font}`;
    return context.measureText(text).width;
  };
  context.textBaseline = 'middle';
  context.fillStyle = palette.paper;
  context.fillRect(0, height, width, footerHeightInPixels);
  context.fillStyle = palette.coast;
  context.fillRect(0, height, width, 1);

  const caution = 'Historical records, not live warnings.';
  const cautionWidth = widthOf(caution, '600 13px');
  context.font = `700 16px ${palette.font}`;
  const title = shortened(context, footer.title, width - cautionWidth - 4 * paddingInPixels);
  write(title, paddingInPixels, height + 20, '700 16px', palette.ink);
  write(caution, right, height + 20, '600 13px', palette.ink, true);

  let x = paddingInPixels;
  for (const mark of marks) {
    context.save();
    context.translate(x + 7, height + 47);
    context.scale(0.8, 0.8);
    context.fillStyle = palette[markColours[mark]];
    context.fill(new Path2D(markPaths[mark]));
    context.restore();
    write(markPlurals[mark], x + 19, height + 47, '13px', palette.ink);
    x += 19 + widthOf(markPlurals[mark], '13px') + 16;
  }

  const fits = widthOf(footer.address, '13px') <= width * 0.7;
  const address = fits ? footer.address : footer.siteAddress;
  const addressWidth = widthOf(address, '13px');
  write(address, right, height + 73, '13px', palette.muted, true);
  const period = shortened(context, footer.period, width - addressWidth - 4 * paddingInPixels);
  write(period, paddingInPixels, height + 73, '13px', palette.muted);
}
