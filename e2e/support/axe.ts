import { expect, type Frame, type Page } from '@playwright/test';
import type * as Axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const CONTRAST = 'color-contrast';

/** The contrast of all texts takes axe most of its time. */
type Rules = 'all' | 'contrast' | 'no contrast';

/** A check of a page, or of a part of it. It runs in the page, without its frames, and looks for violations only. */
class Check {
  readonly #frame: Frame;
  readonly #included: string[] = [];
  #rules: Rules = 'all';

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  include(selector: string): this {
    this.#included.push(selector);
    return this;
  }

  only(rules: Rules): this {
    this.#rules = rules;
    return this;
  }

  async analyze(): Promise<{ readonly violations: readonly Axe.Result[] }> {
    if (!(await this.#frame.evaluate(() => 'axe' in window))) await this.#frame.evaluate(source);
    const violations = await this.#frame.evaluate(
      async ({ included, rules, contrast }) => {
        const { axe } = window as unknown as { axe: typeof Axe };
        const options = {
          resultTypes: ['violations' as const],
          iframes: false,
          ...(rules === 'contrast' && { runOnly: [contrast] }),
          ...(rules === 'no contrast' && { rules: { [contrast]: { enabled: false } } }),
        };
        const within = included.length > 0 ? { include: included } : document;
        return (await axe.run(within, options)).violations;
      },
      { included: this.#included, rules: this.#rules, contrast: CONTRAST },
    );
    return { violations };
  }
}

/** Returns a check of the accessibility of a page, or of a frame in it. */
export const axe = (page: Page | Frame): Check =>
  new Check('mainFrame' in page ? page.mainFrame() : page);

/**
 * Checks the open page, or a part of it, in every look. In the dark theme only the contrast can differ; on a phone all but the colours.
 * Nothing may be wider than the window of a phone.
 */
export async function looksRight(page: Page, part = 'html'): Promise<void> {
  const check = async (rules: Rules, look: string): Promise<void> => {
    // A phone may show the part only on request.
    const shown = (await page.locator(part).count()) > 0 ? part : 'html';
    const { violations } = await axe(page).include(shown).only(rules).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      `${part}, ${look}`,
    ).toEqual([]);
  };
  await check('all', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await check('contrast', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await check('no contrast', 'on a phone');
  const beyond = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(beyond, `${part}, px beyond a phone`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}
