import { type Frame, type Page, test } from '@playwright/test';
import type * as Axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const CONTRAST = 'color-contrast';

/** A check of a page, or of a part of it. It runs in the page, without its frames, and looks for violations only. */
class Check {
  readonly #frame: Frame;
  readonly #included: string[] = [];
  #rules: 'all' | 'contrast' | 'no contrast' = 'all';

  constructor(frame: Frame) {
    this.#frame = frame;
    // The contrast of all texts takes axe most of its time. It is that of the theme: it is checked on the desktop in both themes, and
    // only it in the dark one, where nothing else differs; a phone has the colours of the light theme.
    const look = test.info().project.name;
    if (look === 'dark') this.#rules = 'contrast';
    if (look === 'phone') this.#rules = 'no contrast';
  }

  include(selector: string): this {
    this.#included.push(selector);
    return this;
  }

  withoutContrast(): this {
    this.#rules = 'no contrast';
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

/** Returns a check of the accessibility of a page, or of a frame in it, in the look of the running project. */
export const axe = (page: Page | Frame): Check =>
  new Check('mainFrame' in page ? page.mainFrame() : page);
