import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

const fullHost = process.env['COASTWATCH_FULL_HOST'] ?? '';
const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the page of the interface, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('has no fault that a machine can find, with an answer, a problem and its headers', async ({ page }) => {
      await page.goto(`${fullHost}api.html`);
      await expect(page.getByTestId('status')).toHaveText('200 OK');
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'A question with two mistakes' }).click();
      await expect(page.getByTestId('status')).toHaveText('400 Bad request');
      await page.getByText('Headers', { exact: true }).click();
      await expectNoViolations(page);
    });

    test('has none when the data is out of reach', async ({ page }) => {
      await page.route('**/data/manifest.json', (route) => route.abort());
      await page.goto(`${fullHost}api.html`);
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNoViolations(page);
    });
  });
}

test('works with the keyboard alone', async ({ page }) => {
  await page.goto(`${fullHost}api.html`);
  await expect(page.getByTestId('status')).toHaveText('200 OK');
  const example = page.getByRole('button', { name: 'One coastal feature' });
  for (
    let presses = 0;
    presses < 20 && !(await example.evaluate((element) => element === document.activeElement));
    presses++
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('body')).toContainText('"CoastalFeatureID": 1,');
});

test('needs no scrolling sideways on a screen 320 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${fullHost}api.html`);
  await expect(page.getByTestId('status')).toHaveText('200 OK');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
