import type { Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A hand moves on, whether the page keeps up or not; and more often than the screen draws. */
const pauseInMilliseconds = 12;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Moves the pressed pointer along a line from one point to others. */
export async function drag(page: Page, from: Point, steps: readonly Point[]): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const moves: Promise<void>[] = [];
  for (const { x, y } of steps) {
    moves.push(page.mouse.move(x, y));
    await pause(pauseInMilliseconds);
  }
  await Promise.all(moves);
  await page.mouse.up();
}

/** Three times to and fro. */
export const wave = ({ x, y }: Point, reach: number, count: number): Point[] =>
  Array.from({ length: count }, (_, step) => ({ x: x + reach * Math.sin((step / count) * 6 * Math.PI), y }));

/** Turns the wheel six notches one way and six the other, twice. */
export async function zoom(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y);
  for (let step = 0; step < 24; step++) {
    await page.mouse.wheel(0, step % 12 < 6 ? 120 : -120);
    await pause(150);
  }
}
