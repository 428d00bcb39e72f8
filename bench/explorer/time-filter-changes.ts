import type { Page } from '@playwright/test';

/** So many that the 95th percentile is not one slow moment of the machine. */
const changes = 60;
/** As between two presses of a person, so that each change begins with the page at rest. */
const pauseInMilliseconds = 500;

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
    { count: changes, pause: pauseInMilliseconds },
  );
}
