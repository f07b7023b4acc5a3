import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

test('forced colours show the curves and the states that are colours otherwise', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const play = new Playground(page);
  await play.first(1);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const colours = (): Promise<number> =>
      page
        .locator('canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(data.buffer)).size;
        });
    // Background, grid and two lanes have four colours.
    await expect.poll(colours, colorScheme).toBeGreaterThan(3);
    const [chosen, other] = await page
      .getByRole('group', { name: 'Queue delay axis' })
      .locator('span')
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).backgroundColor));
    expect(chosen, colorScheme).not.toBe(other);
  }
});

test('more contrast gives outlines, and texts without grey', async ({ page }) => {
  const play = new Playground(page);
  await play.open();
  const look = (): Promise<string[]> =>
    page.evaluate(() => {
      const of = (selector: string): CSSStyleDeclaration =>
        getComputedStyle(document.querySelector(selector)!);
      return [of('.lane dt').color, of('.title button').borderColor, of('body').color];
    });
  const [name, outline, ink] = await look();
  expect(name).not.toBe(ink);
  expect(outline).not.toBe(ink);
  await page.emulateMedia({ contrast: 'more' });
  expect(new Set(await look()).size).toBe(1);
});
