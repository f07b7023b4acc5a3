import { expect, test } from './support/test.ts';

test('opens under a sub-path, in every look @looks', async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle(/AQM Playground/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/some/where/');
});
