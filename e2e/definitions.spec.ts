import type { Locator, Page } from '@playwright/test';
import { QUEUE_KINDS, QUEUES } from '../web/src/core/document/scenario.generated.ts';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';
import { axe, looksRight } from './support/axe.ts';

/** A scenario has at most six lanes. */
const MOST_LANES = 6;

/** The labels of controls, measures and plots. */
const NAMES = ['.named', 'dt', 'thead th[title]', 'figcaption h3', '.timeline h3'].join(', ');

/** Returns the addresses of the labels on the screen; fails if a label has none. */
async function definitions(page: Page): Promise<string[]> {
  const words = await page.locator(NAMES).evaluateAll((elements) =>
    elements
      // The readout names its numbers by lane; "at" belongs to the switch above it.
      .filter((e) => !e.closest('.readout') && e.textContent?.trim() !== 'at')
      .map((e) => [
        (e.querySelector('label') ?? e).textContent?.trim() ?? '',
        e.querySelector('a.term')?.getAttribute('href') ?? '',
      ]),
  );
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter(([, href]) => href === '')).toEqual([]);
  return words.map(([, href = '']) => href);
}

/** Checks that each address is served and has its anchor. */
async function leadsSomewhere(page: Page, hrefs: Iterable<string>): Promise<void> {
  for (const href of new Set(hrefs)) {
    const [path = '', anchor = ''] = href.split('#');
    const answer = await page.request.get(
      new URL(path, (await page.evaluate(() => location.href)).replace(/#.*/, '')).href,
    );
    expect(answer.status(), href).toBe(200);
    const text = await answer.text();
    // Not the page itself, which some servers send for an unknown address.
    expect(text, href).toContain('<main>');
    if (anchor !== '') expect(text, href).toContain(` id="${anchor}"`);
  }
}

test('every control, measure and plot links to its definition', async ({ page }) => {
  const play = new Playground(page);
  const hrefs: string[] = [];
  const all = Array.from({ length: Math.ceil(QUEUE_KINDS.length / MOST_LANES) }, (_, i) =>
    QUEUE_KINDS.slice(i * MOST_LANES, (i + 1) * MOST_LANES),
  );
  // Three lanes appear as cards, more as a table.
  for (const kinds of [QUEUE_KINDS.slice(0, 3), ...all]) {
    await play.stopped({ ...UPLINK, queues: kinds.map((kind) => ({ kind })) });
    hrefs.push(...(await definitions(page)));
    for (const [lane, kind] of kinds.entries()) {
      await page.getByRole('button', { name: 'Parameters of' }).nth(lane).click();
      const parameters = page.getByRole('group', { name: 'Parameters of' });
      const named = parameters.locator('.named label');
      if (QUEUES[kind].marks) await expect(named.first()).toBeVisible();
      hrefs.push(...(await definitions(page)));
      const about = parameters.getByRole('link', { name: 'Definition', exact: true });
      await expect(about).toHaveAttribute('href', `docs/models/${kind}.html`);
      hrefs.push(`docs/models/${kind}.html`);
      await page.keyboard.press('Escape');
    }
  }
  await page.locator('summary', { hasText: 'Burst' }).click();
  hrefs.push(...(await definitions(page)));
  await page.keyboard.press('?');
  const further = page.getByRole('dialog').locator('a.term');
  hrefs.push(...(await further.evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))));
  expect(new Set(hrefs).size).toBeGreaterThan(45);
  await leadsSomewhere(page, hrefs);
});

test('definitions open by keyboard in a new tab, and a click on a label belongs to its control', async ({
  page,
  context,
  watch,
}) => {
  const play = new Playground(page);
  await test.step('a definition opens by keyboard in a new tab while the run continues', async () => {
    await play.open();
    await play.reaches(0.3);
    watch(context);
    const bandwidth = page.getByRole('button', { name: 'Help: Bandwidth' });
    await bandwidth.press('Enter');
    const link = page.getByRole('link', { name: 'Definition of Bandwidth' });
    await expect(link).toBeFocused();
    await expect(link).toHaveAccessibleDescription('Rate of the bottleneck link.');
    await page.keyboard.press('Escape');
    await expect(link).toBeHidden();
    await expect(bandwidth).toBeFocused();
    await page.getByRole('button', { name: 'Help: Congestion control' }).press('Enter');
    for (const [word, anchor, text] of [
      ['Definition of Congestion control', 'traffic-bulk-cc', 'RFC 9438'],
      ['p95', 'p95', 'p95'],
      ['Definition of Utilization', 'plot-of-the-utilization', 'Plot of the utilization'],
    ] as const) {
      const opened = context.waitForEvent('page');
      // A plot's title is its menu, so its definition is linked from the text beside it.
      const named = page.getByRole('link', { name: word, exact: true });
      await named
        .or(page.getByTitle(`${word}: `))
        .first()
        .press('Enter');
      const docs = await opened;
      await expect(docs.locator(':target')).toHaveAttribute('id', anchor);
      await expect(docs.locator(':target')).toBeInViewport();
      await expect(docs.locator(':target')).toContainText(text);
      await docs.close();
    }
    // The run continued meanwhile.
    await play.isAt('playing');
  });
  await test.step('a click on a label belongs to its control, and opens no page', async () => {
    await play.stopped(UPLINK);
    const label = (name: string): Locator => page.locator('label', { hasText: name }).first();
    await label('Bandwidth').click();
    await expect(play.field('Bandwidth')).toBeFocused();
    // A switch receives the clicks on its whole row.
    await label('ECN').click({ force: true });
    await expect(page.getByRole('switch', { name: 'ECN' })).toBeChecked();
    await label('Congestion control').click();
    await expect(page.getByRole('combobox', { name: 'Congestion control' })).toBeFocused();
    await page.getByText('More', { exact: true }).click();
    await label('Reverse bottleneck').click({ force: true });
    await expect(page.getByRole('switch', { name: 'Reverse bottleneck' })).toBeChecked();
    // The sign in the row of a switch opens the help and does not toggle the switch.
    await page.getByRole('button', { name: 'Help: ECN' }).click();
    await expect(page.getByText('All TCP senders are ECN-capable')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'ECN' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(page.getByText('All TCP senders are ECN-capable')).toBeHidden();
    expect(context.pages()).toHaveLength(1);
  });
});

test('the definitions are readable in every look, and follow the chosen theme', async ({
  page,
}) => {
  for (const path of ['metrics', 'models/red', 'scenario-format']) {
    await page.goto(`./docs/${path}.html`);
    await looksRight(page);
  }
  // The longest page is styled like the others; the contrast of its cells takes as long as all of them.
  await page.goto('./docs/parameters.html');
  expect((await axe(page).only('no contrast').analyze()).violations).toEqual([]);
  await page.getByRole('link', { name: 'Adaptive RED' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Adaptive RED');
  await page.getByRole('link', { name: 'AQM Playground' }).click();
  await expect(new Playground(page).lanes.first()).toBeVisible();
  await page.keyboard.press('t');
  await page.goto('./docs/metrics.html');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
