import { type Mark, markColours, markPaths } from '../../vocabulary/kinds.ts';
import type { Palette } from './palette.ts';
import type { DrawingContext } from './picture-canvas.ts';

const haloInPixels = 1.5;
const ringInPixels = 2;

interface Sprite {
  readonly image: OffscreenCanvas;
  /** Half the side of the image, in CSS pixels. */
  readonly reach: number;
}

/** The shapes of marks, each drawn once for its size and then copied. */
export class MarkSprites {
  readonly #palette: Palette;
  readonly #pixelRatio: number;
  readonly #sprites = new Map<string, Sprite>();

  constructor(palette: Palette, pixelRatio: number) {
    this.#palette = palette;
    this.#pixelRatio = pixelRatio;
  }

  /** Draws a mark around a point; a selected one with a ring of ink. Scales are rounded to tenths. */
  draw(context: DrawingContext, mark: Mark, x: number, y: number, scale: number, isSelected = false): void {
    const tenths = Math.round(scale * 10);
    const key = `${mark} ${tenths} ${String(isSelected)}`;
    let sprite = this.#sprites.get(key);
    if (!sprite) {
      sprite = this.#make(mark, tenths / 10, isSelected);
      this.#sprites.set(key, sprite);
    }
    const { image, reach } = sprite;
    context.drawImage(image, x - reach, y - reach, 2 * reach, 2 * reach);
  }

  #make(mark: Mark, scale: number, isSelected: boolean): Sprite {
    const reach = Math.ceil(10 * scale + haloInPixels + (isSelected ? 2 * ringInPixels : 0));
    const side = Math.round(2 * reach * this.#pixelRatio);
    const image = new OffscreenCanvas(side, side);
    const context = image.getContext('2d');
    if (context) {
      const shape = new Path2D(markPaths[mark]);
      context.setTransform(this.#pixelRatio, 0, 0, this.#pixelRatio, image.width / 2, image.height / 2);
      context.scale(scale, scale);
      context.lineJoin = 'round';
      const stroke = (colour: string, beyondInPixels: number): void => {
        context.strokeStyle = colour;
        context.lineWidth = (2 * beyondInPixels) / scale;
        context.stroke(shape);
      };
      if (isSelected) stroke(this.#palette.ink, haloInPixels + 2 * ringInPixels - 0.5);
      stroke(this.#palette.paper, isSelected ? ringInPixels : haloInPixels);
      context.fillStyle = this.#palette[colourOf(mark)];
      context.fill(shape);
    }
    return { image, reach };
  }
}

const colours = {
  '--magenta': 'magenta',
  '--primary': 'primary',
  '--amber': 'amber',
  '--muted': 'muted',
} as const;

export function colourOf(mark: Mark): 'magenta' | 'primary' | 'amber' | 'muted' {
  const property = markColours[mark];
  return Object.hasOwn(colours, property) ? colours[property as keyof typeof colours] : 'muted';
}
