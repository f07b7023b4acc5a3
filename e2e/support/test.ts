import {
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
} from '@playwright/test';

export { expect } from '@playwright/test';

/** Records errors and Svelte's warnings in the console, and requests to other hosts; every test fails on them. */
class Watch {
  readonly #origin: string;
  readonly #allowed: readonly RegExp[];
  readonly complaints: string[] = [];

  constructor(origin: string, allowed: readonly RegExp[]) {
    this.#origin = origin;
    this.#allowed = allowed;
  }

  follow(context: BrowserContext): void {
    context.on('console', (message: ConsoleMessage) => {
      // Svelte warns of mistakes in components, such as a value that is read after its component has ended.
      const isWarning = message.type() === 'warning' && message.text().includes('svelte.dev/e/');
      if (message.type() === 'error' || isWarning)
        this.#complain(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#complain(`uncaught: ${String(error.error())}`));
    context.on('page', (page: Page) => page.on('crash', () => this.#complain('the page crashed')));
    context.on('requestfailed', (request) => {
      // Leaving a page cancels its pending requests.
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') this.#complain(`failed: ${request.url()} (${reason})`);
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      const local = ['data:', 'blob:'].includes(url.protocol) || url.origin === this.#origin;
      if (!local) this.#complain(`request leaves the origin: ${request.url()}`);
    });
  }

  #complain(text: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.complaints.push(text);
  }
}

interface Options {
  /** Errors that a test causes on purpose: `test.use({ allowed: [/…/] })`. */
  allowed: readonly RegExp[];
}

interface Fixtures {
  /** Also watches a second context that the test opened. */
  watch: (context: BrowserContext) => void;
}

/** Playwright's `test`; fails on any error in the console and any request to another host. */
export const test = base.extend<Options & Fixtures>({
  allowed: [[], { option: true }],
  watch: [
    async ({ context, baseURL, allowed }, use) => {
      const watch = new Watch(new URL(baseURL ?? '').origin, allowed);
      watch.follow(context);
      await use((other) => watch.follow(other));
      base
        .expect(watch.complaints, 'errors in the console, or requests to other hosts')
        .toEqual([]);
    },
    { auto: true },
  ],
});
