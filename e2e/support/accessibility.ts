import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The only rules whose results depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds no violations of WCAG 2.2, levels A and AA, in the light and the dark colour scheme. */
export async function expectNoViolations(page: Page): Promise<void> {
  // Legacy mode does not open a second page to combine the results, but it cannot check frames of other origins.
  expect(page.frames()).toHaveLength(1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours are checked after their transitions.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    // Other results name only one element per rule, because describing all elements takes longer than the checks.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === 'light' ? axe.withTags(tags) : axe.withRules(colourRules)).analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html} (${failureSummary})`).join(' ')}`,
    );
    expect(found, colorScheme).toEqual([]);
  }
}
