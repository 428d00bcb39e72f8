import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** All that can change between day and night: the same page in other colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds of the success criteria of WCAG 2.2, levels A and AA, is nothing: by day and by night. */
export async function expectNoViolations(page: Page): Promise<void> {
  // Without frames there is nothing to gather from them: axe need not open a page of its own for that.
  expect(page.frames()).toHaveLength(1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours are checked after their transitions.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    // Passed checks are not reported: describing their elements takes longer than the checks.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(tags) : axe.withRules(rulesOfColours)
    ).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, colorScheme).toEqual([]);
  }
}
