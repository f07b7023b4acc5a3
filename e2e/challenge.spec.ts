import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { Playground } from './playground.ts';
import { command } from './support/aqm.ts';
import { axe } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const goals = (page: Page): Locator => page.getByRole('region', { name: 'Goals' });

/** Opens "Save the call" from the library, by keyboard. */
async function openChallenge(page: Page): Promise<Playground> {
  const play = new Playground(page);
  await play.open();
  await play.reaches(0.2);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox').first();
  await expect(search).toBeFocused();
  await page.keyboard.type('save the call');
  const card = page.locator('[data-preset="save-the-call"]');
  await expect(card).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(goals(page)).toBeVisible();
  return play;
}

/** Returns the grade of a link, as `aqm grade --json` prints it. */
async function grade(
  link: string,
  challenge = join(import.meta.dirname, '../scenarios/challenges/save-the-call.json'),
): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'aqm-grade-'));
  try {
    const file = join(folder, 'links.txt');
    writeFileSync(file, `Ada Lovelace ${link}\n`);
    const options = ['grade', challenge, file, '--json', '--seeds', '2001..2003'];
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const text = execFileSync(await command(), options, { encoding: 'utf8', stdio });
    const [first] = (JSON.parse(text) as { handIns: Record<string, unknown>[] }).handIns;
    return first ?? {};
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a challenge is solved by keyboard, and its link is graded', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const play = await openChallenge(page);
  const panel = goals(page);
  // Under drop-tail the call is bad, and the downloads wait.
  await expect(panel).toHaveAttribute('data-goals', 'fails holds fails');
  await expect(panel).toContainText('1 of 3 goals are reached.');
  await expect(panel.locator('[data-best]')).toContainText('1 of 3');
  // What is locked says so.
  await expect(play.field('Bandwidth')).toBeDisabled();
  await expect(play.field('Bandwidth')).toHaveAccessibleDescription(/Locked/);

  await test.step('buttons are locked with a reason', async () => {
    for (const name of ['Add a lane', /^CBR burst/, /^Fork/]) {
      const button = page.getByRole('button', { name }).first();
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(/Locked: this challenge/);
      await button.press('Enter');
    }
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('b');
    await expect(
      page.getByText('Locked: this challenge does not allow to change it.'),
    ).not.toHaveCount(0);
    expect(await play.timeline()).toEqual([]);
  });

  const list = page.getByLabel('Lane 1: queue discipline');
  await expect(list).toBeEnabled();
  await list.press('Space');
  await expect(list.locator('option:focus')).toHaveCount(1);
  await page.keyboard.type('FQ-CoDel');
  await page.keyboard.press('Enter');
  await expect(list).toHaveValue('fqCodel');
  await expect(panel).toHaveAttribute('data-goals', 'holds holds holds');
  await expect(panel).toContainText('All goals are reached.');
  await expect(panel.locator('[data-best]')).toContainText('3 of 3');
  await play.settles();

  const copy = panel.getByRole('button', { name: 'Copy link to hand in' });
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const graded = await grade(link);
  expect(graded).toMatchObject({
    name: 'Ada Lovelace',
    passed: true,
    seedsReached: 3,
    changed: [],
    sameAs: null,
  });

  // A reload keeps the best attempt, and the link opens as a challenge.
  await page.reload();
  await expect(panel.locator('[data-best]')).toContainText('3 of 3');
  expect((await axe(page).analyze()).violations).toEqual([]);
  await test.step('a hand-in with a second lane is refused: the grader names what it changes', async () => {
    const file = join(import.meta.dirname, '../scenarios/challenges/save-the-call.json');
    const scenario = JSON.parse(readFileSync(file, 'utf8')) as { queues: object[] };
    const queues = [...scenario.queues, { kind: 'codel' }];
    await play.pasteStopped({ ...scenario, queues, goals: undefined, free: undefined });
    const graded = await grade(page.url());
    expect(graded).toMatchObject({ passed: false });
    expect(graded['changed']).toContain('queues has 2 entries; the challenge has 1.');
  });
});

test('a challenge is made in the page, tried, solved, and its link is graded with the saved file', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const play = new Playground(page);
  await play.stopped({
    version: 1,
    title: 'My line',
    durationS: 20,
    warmupS: 5,
    link: { rateMbps: 10, rttMs: 40, buffer: { packets: 400 } },
    queues: [{ kind: 'droptail' }],
    traffic: [{ kind: 'bulk', flows: 4 }],
  });
  await page.getByRole('button', { name: 'Edit title and notes' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Short waits');
  await page
    .getByRole('textbox', { name: /^Notes/ })
    .fill('Keep the link busy, and the queue short.');
  await page.getByRole('button', { name: 'Make this a challenge' }).click();
  const maker = page.locator('[data-challenge]');
  await expect(maker.getByLabel('Title')).toHaveValue('Challenge: Short waits');
  await expect(maker.getByLabel(/^Task/)).toHaveValue('Keep the link busy, and the queue short.');
  await expect(maker).toHaveAttribute('data-challenge', 'wrong');

  const type = async (label: string, value: string): Promise<void> => {
    await maker.getByLabel(label).fill(value);
    await maker.getByLabel(label).press('Enter');
  };
  await test.step('goals show their value now, and say if they hold already', async () => {
    await maker.getByRole('button', { name: 'Add a goal' }).click();
    await type('Goal 1: bound', '20');
    await maker.getByRole('button', { name: 'Add a goal' }).click();
    await maker.getByLabel('Goal 2: measure').selectOption('utilization');
    await maker.getByLabel('Goal 2: compared').selectOption('atLeast');
    await type('Goal 2: bound', '90');
    const now = maker.locator('[data-goal-now]');
    await expect(now.nth(0)).toHaveAttribute('data-goal-now', 'fails');
    await expect(now.nth(0)).toContainText(/Now \d+ ms/);
    await expect(now.nth(1)).toContainText('It holds at the start already');
    await type('Goal 1: start of the measured time', '5.1');
    await expect(maker.getByText(/goals\[0\] .*5\.1/)).toBeVisible();
    await expect(maker.getByRole('button', { name: 'Save' })).toBeDisabled();
    await type('Goal 1: start of the measured time', '6');
  });
  await test.step('a search says whether somebody can reach them', async () => {
    await maker.getByLabel('Free a value').selectOption('queues.0.kind');
    const add = maker.getByLabel(/queue discipline: add a value/);
    await add.selectOption('red');
    await add.selectOption('codel');
    await expect(maker).toHaveAttribute('data-challenge', 'valid');
    await maker.getByRole('button', { name: 'Try 3 settings' }).click();
    await expect(maker.locator('[data-found]')).toContainText(
      /of 3 tried settings reach all goals/,
    );
    expect((await axe(page).include('.take-away').analyze()).violations).toEqual([]);
  });

  const download = page.waitForEvent('download');
  await maker.getByRole('button', { name: 'Save' }).click();
  const file = await (await download).path();
  await maker.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/Link copied \(.* kB\): it opens the challenge\./)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await maker.getByRole('button', { name: 'Try it' }).click();
  const panel = goals(page);
  await page.getByRole('button', { name: 'Close Take away' }).click();
  await expect(panel).toHaveAttribute('data-goals', 'fails holds');
  await expect(play.field('Bandwidth')).toBeDisabled();
  await page.getByLabel('Lane 1: queue discipline').selectOption('codel');
  await expect(panel).toHaveAttribute('data-goals', 'holds holds');
  await play.settles();
  await panel.getByRole('button', { name: 'Copy link to hand in' }).click();
  await expect(page.getByText('it opens exactly this run')).toBeVisible();
  const handIn = await page.evaluate(() => navigator.clipboard.readText());
  expect(await grade(handIn, file)).toMatchObject({ passed: true, changed: [] });

  await test.step('the copied link opens the challenge with its task', async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(panel).toHaveAttribute('data-goals', 'fails holds');
    await expect(page.getByText('Keep the link busy, and the queue short.')).toBeVisible();
  });
});

test(
  'on a phone the task is above the goals, which are readable',
  { tag: '@phone' },
  async ({ page }) => {
    const play = new Playground(page);
    await play.open();
    await page.goto('./#library');
    await page.locator('[data-preset="save-the-call"]').click();
    await expect(goals(page)).toHaveAttribute('data-goals', 'fails holds fails');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    const task = page.getByRole('button', { name: /^Twenty downloads and a call/ });
    await expect(task).toHaveAttribute('aria-expanded', 'true');
    const [ofTask, ofGoals] = [await task.boundingBox(), await goals(page).boundingBox()];
    expect(ofTask!.y + ofTask!.height).toBeLessThanOrEqual(ofGoals!.y);
  },
);
