import { expect, type Locator, type Page } from '@playwright/test';

import { isPhone } from './hosts.ts';
import { map } from './explorer.ts';

interface Offset {
  readonly right: number;
  readonly down: number;
}

/** The middle of the part of the map that nothing lies on, in pixels of the page. */
export async function middleOfMap(page: Page): Promise<{ x: number; y: number }> {
  const box = await map(page).boundingBox();
  if (!box) throw new Error('the map is not on the screen');
  const sheet = isPhone() ? await page.getByRole('region', { name: 'Search and results' }).boundingBox() : null;
  const bottom = Math.min(box.y + box.height, sheet?.y ?? Infinity);
  return { x: box.x + box.width / 2, y: (box.y + bottom) / 2 };
}

/** Waits until something is drawn on the ground of the chart, or of the marks and names on it: threads of their own do it. */
export async function untilDrawn(page: Page, pane: 'ground' | 'marks'): Promise<void> {
  const hasPixels = (canvas: Element): boolean => {
    const copy = document.createElement('canvas');
    const { width, height } = canvas as HTMLCanvasElement;
    const context = copy.getContext('2d');
    if (!context || width === 0 || height === 0) return false;
    Object.assign(copy, { width, height });
    // A canvas that shows finished bitmaps does not expose their size.
    context.drawImage(canvas as HTMLCanvasElement, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data.some((value) => value !== 0);
  };
  await expect.poll(() => map(page).locator(`.leaflet-chart-${pane}-pane canvas`).evaluate(hasPixels)).toBe(true);
}

/** A finger's tap or a click on the map, so many pixels from its middle. */
export async function pressOnMap(page: Page, { right, down }: Offset): Promise<void> {
  const { x, y } = await middleOfMap(page);
  if (isPhone()) await page.touchscreen.tap(x + right, y + down);
  else await page.mouse.click(x + right, y + down);
}

/** Drags from the middle of something, frame by frame; `during` is called while it is still held. */
export async function drag(page: Page, from: Locator, by: Offset, during?: () => Promise<void>): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('what shall be dragged is not on the screen');
  await dragFrom(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, by, during);
}

export async function dragFrom(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
  { right, down }: Offset,
  during?: () => Promise<void>,
): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2, { steps: 4 });
  await page.mouse.move(x + right, y + down, { steps: 4 });
  await during?.();
  await page.mouse.up();
}
