import { Playground } from './playground';
import { expect, test } from './support/test';
import { axe } from './support/axe';

const SCENARIO = {
  version: 1,
  durationS: 12,
  link: { rateMbps: 10, rttMs: 40, buffer: { packets: 300 } },
  queues: [{ kind: 'codel' }, { kind: 'red' }, { kind: 'pie' }, { kind: 'droptail' }],
  traffic: [{ kind: 'bulk', flows: 4 }],
};

test('the inside of a lane and of a sender follow the playhead, and D explains drops', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('the inside of a lane opens by key, follows the playhead, and D explains drops', async () => {
    await play.finished(SCENARIO);
    await page.keyboard.press('i');
    const inside = page.getByRole('group', { name: 'Inside CoDel' });
    await expect(inside.getByText(/The delay is .* ms, (above|below) the target/)).toBeVisible();
    await expect(inside.getByText('Control law: gap = interval / √count')).toBeVisible();

    // At the end of the run the first step goes to the latest drop.
    const digests = await play.digests();
    await page.keyboard.press('d');
    const sentence = inside.locator('.sentence');
    await expect(sentence).toHaveText(/^CoDel: the delay .*count \d+/);
    await expect(inside.locator('[aria-current=step]')).toHaveText(/drop or mark;.*\d drops?/);
    // The answer and the line of the rule are in sight, without scrolling.
    await expect(inside.locator('.sentence')).toBeInViewport({ ratio: 1 });
    await expect(inside.locator('[aria-current=step]')).toBeInViewport({ ratio: 1 });
    const latest = await inside.locator('.facts').textContent();
    await page.keyboard.press('Shift+D');
    await expect(inside.locator('.facts')).not.toHaveText(latest!);
    await page.keyboard.press('d');
    await expect(inside.locator('.facts')).toHaveText(latest!);
    expect(await play.digests()).toEqual(digests);
    // Where a bar stands for many, a list has each of them.
    await inside.getByText(/^\d+ drops and marks in the 2 s before$/).click();
    const entries = inside.getByRole('listitem').getByRole('button');
    await expect(entries.first()).toHaveAttribute('aria-pressed', 'true');
    const second = (await entries.nth(1).textContent())!.match(/packet \d+ of flow \d+/)![0];
    await entries.nth(1).click();
    await expect(inside.locator('.facts').first()).toContainText(
      second.replace('packet', 'Packet'),
    );
    await expect(entries.first()).toContainText(second);

    for (const [key, name] of [
      ['2', 'RED'],
      ['3', 'PIE'],
      ['4', 'Drop-tail'],
      ['1', 'CoDel'],
    ]) {
      await page.keyboard.press(key);
      await expect(page.getByRole('group', { name: `Inside ${name}` })).toBeVisible();
      await expect(page.getByRole('region', { name: 'The rule' })).toBeVisible();
    }
    const { violations } = await axe(page).include('.lane').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
    await page.keyboard.press('i');
    await expect(inside).toBeHidden();
  });
  await test.step('every discipline says why it dropped, with a line of its rule', async () => {
    const kinds = ['ared', 'choke', 'cobalt', 'fqCodel', 'dualpi2', 'sfq'];
    await play.finished({
      ...SCENARIO,
      link: { rateMbps: 5, rttMs: 20, buffer: { packets: 50 } },
      queues: kinds.map((kind) => ({ kind })),
      traffic: [{ kind: 'bulk', flows: 6 }],
    });
    await page.keyboard.press('i');
    for (let lane = 0; lane < kinds.length; lane++) {
      await page.keyboard.press(String(lane + 1));
      await page.keyboard.press('d');
      await expect(page.locator('.inside .sentence')).not.toBeEmpty();
      await expect(page.locator('.inside [aria-current=step]')).toHaveCount(1);
    }
  });
  await test.step('the inside of a sender shows its congestion control at the playhead', async () => {
    await play.finished({
      ...SCENARIO,
      queues: [{ kind: 'dualpi2' }],
      traffic: [
        { kind: 'bulk', name: 'Cubic' },
        { kind: 'bulk', name: 'BBR', cc: 'bbr' },
        { kind: 'bulk', name: 'Prague', cc: 'prague', ecn: true },
      ],
    });
    const digests = await play.digests();
    await page.keyboard.press('i');
    const inside = page.getByRole('group', { name: 'Inside DualPI2' });
    await inside.getByRole('radio', { name: 'Sender' }).check();
    await expect(
      inside.getByText(/^The window is [\d.]+ packets, \d+ of them in flight/),
    ).toBeVisible();
    const sender = inside.getByRole('combobox', { name: 'Sender' });
    await sender.selectOption('B BBR');
    await expect(inside.getByText('Bandwidth filter and pacing rate')).toBeVisible();
    await sender.selectOption('C Prague');
    await expect(
      inside.getByText('Alpha, the share of marked packets', { exact: true }),
    ).toBeVisible();

    // It follows the playhead.
    const sentence = inside.locator('.summary');
    const latest = await sentence.textContent();
    await page.keyboard.press('Shift+J');
    await expect(sentence).not.toHaveText(latest!);
    await inside.getByText('All numbers of the sender').click();
    await expect(inside.getByRole('row', { name: /^Window \d/ })).toBeVisible();
    expect(await play.digests()).toEqual(digests);
    const { violations } = await axe(page).include('.lane').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  });
});

test('a tap opens the inside on a phone @phone', async ({ page }) => {
  const play = new Playground(page);
  await play.stopped(SCENARIO, 4);
  await page.getByRole('button', { name: 'Parameters of CoDel' }).tap();
  await page.locator('.lane .tabs label', { hasText: 'Inside' }).tap();
  const inside = page.getByRole('group', { name: 'Inside CoDel' });
  await inside.getByRole('button', { name: 'Next drop' }).tap();
  await expect(inside.locator('.sentence')).toHaveText(/^CoDel: /);
});
