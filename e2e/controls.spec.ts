import type { Locator } from '@playwright/test';
import { CONGESTION_CONTROLS, QUEUE_KINDS } from '../web/src/core/document/scenario.generated.ts';
import { Playground, UPLINK } from './playground.ts';
import { expect, test } from './support/test.ts';

const SHORT = { ...UPLINK, durationS: 4 };

/** Opens the short scenario and stops it a second after its start. */
async function stopped(play: Playground): Promise<void> {
  await play.stopped(SHORT, 1);
}

type Act = (play: Playground) => Promise<void>;

const drag =
  (name: string, key: string): Act =>
  async (play) => {
    const slider = play.slider(name);
    await slider.focus();
    for (let i = 0; i < 5; i++) await slider.press(key);
    await slider.blur();
  };
const type =
  (name: string, value: string): Act =>
  async (play) => {
    await play.field(name).fill(value);
    await play.field(name).press('Enter');
    await play.field(name).blur();
  };
const select =
  (name: string | RegExp, value: string): Act =>
  async (play) => {
    const field = play.page.getByRole('combobox', { name }).first();
    await field.selectOption(value);
    await field.blur();
  };

/** Every control of the panel, with the change that it must add to the timeline. */
const CONTROLS: readonly (readonly [string, Act, RegExp])[] = [
  ['bandwidth slider', drag('Bandwidth', 'PageDown'), /bandwidth 10 →/],
  ['bandwidth field', type('Bandwidth', '3'), /bandwidth 10 → 3 Mbit\/s/],
  ['bandwidth in another unit', type('Bandwidth', '500 kbit/s'), /bandwidth 10 → 0\.5 Mbit\/s/],
  ['round-trip time slider', drag('Round-trip time', 'PageUp'), /RTT 40 →/],
  ['round-trip time field', type('Round-trip time', '200'), /RTT 40 → 200 ms/],
  ['buffer slider', drag('Buffer', 'PageDown'), /buffer 667 packets →/],
  ['buffer field', type('Buffer', '20'), /buffer 667 packets → 20 packets/],
  ['flows slider', drag('TCP flows', 'ArrowUp'), /flows 4 → 9/],
  ['flows field', type('TCP flows', '40'), /flows 4 → 40/],
  ['constant bit rate slider', drag('Constant bit rate', 'PageUp'), /CBR 0 → 5 Mbit\/s/],
  ['constant bit rate field', type('Constant bit rate', '120'), /CBR 0 → 12 Mbit\/s/],
  ['constant bit rate in its own unit', type('Constant bit rate', '3 Mbit/s'), /CBR 0 → 3 Mbit\/s/],
  ['congestion control', select('Congestion control', 'newreno'), /CUBIC → NewReno/],
  ['queue discipline', select('Lane 1: queue discipline', 'pie'), /Drop-tail → PIE/],
  [
    'ECN',
    async (play) => {
      await play.page.getByRole('switch', { name: 'ECN' }).click();
      await play.page.getByRole('switch', { name: 'ECN' }).blur();
    },
    /ECN on/,
  ],
  [
    'burst button',
    (play) => play.page.getByRole('button', { name: /^CBR burst/ }).click(),
    /burst 10 Mbit\/s, 2 s/,
  ],
  [
    'parameter of a lane',
    async (play) => {
      await play.page.getByRole('button', { name: 'Parameters of CoDel' }).click();
      await type('Target', '50')(play);
      await play.page.keyboard.press('Escape');
    },
    /target 5 → 50 ms/,
  ],
];

test('every control adds its change to the timeline', async ({ page }) => {
  const play = new Playground(page);
  for (const [name, act, label] of CONTROLS)
    await test.step(name, async () => {
      // The same moment for each control.
      await stopped(play);
      await act(play);
      await expect(play.changes).not.toHaveAttribute('data-changes', '0');
      await expect(page.locator('.labels')).toContainText(label);
    });
  await test.step('every queue discipline and every congestion control is in its menu, and runs', async () => {
    await stopped(play);
    const choose = async (menu: string, kind: string): Promise<void> => {
      await page.getByRole('combobox', { name: menu }).selectOption(kind);
      await play.settles();
      expect((await play.timeline()).map(({ to }) => (to as { kind?: string }).kind ?? to)).toEqual(
        [kind],
      );
    };
    for (const kind of QUEUE_KINDS.filter((one) => one !== 'droptail')) {
      await choose('Lane 1: queue discipline', kind);
      await expect(page.locator('[data-lane="0"]')).toHaveAttribute('data-kind', kind);
    }
    await stopped(play);
    for (const kind of Object.keys(CONGESTION_CONTROLS).filter((one) => one !== 'cubic'))
      await choose('Congestion control', kind);
  });
});

test('controls say what is wrong, and what their values do not say', async ({ page }) => {
  const play = new Playground(page);
  await test.step('an invalid value is refused with the reason', async () => {
    await play.stopped({ ...SHORT, queues: [{ kind: 'red' }] });
    const message = (name: string): Locator =>
      play.field(name).locator('xpath=..').getByRole('status', { includeHidden: true });
    await type('Bandwidth', '20 Gbit/s')(play);
    await expect(message('Bandwidth')).toHaveText(
      "at most 10\u202f000 Mbit/s: the simulator's limit",
    );
    await expect(play.field('Bandwidth')).toHaveValue('10\u202f000');
    await page.getByRole('button', { name: 'Parameters of RED' }).click();
    await type('Lower threshold', '20')(play);
    await expect(message('Lower threshold')).toHaveText(
      'at most 14 packets: below the upper threshold',
    );
    // A typed value may exceed the slider's range, up to the parameter's limit.
    await type('Upper threshold', '20000')(play);
    await expect(play.field('Upper threshold')).toHaveValue('20\u202f000');
  });
  await test.step('each lane shows its name, its dash pattern and its queue length', async () => {
    await play.stopped(UPLINK, 0.5);
    await expect(play.queued).toHaveText([/^\s*1: Drop-tail \d+/, /^\s*2: CoDel \d+/]);
    const dash = (n: number): Promise<string | null> =>
      play.queued.nth(n).locator('path').getAttribute('stroke-dasharray');
    expect(await dash(0)).not.toBe(await dash(1));
    await page.getByRole('button', { name: 'Remove lane 2, CoDel' }).click();
    await expect(play.queued).toHaveText([/^\s*\d+\s*$/]);
  });
  await test.step('the few controls of the traffic tell what their values do not say', async () => {
    await play.stopped({
      ...UPLINK,
      queues: [{ kind: 'codel', ecn: true }],
      traffic: [
        { kind: 'bulk', flows: 4, startS: 20 },
        { kind: 'cbr', rateMbps: 2, muted: true },
      ],
    });
    const traffic = page.getByRole('region', { name: 'The traffic' });
    await expect(traffic.getByText('from 20 s', { exact: true })).toBeVisible();
    await expect(traffic.getByText('2 Mbit/s, muted', { exact: true })).toBeVisible();
    // CoDel marks, but no sender is capable of ECN.
    const some = traffic.getByText('Some senders or queues use ECN, not all.');
    await expect(some).toBeVisible();
    const ecn = traffic.getByRole('switch', { name: 'ECN' });
    expect(await ecn.evaluate((e) => (e as HTMLInputElement).indeterminate)).toBe(true);
    await ecn.check({ force: true });
    await expect(some).toBeHidden();
    await expect(ecn).toBeChecked();
  });
  await test.step('a restored unit of the buffer leaves no change', async () => {
    await stopped(play);
    const unit = page.getByLabel('Unit of the buffer');
    for (const name of ['bdp', 'ms']) {
      await unit.selectOption(name);
      await expect(play.changes).toHaveAttribute('data-changes', '1');
      await unit.selectOption('packets');
      await expect(play.changes).toHaveAttribute('data-changes', '0');
    }
  });
});
