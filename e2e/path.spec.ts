import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

const LINK = { ...UPLINK, durationS: 12 };

/** Plays to the end; returns the digests. */
async function playOut(play: Playground): Promise<string[]> {
  await play.page.getByRole('button', { name: /^(Play|Replay)$/ }).click();
  await play.finish();
  return play.digests();
}

test('loss, jitter, device queue, token bucket, schedule and trace are controls of the path', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('loss, jitter, the device queue and the token bucket are changes of the timeline', async () => {
    await play.stopped(LINK);
    await page.locator('section', { hasText: 'The path' }).getByText('More').click();
    const changes = [
      ['Loss rate', '0.02', 'link.lossRate'],
      ['Jitter', '5', 'link.jitterMs'],
      ['Device queue', '20', 'link.deviceQueuePackets'],
      ['Token bucket', '15000', 'link.tokenBucketBytes'],
    ] as const;
    for (const [name, value] of changes) {
      await play.field(name).fill(value);
      await play.field(name).press('Enter');
    }
    await expect(page.locator('.labels')).toContainText('loss rate 0 → 0.02');
    const timeline = await play.timeline();
    expect(timeline.map(({ set, to }) => [set, to])).toEqual(
      changes.map(([, value, set]) => [set, Number(value)]),
    );
  });
  await test.step('the bandwidth follows a schedule of controls, and a trace from a file', async () => {
    await play.stopped(LINK);
    const plain = await playOut(play);
    await page.getByRole('switch', { name: 'Bandwidth schedule' }).press(' ');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('square');
    await play.field('Low').fill('1');
    await play.field('Low').press('Enter');
    await expect(page.getByRole('slider', { name: 'Duty' })).toBeVisible();
    await play.finish();
    const square = await play.digests();
    expect(square).not.toEqual(plain);

    const trace = page.getByLabel('Bandwidth trace');
    const file = (name: string, text: string): Parameters<typeof trace.setInputFiles>[0] => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await trace.setInputFiles(file('poem.txt', 'roses are red'));
    await expect(page.getByText('poem.txt is not a trace.')).toBeVisible();
    await trace.setInputFiles(file('cell.csv', 'time,rate\n0,10\n1,2\n2,5\n3,20\n'));
    await expect(page.getByText('The bandwidth follows cell.csv.')).toBeVisible();
    await play.finish();
    expect(await play.digests()).not.toEqual(square);
    await page.getByRole('switch', { name: 'Bandwidth schedule' }).press(' ');
    await play.finish();
    expect(await play.digests()).toEqual(plain);
  });
});
