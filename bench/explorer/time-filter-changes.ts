import type { Page } from '@playwright/test';

const changes = 20;

/** From pressing a kind in the open chip until the frame after the counted line says something else, in milliseconds. */
export async function timeFilterChanges(page: Page): Promise<number[]> {
  await page
    .getByRole('button', { name: /Interaction|Kind/ })
    .first()
    .click();
  const box = page.getByRole('checkbox').first();
  await box.waitFor();
  const times: number[] = [];
  for (let change = 0; change < changes; change++) {
    times.push(
      await box.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            const line = document.querySelector('.results-count');
            const began = performance.now();
            const observer = new MutationObserver(() => {
              observer.disconnect();
              requestAnimationFrame(() => {
                resolve(performance.now() - began);
              });
            });
            if (line) observer.observe(line, { childList: true, characterData: true, subtree: true });
            (element as HTMLElement).click();
          }),
      ),
    );
  }
  return times;
}
