import type { Page } from '@playwright/test';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

/** Phones in portrait and landscape; tablets; projectors, and laptops with enlarged text. */
const SIZES = [
  [320, 640],
  [390, 844],
  [700, 800],
  [701, 800],
  [720, 450],
  [768, 1024],
  [819, 614],
  [834, 1112],
  [844, 390],
  [908, 700],
  [961, 700],
  [1024, 768],
  [1181, 800],
  [1440, 900],
] as const;

for (const [pointer, hasTouch] of [
  ['a mouse', false],
  ['a finger', true],
] as const) {
  test.describe(`with ${pointer}`, () => {
    test.use({ hasTouch });

    test('all controls of the header are on the screen, and plots are large enough', async ({
      page,
    }) => {
      await new Playground(page).open();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const seen = await page.evaluate(async () => {
          await new Promise(requestAnimationFrame);
          const shown = [...document.querySelectorAll('header button, header select')]
            .map((control) => control.getBoundingClientRect())
            .filter((box) => box.width > 0);
          return {
            overflows: document.documentElement.scrollWidth - innerWidth,
            controls: shown.length,
            outside: shown.filter((box) => box.left < 0 || box.right > innerWidth).length,
            plotsPx: [...document.querySelectorAll('figure')].map((plot) => plot.clientHeight),
          };
        });
        const size = `${width} x ${height}`;
        expect(seen.overflows, size).toBeLessThanOrEqual(0);
        // On a phone the transport is at the bottom, or beside the plots.
        const isPhone = width <= 700 || (hasTouch && height <= 480);
        const isNarrow = width < (hasTouch ? 1200 : 1024);
        // Elsewhere the link is in the sheet "Take away" only. Buttons for fingers are wider.
        const hasLink = width >= (hasTouch ? 1280 : 1024);
        expect(seen.controls, size).toBe(isPhone ? 3 : isNarrow ? 7 : hasLink ? 14 : 13);
        expect(seen.outside, size).toBe(0);
        expect(seen.plotsPx[0], size).toBeGreaterThanOrEqual(140);
        expect(Math.min(...seen.plotsPx), size).toBeGreaterThanOrEqual(110);
      }
    });
  });
}

test('on a phone the plot shows its unit, its notice, and the time of the timeline @phone', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('the delay plot shows its unit on every phone', async () => {
    await play.open();
    const title = page.getByRole('heading', { name: /^Queue delay/ });
    for (const width of [320, 360, 390, 430, 568, 740]) {
      await page.setViewportSize({ width, height: width < 500 ? 740 : 360 });
      await expect(title, `${width} px`).toHaveText(/^Queue delay\s+ms/);
      const cut = await title.evaluate((e) => {
        const [unit, words] = [document.createRange(), e.querySelector('small a')!.firstChild!];
        unit.setStart(words, 0);
        unit.setEnd(words, 2);
        const { right } = unit.getBoundingClientRect();
        // Cut text keeps its full width in the DOM, so the ellipsis needs extra room.
        const dots = words.nodeValue!.length > 2 ? 24 : 0;
        return right + dots - e.getBoundingClientRect().right;
      });
      expect(cut, `${width} px`).toBeLessThanOrEqual(0.5);
    }
  });
  await test.step('on a phone the notice of an axis moves no button, and can be read', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await play.stopped(UPLINK, 0.5);
    const first = page.locator('.plots figure').first();
    const left = (): Promise<number> =>
      first.locator('.actions').evaluate((e) => e.getBoundingClientRect().left);
    const before = await left();
    const cut = await first.locator('.notice').evaluate((notice) => {
      notice.textContent = '0.2 to 1000 ms';
      notice.classList.add('shown');
      return notice.scrollWidth - notice.clientWidth;
    });
    expect(cut).toBe(0);
    expect(await left()).toBe(before);
  });
  await test.step('on a phone the timeline is aligned with the plot', async () => {
    await play.stopped(UPLINK, 0.5);
    const plots = page.locator('.plots');
    const left = (of: string): Promise<number> =>
      page.locator(`${of} .playhead`).evaluate((e) => Math.round(e.getBoundingClientRect().left));
    for (const [i, title] of ['Queue delay', 'Drops and marks', 'Utilization'].entries()) {
      await plots.evaluate((e, n) => (e.scrollLeft = n * e.clientWidth), i);
      await expect
        .poll(
          async () =>
            Math.abs((await left(`figure:nth-child(${i + 1})`)) - (await left('.timeline'))),
          title,
        )
        .toBeLessThanOrEqual(1);
    }
  });
});

test('nothing is cut, and no number moves anything', async ({ page }) => {
  const play = new Playground(page);
  await test.step('all numbers of all lanes and the timeline are on the screen, in both sizes', async () => {
    await play.stopped(UPLINK);
    for (const presenter of [false, true]) {
      if (presenter) await page.keyboard.press('p');
      const kinds = ['droptail', 'ared', 'pie', 'red', 'codel', 'codel'];
      for (const n of [1, 2, 3, 4, 6]) {
        const queues = kinds.slice(0, n).map((kind) => ({ kind }));
        await play.stopped({ ...UPLINK, queues });
        for (const [width, height] of [
          [768, 1024],
          [1024, 768],
          [1280, 720],
          [1920, 1080],
        ]) {
          await page.setViewportSize({ width, height });
          const seen = await page.evaluate(async () => {
            // Waits until the strip has selected cards or a table.
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            const numbers = [...document.querySelectorAll('.lane dd, .strip td')];
            for (const number of numbers) number.firstChild!.nodeValue = '1439';
            const words = [
              ...document.querySelectorAll('.lane dd, .lane dt, .strip td, .strip thead th + th'),
            ];
            const boxes = words.map((word) => {
              const range = document.createRange();
              range.selectNodeContents(word);
              return {
                text: word.textContent,
                cell: word.parentElement,
                box: range.getBoundingClientRect(),
              };
            });
            const strip = document.querySelector('.strip')!.getBoundingClientRect();
            return {
              numbers: numbers.length,
              outside: boxes.filter(({ box }) => box.right > strip.right).map(({ text }) => text),
              touching: boxes.flatMap(({ text, cell, box }, i) =>
                boxes
                  .slice(i + 1)
                  .filter(
                    (other) =>
                      (other.cell !== cell || cell?.tagName === 'TR') &&
                      Math.min(other.box.bottom, box.bottom) - Math.max(other.box.top, box.top) >
                        0.6 * Math.min(other.box.height, box.height) &&
                      Math.max(other.box.left, box.left) - Math.min(other.box.right, box.right) < 2,
                  )
                  .map((other) => `${text} ${other.text}`),
              ),
              cut: words
                // The target of a term is 1 px wider than its word, on each side.
                .filter((word) => word.tagName === 'DT' && word.scrollWidth > word.clientWidth + 1)
                .map((word) => word.textContent),
              below: [document.documentElement, document.querySelector('main')!].map(
                (e) => e.scrollHeight - e.clientHeight,
              ),
            };
          });
          const size = `${n} lanes at ${width} x ${height}`;
          expect(seen.numbers, size).toBeGreaterThanOrEqual(6 * n);
          expect(seen.outside, size).toEqual([]);
          expect(seen.touching, size).toEqual([]);
          expect(seen.cut, size).toEqual([]);
          expect(Math.max(...seen.below), size).toBeLessThanOrEqual(0);
        }
      }
      await page.setViewportSize({ width: 1024, height: 768 });
    }
    await page.keyboard.press('p');
  });
  await test.step('the name of the selected discipline is never cut', async () => {
    const queues = [{ kind: 'droptail' }, { kind: 'ared' }, { kind: 'droptail' }];
    const traffic = [{ kind: 'bulk', flows: 4, cc: 'newreno' }];
    await play.stopped({ ...UPLINK, queues, traffic });
    for (const width of [768, 844, 960, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('.head select, aside select')]
          .filter((select): select is HTMLSelectElement => select instanceof HTMLSelectElement)
          .filter((select) => {
            const look = getComputedStyle(select);
            const context = document.createElement('canvas').getContext('2d')!;
            context.font = look.font;
            const room = parseFloat(look.width) - parseFloat(look.paddingLeft);
            const text = context.measureText(select.selectedOptions[0].text).width;
            return text > room - parseFloat(look.paddingRight) + 0.5;
          })
          .map((select) => select.selectedOptions[0].text),
      );
      expect(cut, `${width} px`).toEqual([]);
    }
  });
  await test.step('a longer number moves nothing at any width of its card', async () => {
    const lanes = [{ kind: 'droptail' }, { kind: 'codel' }, { kind: 'pie' }];
    for (let n = 1; n <= lanes.length; n++) {
      await play.stopped({ ...UPLINK, queues: lanes.slice(0, n) });
      for (const width of [390, 720, 1024, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const moved = await page.evaluate(async () => {
          const numbers = [...document.querySelectorAll('.lane dd, .strip td')];
          const places = async (text: string): Promise<string> => {
            for (const number of numbers) number.firstChild!.nodeValue = text;
            await new Promise(requestAnimationFrame);
            return [...numbers, ...document.querySelectorAll('figure')]
              .map((e) => e.getBoundingClientRect())
              .map(({ x, y }) => `${x} ${y}`)
              .join();
          };
          // The strip selects cards or a table after it has measured its width, one or more frames later.
          let short = '';
          for (let before; before !== short;) [before, short] = [short, await places('0')];
          return short !== (await places('1234.5'));
        });
        expect(moved, `${n} lanes at ${width} px`).toBe(false);
      }
    }
  });
  await test.step('controls keep their places for any number that they show', async () => {
    const queues = ['droptail', 'codel', 'pie', 'red', 'ared', 'codel'].map((kind) => ({ kind }));
    await play.stopped({
      ...UPLINK,
      queues,
      traffic: [...UPLINK.traffic, { kind: 'cbr', rateMbps: 0 }],
    });
    const burst = page.getByRole('button', { name: /CBR burst/ });
    // The column scrolls to a field that is filled in.
    const top = (): Promise<number> =>
      burst.evaluate((e) => e.getBoundingClientRect().top + e.closest('aside')!.scrollTop);
    const before = await top();
    for (const text of ['0', '1234']) {
      await play.queued.evaluateAll(
        (lanes, count) => lanes.forEach((l) => (l.lastChild!.nodeValue = count)),
        text,
      );
      expect(await top(), text).toBe(before);
    }
    for (const share of ['100', '18.2']) {
      await play.field('Constant bit rate').fill(share);
      await play.field('Constant bit rate').press('Enter');
      expect(await top(), share).toBe(before);
    }
    await play.field('Constant bit rate').blur();
  });
  await test.step('nothing moves at the end of the run, or when the playhead goes back', async () => {
    await play.stopped(UPLINK);
    await page.locator('body').press(' ');
    const state = page.locator('main .state');
    const places = (): Promise<string> =>
      page
        .locator('figure, .timeline')
        .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top).join());
    const [before, labels] = [await places(), page.locator('figure .axis text')];
    // A live region announces later text only if it exists before.
    await expect(state).toHaveRole('status');
    await expect(state).toHaveText('');

    await play.finish();
    await expect(state).toContainText('The run is over');
    expect(await places()).toBe(before);
    await page.getByLabel('Visible time').selectOption('all');
    const edge = (await page.locator('figure').last().boundingBox())!;
    const last = (await labels.last().boundingBox())!;
    expect(edge.x + edge.width - last.x - last.width).toBeGreaterThanOrEqual(5);

    await page.locator('.timeline .surface').click({ position: { x: 200, y: 20 } });
    await expect(state).toContainText('Changes take effect at');
    expect(await places()).toBe(before);
  });
  await test.step('a run without packets shows a message about packets', async () => {
    await play.stopped({ ...UPLINK, traffic: [{ kind: 'bulk', flows: 0 }] }, 0.2);
    await expect(page.getByText('No packets yet.')).toBeVisible();
    await expect(page.getByText('Press play.')).toHaveCount(0);
  });
});

test('the opening hint and notices hide and move nothing', async ({ page }) => {
  const play = new Playground(page);
  await test.step('the opening hint moves nothing until it is closed', async () => {
    await play.open();
    await play.reaches(1);
    await play.pause();
    const places = (): Promise<string> =>
      page
        .locator('figure, .timeline')
        .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top).join());
    const hint = page.getByRole('region', { name: 'What to try' });
    for (const size of ['usual', 'presenter']) {
      for (const [width, height] of [
        [768, 1024],
        [960, 700],
        [1024, 768],
        [1280, 720],
      ]) {
        await page.setViewportSize({ width, height });
        // Waits until elements that follow the width have settled.
        let before = '';
        await expect.poll(async () => before === (before = await places())).toBe(true);
        const where = `${size}, ${width} px`;
        await page.getByRole('button', { name: 'Switch lane 1 to CoDel' }).click();
        await expect(hint).toContainText('the mean delay of lane 1 was');
        expect(await places(), where).toBe(before);
        await page.getByRole('button', { name: 'Bring the bloat back' }).click();
        await play.field('Bandwidth').fill('900');
        await play.field('Bandwidth').press('Enter');
        // Packets of before still wait.
        await expect(hint).toContainText('Not drained yet.');
        expect(await places(), where).toBe(before);
        await play.field('Bandwidth').fill('10');
        await play.field('Bandwidth').press('Enter');
        await expect(hint).toContainText('Bufferbloat:');
        expect(await places(), where).toBe(before);
      }
      await page.locator('body').press('p');
      await page.locator('body').press('k');
    }
    await hint.getByRole('button', { name: 'Dismiss' }).click();
    await expect(hint).toBeHidden();
  });
  await test.step('notices of an axis or a selected change hide neither titles nor times', async () => {
    await play.first(1);
    await page.keyboard.press(' ');
    // The axis of time does not move, so that the layout can settle during play.
    await page.getByLabel('Visible time').selectOption('all');
    for (const [width, height] of [
      [820, 1180],
      [1024, 768],
      [1440, 900],
    ]) {
      await page.setViewportSize({ width, height });
      await play.field('Bandwidth').fill('3');
      await play.field('Bandwidth').press('Enter');
      const change = page.getByRole('button', { name: /bandwidth 10 → 3/ });
      await change.click();
      const chosen = page.getByRole('group', { name: 'Chosen change' });
      await expect(chosen).toBeVisible();
      let read = { notices: 0, chosen: 0, hidden: [''] };
      // A notice disappears after 4 s. On a slow machine it may be gone before the layout has settled.
      await expect(async () => {
        await page.getByLabel('log').check({ force: true });
        await page.getByLabel('linear').check({ force: true });
        await expect(page.locator('.notice.shown').first()).toBeVisible();
        await expect(page.locator('.notice.shown').first()).toHaveText(/axis now/);
        await expect(page.locator('.notice.shown').first()).toHaveRole('status');
        read = await coveredTitles(page);
        expect(read.notices).toBeGreaterThan(0);
      }).toPass();
      expect(read.chosen, `${width} px`).toBe(1);
      expect(read.hidden, `${width} px`).toEqual([]);
      await chosen.getByRole('button', { name: 'Delete' }).click();
    }
  });
});

/** Waits until the layout stays the same for some frames, then returns the texts below a notice or the chosen change. */
function coveredTitles(page: Page): Promise<{ notices: number; chosen: number; hidden: string[] }> {
  return page.evaluate(async () => {
    const titles = '.timeline h3 .term, h3 .opener, figure .axis text';
    const boxes = (of: string): DOMRect[] =>
      [...document.querySelectorAll(of)].map((e) => e.getBoundingClientRect());
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    const layout = (): string => JSON.stringify(boxes(`.notice.shown, .chosen, ${titles}`));
    for (let before = '', same = 0; same < 3;) {
      await frame();
      const now = layout();
      same = now === before ? same + 1 : 0;
      before = now;
    }
    const over = boxes('.notice.shown, .chosen');
    const isCovered = (a: DOMRect): boolean =>
      over.some(
        (b) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top,
      );
    return {
      notices: boxes('.notice.shown').length,
      chosen: boxes('.chosen').length,
      hidden: [...document.querySelectorAll(titles)]
        .filter((title) => isCovered(title.getBoundingClientRect()))
        .map((title) => title.textContent ?? ''),
    };
  });
}
