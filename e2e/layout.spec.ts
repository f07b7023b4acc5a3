import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

const lanes = (...kinds: string[]): object => ({
  ...UPLINK,
  queues: kinds.map((kind) => ({ kind })),
});
const SIX = lanes('droptail', 'red', 'ared', 'codel', 'pie', 'duk');

for (const [name, scenario] of [
  ['two', UPLINK],
  ['six', SIX],
] as const) {
  test(`the parameters of a lane cover neither numbers nor plots of ${name} lanes`, async ({
    page,
  }) => {
    const play = new Playground(page);
    await play.open();
    await play.pasteStopped(scenario);
    const opener = page.getByRole('button', { name: 'Parameters of CoDel' });
    const group = page.getByRole('group', { name: 'Parameters of CoDel' });
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
      expect(covered, `${width} x ${height}`).toEqual([]);
      await opener.click();
      await expect(group).toBeHidden();
      await expect(play.slider('Bandwidth')).toBeVisible();
    }
  });
}

test('the parameters of a lane take the place of the controls and give it back, by key and click', async ({
  page,
}) => {
  const play = new Playground(page);
  await play.open();
  await play.pasteStopped(UPLINK);
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
