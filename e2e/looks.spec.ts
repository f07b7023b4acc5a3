import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Playground } from './playground.ts';
import { expect, test } from './support/test.ts';

type Scheme = 'light' | 'dark';

const css = readFileSync(new URL('../web/src/kit/styles/tokens.css', import.meta.url), 'utf8');

/** Returns a colour of tokens.css in a theme, as "r g b". No style of the page takes part. */
function token(name: string, scheme: Scheme): string {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(css)!;
  const hex = parseInt(scheme === 'light' ? light : dark, 16);
  return [hex >> 16, (hex >> 8) & 255, hex & 255].join(' ');
}

/** Returns the colours of each canvas as "r g b", the most frequent one first. Colours of a few pixels are left out. */
const colours = (page: Page, of: string): Promise<string[][]> =>
  page.locator(of).evaluateAll((canvases) =>
    canvases.map((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement)
        .getContext('2d')!
        .getImageData(0, 0, width, height);
      const counts = new Map<string, number>();
      for (let i = 0; i < data.length; i += 4) {
        const colour = `${data[i]} ${data[i + 1]} ${data[i + 2]}`;
        if (data[i + 3] === 255) counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      return [...counts]
        .filter(([, count]) => count > 8)
        .sort(([, a], [, b]) => b - a)
        .map(([colour]) => colour);
    }),
  );

/** Checks the plots of Live: the ground, the lines of the grid, and both lanes have the colours of the tokens. */
async function plotsHave(page: Page, scheme: Scheme, ground: string, grid?: string): Promise<void> {
  const expected = [
    ...(grid === undefined ? [] : [grid]),
    token('lane-orange', scheme),
    token('lane-blue', scheme),
  ];
  await expect(async () => {
    const [delay, drops, utilization] = await colours(page, 'figure canvas');
    expect([delay[0], drops[0], utilization[0]]).toEqual([ground, ground, ground]);
    expect(delay).toEqual(expect.arrayContaining(expected));
  }).toPass();
}

test('canvases have the colours of the tokens with reduced motion, after T, and with forced colours; more contrast has no grey', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const play = new Playground(page);
  await play.first(8);
  const inTokens = (scheme: Scheme): Promise<void> =>
    plotsHave(page, scheme, token('panel', scheme), token('grid', scheme));
  await test.step('light', () => inTokens('light'));
  await page.keyboard.press('t');
  await test.step('after T, dark', () => inTokens('dark'));
  await test.step('printed, light; afterwards dark again', async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await inTokens('light');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await inTokens('dark');
  });
  await test.step('queue view, dark', async () => {
    await page.keyboard.press('q');
    await queueHas(page, 'dark');
  });
  await page.keyboard.press('t');
  await test.step('queue view after T, light', () => queueHas(page, 'light'));
  await page.keyboard.press('q');
  for (const scheme of ['light', 'dark'] as const)
    await test.step(`forced colours, ${scheme}`, async () => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme: scheme });
      await plotsHave(page, scheme, scheme === 'light' ? '255 255 255' : '0 0 0');
      const [chosen, other] = await page
        .getByRole('group', { name: 'Queue delay axis' })
        .locator('span')
        .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).backgroundColor));
      expect(chosen).not.toBe(other);
    });
  await test.step('more contrast gives outlines, and texts without grey', async () => {
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
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
});

/** Checks the queue view: the ground of its texts, and packets of the watched flow and of another. */
async function queueHas(page: Page, scheme: Scheme): Promise<void> {
  await expect(async () => {
    const [behind, packets] = await colours(page, '.queue canvas');
    const grounds = [token('panel', scheme), token('bg', scheme)];
    expect(behind.slice(0, 2).toSorted()).toEqual(grounds.toSorted());
    expect(packets).toEqual(
      expect.arrayContaining([token('burst', scheme), token('flow-1', scheme)]),
    );
  }).toPass();
}

/** Texts that may have 12 px, because small text has no room there. */
const DENSE: Readonly<Record<string, string>> = {
  '.lane dl': 'the minor numbers of a narrow card',
  '.strip thead': 'the names of the measures in a table of lanes',
  '.lane .apart': 'the parameter in which two narrow cards differ',
  '.strip .side': 'the choice of the time span of the numbers',
  '.hint': 'the hint at the start, in a window of a projector',
  '.sign': 'the sign that opens a help',
  kbd: 'a key in a menu',
  '.pace': 'the speed below the clock',
  'header nav': 'the words of the navigation on the narrowest phone',
  '.plots .tools': 'the choices above a plot of a narrow window',
  '.cell, .dev, table.kinds, .legend i, .glyph': 'a table of a paper, with many columns',
};

/** Returns the sizes of visible texts below 13 px, with the text. */
const smallTexts = (page: Page): Promise<{ px: number; text: string; isNamed: boolean }[]> =>
  page.evaluate((dense) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      const text = node.nodeValue!.trim();
      if (text === '' || !parent.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest('.sr-only, option, script, style')) continue;
      const px = parseFloat(getComputedStyle(parent).fontSize);
      if (px < 13) found.push({ px, text, isNamed: parent.closest(dense) !== null });
    }
    return found;
  }, Object.keys(DENSE).join(', '));

/**
 * Checks the sizes of all texts in Live and in the sections, and that nothing is wider than the window. At most `most` texts of Live are
 * below 13 px.
 */
async function textsAreLarge(page: Page, most: number): Promise<void> {
  const play = new Playground(page);
  const check = async (where: string, mostSmall = Infinity): Promise<void> =>
    test.step(where, async () => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(page.viewportSize()!.width);
      const small = await smallTexts(page);
      expect(small.filter(({ px }) => px < 12)).toEqual([]);
      expect(small.filter(({ isNamed }) => !isNamed)).toEqual([]);
      expect(small.length).toBeLessThanOrEqual(mostSmall);
    });
  await play.first(1);
  await check('Live', most);
  await page.keyboard.press('i');
  await expect(page.getByRole('group', { name: /^Inside (?!of)/ })).toBeVisible();
  await check('inspector');
  for (const [hash, shown] of [
    ['#story/bufferbloat/1', 'main.story .plot'],
    ['#library', 'main.library'],
    ['#papers/schwardmann-2014/1b', 'main table'],
    ['#sweep', 'main h1, main h2, main h3'],
    ['#stability', 'main h2'],
    ['#linux', 'main table'],
  ]) {
    await page.evaluate((to) => (location.hash = to), hash);
    await expect(page.locator(shown).filter({ visible: true }).first()).toBeVisible();
    await check(hash);
  }
}

test('no text is below 12 px, and few are below 13 px; at a zoom of 200 % plots of stories stay apart', async ({
  page,
}) => {
  await textsAreLarge(page, 30);
  await test.step('a story at 1440 x 900 and 200 %', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await page.evaluate(() => (location.hash = '#story/bufferbloat/1'));
    const plots = page.locator('main.story .plot');
    await expect(plots).toHaveCount(2);
    const [first, second] = await plots.evaluateAll((all) =>
      all.map((plot) => ({
        top: plot.getBoundingClientRect().top,
        end: Math.max(...[...plot.children].map((e) => e.getBoundingClientRect().bottom)),
      })),
    );
    expect(second.top).toBeGreaterThanOrEqual(first.end);
  });
});

test('no text of a phone of 320 px is below 12 px, and few are below 13 px; P says why it does nothing @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await textsAreLarge(page, 30);
  await page.keyboard.press('p');
  await expect(page.getByText('Presenting needs a window that is wider')).toBeVisible();
});
