import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

test.describe('without its simulator', () => {
  test.use({ allowed: [/wasm|Failed to load resource/] });

  test('the page shows the problem and a button, and recovers @looks', async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    const play = new Playground(page);
    await play.open();
    await play.isAt('failed');
    await expect(page.getByRole('alert').first()).toContainText('failed');
    await expect(page.getByText('Press play.')).toHaveCount(0);
    await page.unroute('**/*.wasm');
    await page.getByRole('button', { name: 'Try again' }).click();
    await play.isAt('playing');
    await play.reaches(0.5);
  });
});
