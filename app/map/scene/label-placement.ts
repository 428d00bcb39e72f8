import type { ScreenPoint } from '../camera.ts';

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

/** How far the cross in the middle of a search and the visible part of a handle extend, in pixels. */
export const crossReach = 19;
export const handleReach = 9;
/** Height of the texts of circles and lines. */
export const labelHeight = 20;

const cellInPixels = 64;
/** Gap between labels on the same line, so that they are not read as one. Labels on different lines may be closer. */
const gapInPixels = { sideways: 9, withinLine: 5 } as const;

/** Tracks reserved boxes, so that no label covers another one. */
export class LabelPlacement {
  readonly #cells = new Map<number, Box[]>();

  reserve(box: Box): void {
    for (const cell of cellsOf(box)) {
      const boxes = this.#cells.get(cell);
      if (boxes) boxes.push(box);
      else this.#cells.set(cell, [box]);
    }
  }

  isFree(box: Box): boolean {
    for (const cell of cellsOf(box)) {
      if (this.#cells.get(cell)?.some((taken) => overlap(taken, box))) return false;
    }
    return true;
  }

  /** Reserves the first free box with a gap on both sides, and returns it; undefined if none is free. */
  reserveFirst<Candidate extends Box>(candidates: readonly Candidate[]): Candidate | undefined {
    const free = candidates.find((candidate) => this.isFree(candidate));
    if (free) {
      this.reserve(free);
      this.reserve({
        left: free.left - gapInPixels.sideways,
        right: free.right + gapInPixels.sideways,
        top: free.top + gapInPixels.withinLine,
        bottom: free.bottom - gapInPixels.withinLine,
      });
    }
    return free;
  }
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function* cellsOf({ left, top, right, bottom }: Box): Generator<number> {
  const lastColumn = Math.floor(right / cellInPixels);
  const lastRow = Math.floor(bottom / cellInPixels);
  for (let column = Math.floor(left / cellInPixels); column <= lastColumn; column++) {
    for (let row = Math.floor(top / cellInPixels); row <= lastRow; row++) yield row * 4096 + column;
  }
}
