import type { DrawingContext } from '../../chart/picture-canvas.ts';

/** Where a text was written: the start of it and the middle of its line. */
export interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const pixelsInLetter = 8;

/** Draws nothing and takes note of what is written; all letters are of one width. */
export function recordingContext(): { readonly context: DrawingContext; readonly written: Written[] } {
  const written: Written[] = [];
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * pixelsInLetter }),
    fillText: (text: string, x: number, y: number) => {
      written.push({ text, x, y });
    },
  };
  const context = new Proxy(known, {
    get: (_, name: string) => known[name] ?? (() => undefined),
    set: () => true,
  }) as unknown as DrawingContext;
  return { context, written };
}
