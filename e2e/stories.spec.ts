import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { Playground } from './playground.ts';
import { looksRight } from './support/axe.ts';
import { covered } from './support/covered.ts';
import { expect, test } from './support/test.ts';

const folder = fileURLToPath(new URL('../stories/', import.meta.url));
const ALL = readdirSync(folder).flatMap((file) => (/^(.*)\.md$/.exec(file) ?? []).slice(1));

/** With one lane, with a line to draw, and with many lanes. Tests of the package in Node compare the numbers of all stories. */
const NAMES = ['bufferbloat', 'pie', 'schwardmann'];

/** A story on the page. */
class Story {
  readonly page: Page;
  readonly name: string;
  readonly steps: number;

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
    const text = readFileSync(`${folder}${name}.md`, 'utf8');
    this.steps = text.match(/^## /gm)?.length ?? 0;
  }

  async open(step?: number): Promise<void> {
    await this.page.goto(`./#story/${this.name}${step === undefined ? '' : `/${step}`}`);
    await this.isReady();
  }

  /** Waits until the run and the numbers of the texts are there. */
  async isReady(): Promise<void> {
    await expect(this.page.locator('[data-story-ready]')).toBeAttached();
  }

  async isAt(step: number): Promise<void> {
    await expect(this.page.getByText(`step ${step} of ${this.steps}`)).toBeVisible();
    await this.isReady();
  }

  /** Returns the numbers of the answer in the order of its sentences. */
  async numbers(): Promise<string[]> {
    return this.page.locator('.panel > .text [data-claim]').allTextContents();
  }
}

/** Returns the numbers that `aqm story` prints, for each step of a story. */
function printed(name: string): string[][] {
  const command = process.env['AQM_COMMAND'];
  if (command === undefined) throw new Error('AQM_COMMAND is not set');
  const text = execFileSync(command, ['story', `${folder}${name}.md`], { encoding: 'utf8' });
  const steps: string[][] = [];
  for (const [, step, number] of text.matchAll(/^ {2}step (\d+), .*?: (.*?) {2}/gm))
    (steps[Number(step) - 1] ??= []).push(number);
  return steps;
}

test('stories are opened from the library and played to its end with keys', async ({ page }) => {
  await page.goto('./#library');
  const cards = page.locator('[data-card^="story-"]');
  await expect(cards).toHaveCount(ALL.length);
  for (const name of NAMES)
    await test.step(name, async () => {
      const story = new Story(page, name);
      const expected = printed(name);
      await page.locator(`[data-card="story-${name}"]`).press('Enter');
      for (let step = 1; step <= story.steps; step++) {
        await story.isAt(step);
        await expect(
          page.getByText(/^(hidden( until you guess)?|draw here)$/).first(),
        ).toBeVisible();
        const pen = page.getByRole('slider', { name: /^Your line/ });
        const draws = (await page.locator('button.option').count()) === 0;
        if (draws) {
          await pen.press('ArrowRight');
          await pen.press('ArrowUp');
        } else {
          await page.keyboard.press('1');
          const options = page.getByRole('group').getByRole('button', { pressed: true });
          await expect(options).toHaveCount(1);
        }
        expect(await covered(page)).toEqual([]);
        await page.keyboard.press('PageDown');
        await expect(page.getByText('your guess', { exact: true })).toBeVisible();
        await expect(page.locator('.option.right')).toHaveCount(draws ? 0 : 1);
        if (draws) await expect(page.locator('[data-drawn]')).toContainText('mean absolute error');
        const shown = await story.numbers();
        expect(shown.length).toBeGreaterThan(0);
        for (const number of shown) expect(expected[step - 1]).toContain(number);
        // Question and set-up stay, and the number that was asked for is there for each lane.
        await expect(page.locator('[data-question] h3')).toBeVisible();
        const large = page.locator('[data-story-lane] [data-asked] dd');
        expect(await large.count()).toBe(await page.locator('[data-story-lane]').count());
        await expect(large.first()).toHaveText(/\d|–/);
        expect(await covered(page)).toEqual([]);
        await page.keyboard.press('PageDown');
      }
      await expect(page.getByRole('heading', { name: 'The end' })).toBeFocused();
      // Another press does not leave the end.
      await page.keyboard.press('PageDown');
      await page.locator('.end').getByRole('button', { name: 'All stories' }).click();
      await expect(page.locator(`[data-card="story-${name}"]`)).toContainText('finished');
    });
  await expect(page.getByText(`${NAMES.length} of ${ALL.length} finished`)).toBeVisible();
  await test.step('the first question of each other story has room', async () => {
    for (const name of ALL.filter((one) => !NAMES.includes(one))) {
      await new Story(page, name).open();
      expect(await covered(page), name).toEqual([]);
    }
  });
});

test('a story with groups in several lanes is played with a finger @phone', async ({ page }) => {
  await page.goto('./#library');
  await page.locator(`[data-card="story-bbr"]`).tap();
  const story = new Story(page, 'bbr');
  for (let step = 1; step <= story.steps; step++) {
    await story.isAt(step);
    await page.locator('button.option').last().tap();
    await page.getByRole('button', { name: 'Show what happens' }).tap();
    await expect(page.getByText('your guess', { exact: true })).toBeVisible();
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBeLessThanOrEqual(0);
    if (step === 1) {
      // The plot stays beside the thing to try.
      const control = page.locator('.try').getByRole('button').last();
      await control.scrollIntoViewIfNeeded();
      await expect(control).toBeInViewport();
      if ((await page.locator('.plots.main > *').count()) === 1)
        await expect(page.locator('.plots.main')).toBeInViewport({ ratio: 0.9 });
    }
    await page.locator('.dock').getByRole('button', { name: 'Next' }).tap();
  }
  await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible();
  await page.locator('.end').getByRole('button', { name: 'All stories' }).tap();
  await expect(page.getByRole('heading', { name: 'Stories' })).toBeVisible();
});

test('a story is found, left and found again, and looks right', async ({ page }) => {
  const play = new Playground(page);
  await test.step('stories are found in the library, and the way back leads there', async () => {
    await play.first(0.2);
    await page.keyboard.press('/');
    await expect(
      page.getByRole('searchbox', { name: 'Search scenarios and stories' }),
    ).toBeFocused();
    await page.keyboard.type('four knobs');
    await expect(page.locator('[data-card]').first()).toHaveAttribute('data-card', 'story-red');
    await page.keyboard.press('Enter');
    const story = new Story(page, 'red');
    await story.isAt(1);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await story.isAt(2);
    await test.step('any step is reached by its number, Home and End', async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('4');
      await page.keyboard.press('Enter');
      await story.isAt(4);
      await page.keyboard.press('End');
      await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible();
      await expect(
        page.getByText('The four knobs of RED fit one load and one link.'),
      ).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible();
      await page.keyboard.press('PageUp');
      await story.isAt(5);
      await page.keyboard.press('Home');
      await story.isAt(1);
      await page.keyboard.press('PageDown');
      await story.isAt(2);
    });
    await page.getByRole('button', { name: 'All stories' }).click();
    const card = page.locator('[data-card="story-red"]');
    await expect(card).toContainText('1 of 5 steps done');
    await card.click();
    await story.isAt(2);
    // The former address of the list.
    await page.goto('./#story');
    await expect(card).toBeVisible();
    await expect.poll(() => new URL(page.url()).hash).toBe('#library/stories');
  });
  await test.step('a reload and a return from Live show the step with its guess', async () => {
    const story = new Story(page, 'bufferbloat');
    await story.open(2);
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await expect(page.getByText('your guess', { exact: true })).toBeVisible();
    await page.reload();
    await story.isAt(2);
    await expect(page.getByText('your guess', { exact: true })).toBeVisible();
    const answer = page.url();

    await page.keyboard.press('Escape');
    await expect(play.lanes.first()).toBeVisible();
    await expect(page.getByTitle(/^Bufferbloat in a minute: One upload/)).toBeVisible();
    await page.getByRole('link', { name: /the story/ }).click();
    await story.isAt(2);
    expect(page.url()).toBe(answer);
    await expect(page.getByText('your guess', { exact: true })).toBeVisible();
  });
  await test.step('who gets what is a plot for each lane, and marks are beside the drops', async () => {
    const story = new Story(page, 'bbr');
    await story.open(4);
    await page.keyboard.press('PageDown');
    for (const lane of ['1: Drop-tail', '2: CoDel']) {
      const plot = page.getByRole('img', { name: `Goodput per group, ${lane} of BBR, CUBIC` });
      await expect(plot.locator('path.line')).toHaveCount(2);
    }
    const marks = new Story(page, 'ecn');
    await marks.open(2);
    await page.keyboard.press('PageDown');
    const plot = page.getByRole('img', { name: /^Drops and marks of .*, marks/ });
    await expect(plot.locator('path.line')).toHaveCount(3);
  });
  await test.step('axe finds no violation in the question, the answer and the editor', async () => {
    const isClean = (): Promise<void> => looksRight(page);
    const story = new Story(page, 'bufferbloat');
    await story.open(3);
    await isClean();
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Show what happens' }).click();
    await expect(page.getByText('your guess', { exact: true })).toBeVisible();
    await isClean();
    await page.keyboard.press('End');
    await expect(page.getByRole('heading', { name: 'The end' })).toBeVisible();
    await isClean();
    await page.goto('./#story/write');
    await expect(page.getByRole('heading', { name: 'Write a story' })).toBeVisible();
    await isClean();
  });
});

/** Two lanes, of which the question asks for the second; a line to draw, and a try with its result. */
const DRAWING = `---
title: A line to draw
audience: Everybody
point: A buffer is a delay.
---

## A smaller queue

\`\`\`json
{ "durationS": 12, "link": { "rateMbps": 10, "rttMs": 40, "buffer": { "packets": 200 } },
  "queues": [{ "kind": "codel" }, { "kind": "droptail" }], "traffic": [{ "kind": "bulk", "flows": 4 }] }
\`\`\`
- guess at = 2 s
- names = shown

Two lanes.

### Draw: How long does a packet wait in lane B?

### Answer: Long

It waits {queueDelayMs.mean of lane B from 4 to 12 s}, and in lane A {queueDelayMs.mean of lane A from 4 to 12 s}.

### Try: A small buffer

Set the buffer to \`20\` packets.

It then waits {queueDelayMs.mean of lane B from 4 to 12 s with link.buffer.packets = 20}.

- link.buffer.packets = 20
`;

test('a line is drawn with keys and with a mouse, and a try tells its result', async ({ page }) => {
  await test.step('a line is drawn with keys, and a try tells its result afterwards', async () => {
    await page.route('**/drawing.md', (route) => route.fulfill({ body: DRAWING }));
    await page.goto('./?story=drawing.md');
    await expect(page.locator('[data-story-ready]')).toBeAttached();
    await expect(page.getByText('draw here')).toBeVisible();
    const pen = page.getByRole('slider', { name: /^Your line/ });
    await test.step('the plot is the first stop of Tab, and arrow keys stay in the question', async () => {
      await page.locator('[data-step-title]').focus();
      await page.keyboard.press('Tab');
      await expect(pen).toBeFocused();
      await page.locator('[data-step-title]').focus();
      await page.keyboard.press('ArrowRight');
      await expect(pen).toBeFocused();
      for (const key of ['ArrowRight', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'ArrowDown'])
        await page.keyboard.press(key);
      await expect(page.locator('path.guess')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'A smaller queue' })).toBeVisible();
    });
    await page.keyboard.press('PageDown');
    // The feedback is about the lane that was asked for.
    const drawn = page.locator('[data-drawn]');
    await expect(drawn).toContainText(/mean absolute error is [\d.]+ ms from 2: Drop-tail\.$/);

    const large = page.locator('[data-story-lane="1"] [data-asked] dd');
    await expect(large).toContainText('ms');
    const before = (await large.textContent()) ?? '';
    const result = page.locator('[data-try-result]');
    await expect(result).toBeEmpty();
    await expect(page.locator('path.former')).toHaveCount(0);
    await page.getByRole('button', { name: 'Set 20 packets' }).click();
    await expect(large).not.toHaveText(before);
    await expect(result).toContainText('It then waits');
    // The number of the sentence is that of the card, and the former lines stay.
    const said = (await result.locator('[data-claim]').textContent()) ?? '';
    await expect(large).toHaveText(said.replace('\u{a0}', ''));
    await expect(page.locator('.plots.main path.former')).toHaveCount(2);
    await expect(page.getByText('before', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(large).toHaveText(before);
    await expect(page.locator('path.former')).toHaveCount(0);
    await expect(result).toContainText('It then waits');
  });
  await test.step('a line that is drawn into the future stays beside the answer, with its error', async () => {
    const story = new Story(page, 'pie');
    await story.open(2);
    const box = (await page.locator('rect.area').boundingBox())!;
    await page.mouse.move(box.x + 5, box.y + box.height * 0.2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 5, box.y + box.height * 0.6, { steps: 8 });
    await page.mouse.up();
    await expect(page.locator('path.guess')).toBeVisible();
    // The keys go on where the pointer ended.
    const pen = page.getByRole('slider', { name: /^Your line/ });
    const value = async (): Promise<number> => Number(await pen.getAttribute('aria-valuenow'));
    const before = await value();
    await pen.press('ArrowUp');
    expect(await value()).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Show what happens' }).click();
    await expect(page.locator('path.guess')).toBeVisible();
    await expect(page.locator('[data-drawn]')).toContainText(/mean absolute error is [\d.]+ ms\./);
  });
});

test('a state of the page becomes a step that is checked, played, saved and sent', async ({
  page,
  context,
  browser,
  watch,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const play = new Playground(page);
  await play.first(1);
  await page.goto('./#story/write');
  await page.getByRole('button', { name: 'Add this state as a step' }).click();
  const text = page.getByRole('textbox', { name: 'Story' });
  await expect(text).toHaveValue(/## Title of the step[^]*"queues"[^]*guess at = /);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('The story is valid.')).toBeVisible();
  const written = await text.inputValue();
  await text.fill(written.replace('- [x]', '- [ ]'));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText(/begins a guess without exactly one right option/)).toBeVisible();
  await text.fill(written);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the Markdown' }).click();
  expect((await download).suggestedFilename()).toBe('my-story.md');
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(page.getByText('step 1 of 1')).toBeVisible();

  await test.step('its link holds the story, also in a browser that has never seen it', async () => {
    const address = page.url();
    await page.keyboard.press('c');
    const said = page.getByText(/^Link copied \([\d.]+ kB\): it holds the whole story\.$/);
    await expect(said).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    const other = await browser.newContext();
    watch(other);
    const fresh = await other.newPage();
    await fresh.goto(address);
    await expect(fresh.getByText('Story: My story')).toBeVisible();
    await fresh.keyboard.press('2');
    await fresh.keyboard.press('PageDown');
    await expect(fresh.getByText('your guess', { exact: true })).toBeVisible();
    // A link that was cut on its way, and one whose story has mistakes.
    await fresh.goto(address.replace(/.{9}\/1$/, '/1'));
    await expect(fresh.getByRole('alert')).toContainText('This link to a story is damaged');
    await other.close();
    await page.goto('./#story/write');
    await text.fill(written.replace('- [x]', '- [ ]'));
    await page.getByRole('button', { name: 'Copy link' }).first().click();
    await expect(page.getByText('A story with mistakes has no link.')).toBeVisible();
  });
});

test('a story comes from a file, from a drop, or from an address of the same host', async ({
  page,
}) => {
  await test.step('a file is opened, and a hostile one is refused with its lines; one that is dropped opens', async () => {
    const put = async (text: string): Promise<void> => {
      await page.goto('./#library');
      await page.getByRole('button', { name: 'Open a file' }).click();
      const buffer = Buffer.from(text);
      await page
        .getByLabel('Scenario file or story')
        .setInputFiles({ name: 's.md', mimeType: 'text/markdown', buffer });
    };
    await put(readFileSync(`${folder}red.md`, 'utf8'));
    await expect(page.getByText('Story: RED and its four knobs')).toBeVisible();
    await put('---\ntitle: <img src=x onerror=alert(1)>\n{{{{\n## \n[State](javascript:alert(1))');
    const alert = page.getByRole('alert');
    await expect(alert.getByText('line 3')).toBeVisible();
    await expect(page.locator('img[src=x]')).toHaveCount(0);

    await page.goto('./#library');
    await page.reload();
    await expect(page.locator('[data-card^="story-"]').first()).toBeVisible();
    const codel = readFileSync(`${folder}codel.md`, 'utf8');
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 's.md', { type: 'text/markdown' }));
      for (const kind of ['dragover', 'drop'])
        dispatchEvent(new DragEvent(kind, { dataTransfer, cancelable: true }));
    }, codel);
    await expect(page.getByText("Story: CoDel's control law")).toBeVisible();
  });
  await test.step('a story of the same host opens from ?story=, one of another host does not', async () => {
    await page.route('**/lecture.md', (route) =>
      route.fulfill({ body: readFileSync(`${folder}codel.md`, 'utf8') }),
    );
    await page.goto('./?story=lecture.md');
    await expect(page.getByText("Story: CoDel's control law")).toBeVisible();
    await page.goto('./?story=https://example.com/a.md');
    await expect(page.getByText(/opened from the host of this page only/)).toBeVisible();
  });
});
