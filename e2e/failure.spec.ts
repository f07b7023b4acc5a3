import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

test.describe('without its simulator', () => {
  test.use({ allowed: [/wasm|Failed to load resource/] });

  test('the page shows the problem and a button, and recovers', async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    const play = new Playground(page);
    await play.open();
    await play.isAt('failed');
    await expect(page.locator('main .state')).toContainText('could not be loaded');
    await expect(page.getByText('Press play.')).toHaveCount(0);
    await page.unroute('**/*.wasm');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await play.isAt('playing');
    await play.reaches(0.5);
  });
});

test.describe('without the simulator for many runs', () => {
  test.use({ allowed: [/aqm_batch|Failed to load resource/] });
  const FILE = '**/aqm_batch*.wasm';

  test('a sweep and other seeds say what is missing, and load it again', async ({ page }) => {
    await page.route(FILE, (route) => route.abort());
    await page.goto('./#sweep');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The simulator for many runs could not be loaded');
    await page.unroute(FILE);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('region', { name: 'Plan' })).toBeVisible();

    await page.route(FILE, (route) => route.abort());
    const play = new Playground(page);
    await play.open('#');
    await play.reaches(2);
    await play.pause();
    await page.getByRole('radio', { name: '10', exact: true }).check();
    const note = page.locator('figure .note').first();
    await expect(note).toContainText('Other seeds could not be computed');
    await page.unroute(FILE);
    await note.getByRole('button', { name: 'Try again' }).click();
    await expect(note).toContainText('typical');
    await expect(note.getByRole('alert')).toHaveCount(0);
  });
});
