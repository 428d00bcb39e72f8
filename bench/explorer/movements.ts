import type { Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A hand moves on, whether the page keeps up or not; and more often than the screen draws. */
const moveIntervalInMilliseconds = 12;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Moves the pressed pointer along a line from one point to others. */
export async function drag(page: Page, from: Point, steps: readonly Point[]): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const moves: Promise<void>[] = [];
  for (const { x, y } of steps) {
    moves.push(page.mouse.move(x, y));
    await pause(moveIntervalInMilliseconds);
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

/** So many that the 95th percentile is not one slow moment of the machine. */
const changes = 60;
/** As between two presses of a person, so that each change begins with the page at rest. */
const changeIntervalInMilliseconds = 500;

/** From pressing a kind in the open chip until the frame after the counted line says something else, in milliseconds. */
export async function timeFilterChanges(page: Page): Promise<number[]> {
  await page
    .getByRole('button', { name: /Interaction|Kind/ })
    .first()
    .click();
  const box = page.getByRole('checkbox').first();
  await box.waitFor();
  // In one go: to look for the box each time would be work for the page that a person does not make.
  return box.evaluate(
    async (element, { count, pause }) => {
      const line = document.querySelector('.results-count');
      if (!line) throw new Error('The page counts nothing');
      const times: number[] = [];
      for (let change = 0; change < count; change++) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        const began = performance.now();
        const answered = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() => {
              resolve();
            });
          });
          observer.observe(line, { childList: true, characterData: true, subtree: true });
        });
        (element as HTMLElement).click();
        await answered;
        times.push(performance.now() - began);
      }
      return times;
    },
    { count: changes, pause: changeIntervalInMilliseconds },
  );
}
