import type { ScreenPoint } from '../camera.ts';
import { clipSegment } from '../paint/trace-ring.ts';

/** A rectangle on the screen. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const boxAround = ({ x, y }: ScreenPoint, halfWidth: number, halfHeight: number): Box => ({
  left: x - halfWidth,
  top: y - halfHeight,
  right: x + halfWidth,
  bottom: y + halfHeight,
});

export const isWithin = (box: Box, outer: Box): boolean =>
  box.left >= outer.left && box.top >= outer.top && box.right <= outer.right && box.bottom <= outer.bottom;

/** How far the cross of a search and the visible part of a handle extend from their middles, in pixels. */
export const crossReach = 19;
export const handleReach = 9;
/** Height of the texts of circles and lines. */
export const labelHeight = 20;

const cellInPixels = 64;
/**
 * Gap to the left and right of a label, so that two labels on the same line are not read as one. It is shorter than the
 * label by `inset` at the top and at the bottom, so that labels on different lines may be closer.
 */
const gapInPixels = { sideways: 9, inset: 5 } as const;

/** Boxes on the screen, by the cells that they overlap. */
class BoxGrid<Item extends Box> {
  readonly #cells = new Map<number, Item[]>();

  add(item: Item): void {
    for (const cell of cellsOf(item)) {
      const items = this.#cells.get(cell);
      if (items) items.push(item);
      else this.#cells.set(cell, [item]);
    }
  }

  /** The items that overlap a box; one that is in several cells is repeated. */
  *at(box: Box): Generator<Item> {
    for (const cell of cellsOf(box)) {
      for (const item of this.#cells.get(cell) ?? []) if (overlap(item, box)) yield item;
    }
  }
}

/** Tracks reserved boxes, so that no label covers another one. */
export class LabelPlacement {
  readonly #reserved = new BoxGrid<Box>();

  reserve(box: Box): void {
    this.#reserved.add(box);
  }

  isFree(box: Box): boolean {
    return this.#reserved.at(box).next().done === true;
  }

  /** Reserves the first free box, with a gap to its left and right, and returns it; undefined if none is free. */
  reserveFirst<Candidate extends Box>(candidates: readonly Candidate[]): Candidate | undefined {
    const free = candidates.find((candidate) => this.isFree(candidate));
    if (free) {
      this.reserve(free);
      this.reserve({
        left: free.left - gapInPixels.sideways,
        right: free.right + gapInPixels.sideways,
        top: free.top + gapInPixels.inset,
        bottom: free.bottom - gapInPixels.inset,
      });
    }
    return free;
  }
}

/** A mark, or the dot or ring of a place, to which a label belongs. Its box includes its halo. */
export interface Anchor extends Box, ScreenPoint {
  readonly radius: number;
  readonly isMark: boolean;
}

const haloInPixels = 2;

export const anchorAt = ({ x, y }: ScreenPoint, radius: number, isMark = false): Anchor => ({
  ...boxAround({ x, y }, radius + haloInPixels, radius + haloInPixels),
  ...{ x, y, radius, isMark },
});

/** Tracks marks, dots and the labels next to them, so that every label is nearest to what it belongs to. */
export class Anchors {
  readonly #anchors = new BoxGrid<Anchor>();
  readonly #labels = new BoxGrid<Box & { readonly label: Box; readonly gap: number }>();
  readonly #named = new Set<Anchor>();

  add(anchor: Anchor): void {
    this.#anchors.add(anchor);
  }

  /** The marks that a box covers at least in part. */
  marksAt(box: Box): readonly Anchor[] {
    return [...new Set(this.#anchors.at(box))].filter(
      (anchor) => anchor.isMark && gapBetween(box, anchor) < haloInPixels,
    );
  }

  /** The anchors that are nearer to a label than its own, or at most `marginInPixels` further away. */
  nearerTo(label: Box, own: Anchor, marginInPixels = 0): readonly Anchor[] {
    const gap = gapBetween(label, own) + marginInPixels;
    return [...this.#anchors.at(widened(label, gap))].filter(
      (other) => other !== own && gapBetween(label, other) < gap,
    );
  }

  isNamed(anchor: Anchor): boolean {
    return this.#named.has(anchor);
  }

  /** Adds a label, and reserves its own anchor and all that are nearer, so that they get no other name. */
  addLabel(label: Box, own: Anchor): void {
    const gap = gapBetween(label, own);
    this.#labels.add({ ...widened(label, gap), label, gap });
    for (const anchor of [own, ...this.nearerTo(label, own)]) this.#named.add(anchor);
  }

  /** Whether an anchor would be nearer to the label of another one than that one. */
  wouldMislead(anchor: Anchor): boolean {
    return [...this.#labels.at(anchor)].some(({ label, gap }) => gapBetween(label, anchor) < gap);
  }
}

const widened = ({ left, top, right, bottom }: Box, by: number): Box => ({
  ...{ left: left - by, top: top - by, right: right + by, bottom: bottom + by },
});

/** The distance between a box and the edge of a mark or dot. */
function gapBetween({ left, top, right, bottom }: Box, { x, y, radius }: Anchor): number {
  return Math.max(Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) - radius, 0);
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Whether the line between two points crosses a box. */
export function crosses({ left, top, right, bottom }: Box, from: ScreenPoint, to: ScreenPoint): boolean {
  const segment = { x1: from.x - left, y1: from.y - top, x2: to.x - left, y2: to.y - top };
  return clipSegment(segment, right - left, bottom - top) !== null;
}

function* cellsOf({ left, top, right, bottom }: Box): Generator<number> {
  const lastColumn = Math.floor(right / cellInPixels);
  const lastRow = Math.floor(bottom / cellInPixels);
  for (let column = Math.floor(left / cellInPixels); column <= lastColumn; column++) {
    for (let row = Math.floor(top / cellInPixels); row <= lastRow; row++) yield row * 4096 + column;
  }
}

/** Text styles of the map. Italics are for the names of sea features. */
export type Lettering = 'principal' | 'land' | 'sea' | 'figures' | 'clusterCount' | 'selected';

const styles: Readonly<Record<Lettering, string>> = {
  principal: '600 14px',
  land: '13px',
  sea: 'italic 13px',
  figures: '600 13px',
  clusterCount: '600 12px',
  selected: '700 14px',
};
/** Half the height of a line of text. */
export const halfLineInPixels = 8;
const longestNameInPixels = 200;

/** Sets the font of a text style, for measuring and for drawing. */
export function setFont(
  context: Pick<CanvasTextDrawingStyles, 'font' | 'fontKerning' | 'textBaseline'>,
  lettering: Lettering,
  family: string,
): void {
  context.font = `${styles[lettering]} ${family}`;
  context.textBaseline = 'middle';
  context.fontKerning = lettering === 'figures' || lettering === 'clusterCount' ? 'none' : 'auto';
}

/** Measures texts in pixels, and caches the widths. */
export class TextMeasure {
  readonly #context: Pick<
    CanvasTextDrawingStyles & CanvasText,
    'font' | 'fontKerning' | 'textBaseline' | 'measureText'
  >;
  readonly #family: string;
  readonly #widths = new Map<string, number>();

  constructor(
    context: Pick<CanvasTextDrawingStyles & CanvasText, 'font' | 'fontKerning' | 'textBaseline' | 'measureText'>,
    family: string,
  ) {
    this.#context = context;
    this.#family = family;
  }

  widthOf(text: string, lettering: Lettering): number {
    const key = `${lettering} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      setFont(this.#context, lettering, this.#family);
      width = this.#context.measureText(text).width;
      this.#widths.set(key, width);
    }
    return width;
  }

  /** The name as drawn: a very long name is cut and ends in an ellipsis. */
  nameFor(name: string, lettering: Lettering): string {
    return shortened(name, longestNameInPixels, (text) => this.widthOf(text, lettering));
  }
}

/** Returns the text, cut and with an ellipsis if it is wider than `maxPixels`. */
export function shortened(text: string, maxPixels: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= maxPixels) return text;
  const characters = [...text];
  let [fits, tooMany] = [0, characters.length];
  const cut = (kept: number): string => `${characters.slice(0, kept).join('').trimEnd()}…`;
  while (tooMany - fits > 1) {
    const tried = Math.floor((fits + tooMany) / 2);
    if (widthOf(cut(tried)) <= maxPixels) fits = tried;
    else tooMany = tried;
  }
  return cut(fits);
}
