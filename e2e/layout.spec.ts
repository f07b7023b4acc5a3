import type { Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

const lanes = (...kinds: string[]): typeof UPLINK => ({
  ...UPLINK,
  queues: kinds.map((kind) => ({ kind })),
});
const SIX = lanes('droptail', 'red', 'ared', 'codel', 'pie', 'duk');

test('parameters, stacked rows, names and enlarged plots have their room', async ({ page }) => {
  const play = new Playground(page);
  await test.step('the parameters of a lane cover neither numbers nor plots', async () => {
    const opener = page.getByRole('button', { name: 'Parameters of CoDel' });
    const group = page.getByRole('group', { name: 'Parameters of CoDel' });
    for (const scenario of [UPLINK, SIX]) {
      await play.stopped(scenario);
      for (const [width, height] of [
        [768, 1024],
        [1024, 768],
        [1440, 900],
      ]) {
        await page.setViewportSize({ width, height });
        await opener.click();
        await expect(play.field('Target')).toBeVisible();
        const covered = await group.evaluate(async (parameters) => {
          // The strip selects cards or a table after it has measured its width.
          for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
          const own = parameters.getBoundingClientRect();
          return [...document.querySelectorAll('.strip, figure, .timeline, header')]
            .map((e) => ({ is: e.className || e.tagName, box: e.getBoundingClientRect() }))
            .filter(
              ({ box }) =>
                box.right > own.left &&
                own.right > box.left &&
                box.bottom > own.top &&
                own.bottom > box.top,
            )
            .map(({ is }) => is);
        });
        expect(covered, `${scenario.queues.length} lanes, ${width} x ${height}`).toEqual([]);
        await opener.click();
        await expect(group).toBeHidden();
        await expect(play.slider('Bandwidth')).toBeVisible();
      }
    }
    await page.setViewportSize({ width: 1024, height: 768 });
  });
  await test.step('the parameters of a lane take the place of the controls and give it back, by key and click', async () => {
    await play.stopped(UPLINK);
    const opener = page.getByRole('button', { name: 'Parameters of CoDel' });
    const group = page.getByRole('group', { name: 'Parameters of CoDel' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const back = page.getByRole('button', { name: 'Back to all controls' });
    await expect(back).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(group).toBeHidden();
    await expect(opener).toBeFocused();
    // From now on two words choose between controls and lane.
    await page.getByRole('radio', { name: 'Lane' }).check({ force: true });
    await expect(group).toBeVisible();
    await page.getByRole('button', { name: 'Parameters of Drop-tail' }).click();
    await expect(page.getByRole('group', { name: 'Parameters of Drop-tail' })).toBeVisible();
    await expect(group).toBeHidden();
    await page.getByRole('radio', { name: 'Controls' }).check({ force: true });
    await expect(play.slider('Bandwidth')).toBeVisible();
    // A lane that is removed takes its parameters with it.
    await opener.click();
    await page.getByRole('button', { name: 'Remove lane 2, CoDel' }).click();
    await expect(group).toBeHidden();
    await expect(play.slider('Bandwidth')).toBeVisible();
  });
  await test.step('six stacked lanes have rows that can be read at 1024 x 768, scroll in their area, and say what they cut off', async () => {
    // RED drops more than 10 % in its first second.
    await play.stopped(SIX, 2);
    await page.getByLabel('stacked').check({ force: true });
    await expect(page.locator('[data-plot=drops-and-marks] h3')).toContainText(
      'a full bar means 10\u202f% or more',
    );
    await test.step('normal size', () => sixStacked(page, 'normal'));
    await page.keyboard.press('p');
    // The strip of lanes selects its form after it has measured its width.
    await expect(page.locator('.strip.table')).toBeVisible();
    // While presenting, a key chooses the layout: overlaid, and stacked again.
    await page.keyboard.press('s');
    await expect(page.locator('figure .head')).not.toHaveCount(12);
    await page.keyboard.press('s');
    await test.step('presenter size', () => sixStacked(page, 'presenter'));
    await page.keyboard.press('p');
  });
  await test.step('drops of two and three lanes have names and numbers at 1024 x 768', async () => {
    const drops = page.locator('[data-plot=drops-and-marks]');
    const haveNames = async (kinds: readonly string[], where: string): Promise<void> => {
      await play.stopped(lanes(...kinds));
      const names = ['1: Drop-tail', '2: CoDel', '3: PIE'].slice(0, kinds.length);
      await expect(drops.locator('.head'), where).toHaveText(names);
      for (const name of names)
        await expect(drops.locator('.head', { hasText: name }), where).toBeInViewport({ ratio: 1 });
      await expect(drops.locator('.under > text').first(), where).toHaveText(/^\d+/);
      // The names lie beside the data, or a row is high enough for them.
      const apart = (): Promise<number> =>
        drops.locator('.head').evaluateAll((heads) => {
          const tops = heads.map((head) => head.getBoundingClientRect().top);
          return Math.min(...tops.slice(1).map((top, i) => top - tops[i]));
        });
      await expect.poll(apart, where).toBeGreaterThanOrEqual(14);
    };
    await haveNames(['droptail', 'codel', 'pie'], 'three lanes, normal size');
    await page.keyboard.press('p');
    await haveNames(['droptail', 'codel', 'pie'], 'three lanes, presenter size');
    await haveNames(['droptail', 'codel'], 'two lanes, presenter size');
    await page.keyboard.press('p');
  });
  await test.step('a plot fills the page and comes back, by key, by click and from its menu', async () => {
    await play.stopped(UPLINK);
    const plots = page.locator('figure');
    const drops = plots.nth(1);
    const isWhole = async (title: string): Promise<void> => {
      await expect(plots).toHaveCount(1);
      await expect(plots.locator('h3')).toContainText(title);
      const box = (await plots.boundingBox())!;
      expect(box.width).toBeGreaterThan(990);
      expect(box.height).toBeGreaterThan(600);
      // The names of the lanes are above it, and the plot has the time axis.
      await expect(page.locator('.enlarged li')).toHaveText(['1: Drop-tail', '2: CoDel']);
      await expect(plots.locator('.axis')).toHaveCount(1);
      await expect(page.locator('aside')).toBeHidden();
    };
    await drops.getByRole('slider').focus();
    await page.keyboard.press('f');
    await isWhole('Drops and marks');
    await page.keyboard.press('Escape');
    await expect(plots).toHaveCount(3);
    await expect(page.locator('aside')).toBeVisible();
    await expect(drops.getByRole('slider')).toBeFocused();
    await page.getByRole('button', { name: 'Enlarge Utilization' }).click();
    await isWhole('Utilization');
    // After a key the page looks for a lost focus for up to 500 ms. The click has ended that, so nothing takes the focus now.
    await page.waitForTimeout(700);
    await expect(page.locator('body')).toBeFocused();
    // Space still plays after the click.
    await page.keyboard.press('Space');
    await play.isAt('playing');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'All plots', exact: true }).click();
    await expect(plots).toHaveCount(3);
    await page.getByRole('button', { name: 'Queue delay', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Enlarge to the whole page' }).click();
    await isWhole('Queue delay');
    await page.keyboard.press('f');
    await expect(plots).toHaveCount(3);
  });
  await test.step('the focus stays at the button after the sixth lane, which then says why it adds no more', async () => {
    await play.stopped(lanes('droptail', 'red', 'ared', 'codel', 'pie'));
    const add = page.getByRole('button', { name: 'Add a lane' });
    await add.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(play.lanes).toHaveCount(6);
    // The page looks for a lost focus for half a second.
    await page.waitForTimeout(700);
    await expect(add).toBeFocused();
    await page.keyboard.press('Enter');
    const why = page.getByRole('menuitem', { name: 'At most 6 lanes: remove one to add another.' });
    await expect(why).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(why).toBeHidden();
    await expect(play.lanes).toHaveCount(6);
  });
  await test.step('nothing is wider than the sidebar, and each list of a control stands beside its label', async () => {
    await play.stopped({
      ...UPLINK,
      link: {
        ...UPLINK.link,
        jitterMs: 5,
        reverse: { rateMbps: 10, buffer: { packets: 100 } },
        schedule: { kind: 'trace', binMs: 100, ratesMbps: [9, 8, 10] },
      },
    });
    const seen = await page.locator('aside').evaluate((aside) => {
      const select = [...aside.querySelectorAll('.select.visible')].map((row) => ({
        row: row.textContent.trim().slice(0, 30),
        apart: Math.abs(
          row.querySelector('label')!.getBoundingClientRect().top -
            row.querySelector('select')!.getBoundingClientRect().top,
        ),
      }));
      const end = aside.getBoundingClientRect().right;
      return {
        wider: aside.scrollWidth - aside.clientWidth,
        outside: [...aside.querySelectorAll('*:not(.sr-only)')].filter(
          (e) => e.getBoundingClientRect().right > end && e.checkVisibility(),
        ).length,
        below: select.filter(({ apart }) => apart > 12).map(({ row }) => row),
        lists: select.length,
      };
    });
    expect(seen.lists).toBeGreaterThan(0);
    expect(seen).toMatchObject({ wider: 0, outside: 0, below: [] });
  });
});

async function sixStacked(page: Page, size: 'normal' | 'presenter'): Promise<void> {
  const plots = size === 'presenter' ? 2 : 3;
  await expect(page.locator('figure .head')).toHaveCount(6 * plots);
  const seen = await page.evaluate(async () => {
    for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
    const names = [...document.querySelectorAll('figure .head')];
    const boxes = names.map((name) => name.getBoundingClientRect());
    const figures = [...document.querySelectorAll('figure')];
    return {
      scrolls: ['html', 'main']
        .map((of) => document.querySelector(of)!)
        .map((e) => e.scrollHeight - e.clientHeight),
      apart: Math.min(
        ...boxes.slice(1).flatMap((box, i) => (i % 6 === 5 ? [] : [box.top - boxes[i].top])),
      ),
      labels: [...figures[0].querySelectorAll('.under > text')].map((label) => label.textContent),
    };
  });
  expect(Math.max(...seen.scrolls)).toBeLessThanOrEqual(0);
  expect(seen.apart).toBeGreaterThanOrEqual(30);
  // Two powers of ten say where a row is; an end alone does not. Large type has room for one.
  for (const label of size === 'normal' ? ['100', '1'] : ['100'])
    expect(seen.labels.filter((text) => text === label)).toHaveLength(6);
}

test('problems of a pasted scenario and the notice of a broken address cover no control', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('the notice about a broken address hides no control', async () => {
    await play.open('#nonsense');
    const notice = page.getByRole('alert').filter({ hasText: '#nonsense' });
    await expect(notice).toBeVisible();
    await expect(page.locator('.overview')).toBeVisible();
    for (const [width, height] of [
      [768, 1024],
      [1024, 768],
      [1280, 720],
      [1440, 900],
    ]) {
      await page.setViewportSize({ width, height });
      // The layout has settled when the list of hidden controls stays empty.
      await expect
        .poll(
          () =>
            notice.evaluate(async (element) => {
              await new Promise(requestAnimationFrame);
              const own = element.getBoundingClientRect();
              const controls = 'button, select, input, a[href], [role=slider]:not(.surface)';
              return [...document.querySelectorAll(controls)]
                .filter((e) => !element.contains(e) && e.checkVisibility())
                .filter((e) => {
                  const box = e.getBoundingClientRect();
                  return (
                    Math.min(box.right, own.right) > Math.max(box.left, own.left) &&
                    Math.min(box.bottom, own.bottom) > Math.max(box.top, own.top)
                  );
                })
                .map((e) => e.getAttribute('aria-label') ?? e.textContent);
            }),
          { message: `${width} x ${height}` },
        )
        .toEqual([]);
    }
  });
  await test.step('all problems of a pasted scenario and the button that opens it stay in view', async () => {
    const wrong = Array.from({ length: 30 }, () => ({ kind: 'codel', targetMs: -1 }));
    for (const [width, height] of [
      [1024, 768],
      [1440, 900],
      [390, 844],
    ]) {
      await page.setViewportSize({ width: 1024, height });
      await play.paste({ ...UPLINK, queues: wrong.slice(0, 5), link: { rateMbps: -1 } });
      await page.setViewportSize({ width, height });
      const dialog = page.getByRole('dialog');
      const last = dialog.getByRole('alert').locator('li').last();
      await last.scrollIntoViewIfNeeded();
      const button = page.getByRole('button', { name: 'Open the pasted text' });
      await expect(button).toBeInViewport({ ratio: 1 });
      const size = `${width} x ${height}`;
      const [list, own] = [(await last.boundingBox())!, (await button.boundingBox())!];
      expect(list.y + list.height, size).toBeLessThanOrEqual(own.y);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.keyboard.press('Escape');
    }
  });
});

test('a phone keeps the name of a lane and its buttons in one line, and the part that differs @phone', async ({
  page,
}) => {
  const play = new Playground(page);
  await play.stopped(lanes('droptail', 'codel', 'pie', 'red'), 1);
  // Four lanes say over which time their lines are means.
  await expect(page.locator('figure h3').first()).toContainText(/ms, means of [\d.]+\s(ms|s)/);
  const avq = (utilization: number): object => ({ kind: 'avq', utilization });
  for (const [queues, differs] of [
    [
      [
        { kind: 'ared', cc: 'bbr' },
        { kind: 'ared', cc: 'scalable' },
      ],
      ['BBR', 'TCP'],
    ],
    [
      [avq(0.95), avq(0.98)],
      ['0.95', '0.98'],
    ],
    [[{ kind: 'ared' }, { kind: 'fqCodel' }], []],
  ] as const) {
    await play.stopped({ ...UPLINK, queues });
    await expect(play.lanes.locator('.apart b')).toHaveText([...differs]);
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      const heads = await play.lanes.locator('.head').evaluateAll((all) =>
        all.map((head) => {
          const box = (of: string): DOMRect | undefined =>
            head.querySelector(of)?.getBoundingClientRect();
          const [name, buttons, end] = [box('select')!, box('.buttons')!, box('.apart b')];
          return {
            apart: Math.abs(name.top + name.height / 2 - buttons.top - buttons.height / 2),
            left: name.width,
            over: Math.max(name.right, end?.right ?? 0) - buttons.left,
            outside: buttons.right - head.closest('article')!.getBoundingClientRect().right,
          };
        }),
      );
      for (const { apart, left, over, outside } of heads) {
        const where = `${JSON.stringify(queues[0])} at ${width} px`;
        expect(apart, where).toBeLessThan(4);
        // The smallest phone has room for a letter or two.
        expect(left, where).toBeGreaterThan(width === 320 ? 17 : 30);
        expect(over, where).toBeLessThanOrEqual(8);
        expect(outside, where).toBeLessThanOrEqual(0);
      }
    }
  }
});
