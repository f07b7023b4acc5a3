import { readFileSync } from 'node:fs';
import { CARDS } from '../web/src/core/sim/measures.generated.ts';
import type { Scenario } from '../web/src/core/document/scenario.ts';
import { Playground, preset, UPLINK } from './playground.ts';
import { type LaneNumbers, type LaneSeries, report, series } from './support/aqm.ts';
import { expect, test } from './support/test.ts';

/*
 * Every measure on the page equals the number that `aqm run` computes natively for the same scenario. These tests read the
 * shown text and compare it with the command's number. The rounding rules below are independent of the page's code.
 */

const NOTHING = '–';

/** Number of decimals for three significant digits, at most `most`. */
const three = (most: number) => (size: number) => {
  const digits = size === 0 ? 0 : 2 - Math.floor(Math.log10(size));
  return Math.max(0, Math.min(most, digits));
};

/** Decimals of a delay above the plots: 0.59, 5.91, 59.1, 591. */
const delayDecimals = (ms: number): number => (ms >= 100 ? 0 : ms >= 10 ? 1 : 2);

/**
 * The rounding rule: a number is rounded to the nearest value with its decimals (either neighbour in the middle). The
 * number of decimals depends on the kind and on the shown value. A missing value is a dash.
 */
function agrees(
  shown: string,
  truth: number | null | undefined,
  decimals: (shown: number) => number,
  what: string,
): void {
  const missing = truth === null || truth === undefined || Number.isNaN(truth);
  if (missing || shown === NOTHING) {
    expect(shown, what).toBe(missing ? NOTHING : truth);
    return;
  }
  const plain = shown.replaceAll('\u202f', '').replace('\u2212', '-');
  expect(plain, what).toMatch(/^-?\d+(\.\d+)?$/);
  const places = plain.split('.')[1]?.length ?? 0;
  // 99.96 rounds to 100.0 with the decimals of 99.96.
  expect([decimals(Number(plain)), decimals(Math.abs(truth))], `${what}: ${shown}`).toContain(
    places,
  );
  const half = 0.5 * 10 ** -places;
  const off = Math.abs(Number(plain) - truth);
  expect(off, `${what}: ${shown} for ${truth}`).toBeLessThanOrEqual(half * (1 + 1e-9));
}

/** The command's value of each headline number, and the number of decimals on the page. */
const HEADLINES: Readonly<
  Record<string, (lane: LaneNumbers) => [number | null, (shown: number) => number]>
> = Object.fromEntries(
  CARDS.map(({ id, measure, format, digits }) => [
    id,
    (lane) => {
      const [group = '', member] = measure.split('.');
      const found = lane[group as keyof LaneNumbers];
      const value = member ? (found as Readonly<Record<string, number | null>>)[member] : found;
      if (value !== null && typeof value !== 'number') throw new Error(`no ${measure}`);
      const factor = format === 'percent' ? 100 : 1;
      const decimals = format === 'delay' ? delayDecimals : () => digits;
      return [value === null ? null : factor * value, decimals];
    },
  ]),
);

/** Checks all headline numbers of every lane. */
async function headlines(play: Playground): Promise<Record<string, string>[]> {
  return play.lanes.evaluateAll((lanes) =>
    lanes.map((lane) =>
      Object.fromEntries(
        [...lane.querySelectorAll<HTMLElement>('[data-number]')].map((cell) => {
          const value = (cell.querySelector('dd') ?? cell).cloneNode(true) as HTMLElement;
          value.querySelector('small')?.remove();
          return [cell.dataset['number'] ?? '', (value.textContent ?? '').trim()];
        }),
      ),
    ),
  );
}

async function headlinesAgree(
  play: Playground,
  native: readonly LaneNumbers[],
  of: string,
): Promise<void> {
  const lanes = await headlines(play);
  expect(lanes.length).toBe(native.length);
  lanes.forEach((shown, lane) => {
    // A new measure of the page needs an entry above.
    // A card shows marks only if the lane has marks.
    const names = { ...HEADLINES, ...shown };
    if (native[lane].markRate === 0 && !('mark' in shown)) delete names['mark'];
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(names).toSorted());
    for (const [id, text] of Object.entries(shown)) {
      const [truth, decimals] = HEADLINES[id](native[lane]);
      agrees(text, truth, decimals, `${id} of lane ${lane + 1}, ${of}`);
    }
  });
  expect(await play.digests()).toEqual(native.map((lane) => lane.digest));
}

/** Samples are 10 ms, bins of the utilization 200 ms. */
const SAMPLE_S = 0.01;
const UTILIZATION_SAMPLES = 20;

/** 100 * events / (the largest of `wholes`) for each `per` samples; NaN if the divisor is 0. */
function rates(
  events: readonly number[],
  wholes: readonly (readonly number[])[],
  per: number,
): number[] {
  const bins = Math.ceil(events.length / per);
  return Array.from({ length: bins }, (_, bin) => {
    const sum = (of: readonly number[]): number =>
      of.slice(bin * per, (bin + 1) * per).reduce((a, b) => a + b, 0);
    return (100 * sum(events)) / Math.max(...wholes.map(sum));
  });
}

/** Every line of the plots: its values, the duration of each value, and the weights of its mean. */
interface Line {
  readonly stepS: number;
  readonly values: readonly number[];
  readonly mean?: (from: number, to: number) => number;
}

function lines(lane: LaneSeries, rateBinS: number): Readonly<Record<string, readonly Line[]>> {
  const { offered_packets: offered = [], early_drops_packets: early = [] } = lane;
  const { overflow_drops_packets: overflow = [], marks_packets: marks = [] } = lane;
  const drops = early.map((count, i) => count + overflow[i]);
  const left = drops.map((count, i) => count + (lane['sent_packets']?.[i] ?? NaN));
  const wholes = [offered, left];
  const rate = (events: readonly number[]): Line => ({
    stepS: rateBinS,
    values: rates(events, wholes, Math.round(rateBinS / SAMPLE_S)),
    mean: (from, to) => {
      const samples = (of: readonly number[]): readonly number[] =>
        of.slice(Math.round(from / SAMPLE_S), Math.round(to / SAMPLE_S));
      return rates(samples(events), wholes.map(samples), events.length)[0] ?? NaN;
    },
  });
  const { sent_bits: sent = [], capacity_bits: capacity = [] } = lane;
  const whole = Math.floor(sent.length / UTILIZATION_SAMPLES);
  return {
    'Queue delay': [{ stepS: SAMPLE_S, values: lane['queue_delay_mean_ms'] ?? [] }],
    // Marks have a line only if the lane has marks.
    'Drops and marks': marks.some((count) => count > 0)
      ? [rate(drops), rate(marks)]
      : [rate(drops)],
    Utilization: [
      {
        stepS: UTILIZATION_SAMPLES * SAMPLE_S,
        // A packet on the wire keeps the old rate when the link gets slower; the plot ends at 100 %.
        values: rates(sent, [capacity], UTILIZATION_SAMPLES)
          .slice(0, whole)
          .map((percent) => Math.min(100, percent)),
      },
    ],
  };
}

/** The width of bins in a text, s; 1 if the text has none. */
function binS(text: string): number {
  const [, width = 1, unit] = /bins of ([\d.]+)\s*(ms|s)\b/.exec(text) ?? [];
  return Number(width) / (unit === 'ms' ? 1000 : 1);
}

/** Checks the tables under the plots: smallest, mean and largest value in [fromS, toS]. */
async function plotsAgree(
  play: Playground,
  native: readonly LaneSeries[],
  fromS: number,
  toS: number,
): Promise<void> {
  for (const title of ['Queue delay', 'Drops and marks', 'Utilization']) {
    const table = play.page.getByRole('table', { name: new RegExp(`^${title}, in `) });
    // The table updates later than the plot.
    const period = `from ${fromS.toFixed(2)}\u202fs to ${toS.toFixed(2)}\u202fs`;
    const caption = table.locator('caption');
    await expect(caption).toContainText(period);
    const width = binS(await caption.innerText());
    const rows = await table
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
      );
    const all = native.flatMap((lane) => lines(lane, width)[title]);
    expect(rows.length, title).toBe(all.length);
    rows.forEach((cells, i) => {
      const { stepS, values, mean } = all[i];
      const seen = values.slice(Math.floor(fromS / stepS + 1e-6), Math.ceil(toS / stepS - 1e-6));
      const there = seen.filter((value) => !Number.isNaN(value));
      const average = there.reduce((a, b) => a + b, 0) / there.length;
      const truths = [
        there.length > 0 ? Math.min(...there) : NaN,
        mean ? mean(fromS, toS) : average,
        there.length > 0 ? Math.max(...there) : NaN,
      ];
      cells.forEach((text, k) =>
        agrees(text, truths[k], three(2), `${title}, row ${i + 1}, column ${k + 1}`),
      );
    });
  }
}

/** Checks the values at the time cursor, at a time selected by keyboard. */
async function readingsAgree(play: Playground, native: readonly LaneSeries[]): Promise<void> {
  const heading = play.page.getByRole('heading', { name: /^Drops and marks/ });
  const width = binS(await heading.innerText());
  const perLane = native.map((lane) => lines(lane, width));
  for (const [title, keys] of [
    ['Queue delay', ['Home', 'ArrowRight', 'Shift+ArrowRight']],
    ['Drops and marks', ['PageDown', 'ArrowLeft']],
    ['Utilization', ['End', 'Shift+ArrowLeft', 'ArrowLeft']],
  ] as const) {
    const cursor = play.page.getByRole('slider', { name: `Time cursor in ${title}` });
    for (const key of keys) await cursor.press(key);
    const t = Number(await cursor.getAttribute('aria-valuenow'));
    const shown = await play.page
      .locator('figure', { has: cursor })
      .locator('.readout dd')
      .allInnerTexts();
    const all = perLane.flatMap((lane) => lane[title]);
    expect(shown.length, title).toBe(all.length);
    shown.forEach((text, i) => {
      const { stepS, values } = all[i];
      const value = values[Math.floor(t / stepS + 1e-6)];
      // Drops and marks share a row, so their values have a name.
      const number = text.replace(/^(dropped|marked)\s*/, '').replace(/\s*(ms|%)$/, '');
      agrees(number, value, three(2), `${title} at ${t} s, row ${i + 1}`);
    });
    await cursor.press('Escape');
  }
}

/** Checks all numbers of a run at its end. */
async function everythingAgrees(play: Playground, scenario: Scenario): Promise<void> {
  const { durationS } = scenario;
  const native = await series(scenario);
  // The visible window, from the last change of a setting in it on: the command gets the time before as warm-up.
  const windowS = Math.max(0, durationS - 30);
  const changesS = (scenario.changes ?? [])
    .filter(({ set, atS, muted }) => set !== 'burst' && !muted && atS > windowS)
    .map(({ atS }) => Math.ceil(atS * 4) / 4);
  const fromS = Math.max(windowS, ...changesS);
  const counted = await report({ ...scenario, warmupS: fromS });
  // The fairness covers whole seconds.
  const seconds = await report({ ...scenario, warmupS: Math.floor(fromS) });
  await headlinesAgree(
    play,
    counted.map((lane, i) => ({ ...lane, jain: seconds[i].jain })),
    'visible window',
  );
  await plotsAgree(play, native, windowS, durationS);
  const span = play.page.getByRole('group', { name: 'Time span of the headline numbers' });
  await span.getByRole('radio', { name: 'Whole run' }).check();
  await headlinesAgree(play, await report(scenario), 'whole run');
  await play.page.getByLabel('Visible time').selectOption('all');
  await plotsAgree(play, native, 0, durationS);
  await readingsAgree(play, native);
  // The last sample has the present queue.
  const queued = native.map((lane) => Math.round(lane['queue_mean_packets'].at(-1)!));
  const shown = await play.queued.evaluateAll((lanes) => lanes.map((l) => l.lastChild?.nodeValue));
  expect(shown.map((count) => Number(count?.replaceAll('\u202f', '')))).toEqual(queued);
  await expect(play.page.locator('.clock')).toContainText(`${durationS.toFixed(2)}`);
}

/** Six lanes, three kinds of traffic, ECN, and a change of every kind. */
const EVERYTHING: Scenario = {
  version: 1,
  seed: 7,
  durationS: 40,
  warmupS: 5,
  link: { rateMbps: 20, rttMs: 30, buffer: { packets: 200 } },
  queues: [
    { kind: 'droptail' },
    { kind: 'red', ecn: true },
    { kind: 'ared', ecn: true },
    { kind: 'codel', ecn: true },
    { kind: 'pie', ecn: true },
    { kind: 'codel', variant: 'rfc8289' },
  ],
  traffic: [
    { kind: 'bulk', flows: 6, ecn: true },
    { kind: 'bulk', flows: 2, cc: 'newreno', rttMs: 80 },
    { kind: 'cbr', rateMbps: 1 },
    { kind: 'poisson', rateMbps: 1, sizes: 'exponential', packetBytes: 500 },
  ],
  changes: [
    { atS: 8, set: 'link.rateMbps', to: 5 },
    { atS: 12, set: 'link.rttMs', to: 100 },
    { atS: 15, set: 'traffic.0.flows', to: 12 },
    { atS: 18, set: 'burst', to: { rateMbps: 8, durationS: 1.5 } },
    { atS: 21, set: 'queues.4.targetMs', to: 40 },
    { atS: 24, set: 'traffic.1.cc', to: 'cubic' },
    { atS: 27, set: 'traffic.0.ecn', to: false },
    { atS: 30, set: 'queues.0', to: { kind: 'codel' } },
    { atS: 33, set: 'link.buffer', to: { ms: 50 } },
  ],
};

/** A run of 300 s, and one with a burst and five lanes. */
const PRESETS = ['bufferbloat', 'schwardmann-cbr-burst'];
const SCENARIOS: readonly (readonly [string, Scenario])[] = [
  ['six lanes with ECN and a change of every kind', EVERYTHING],
  ...PRESETS.map((name) => [name, preset(name)] as const),
];

test("every number on the page equals the command's", async ({ page }) => {
  const play = new Playground(page);
  for (const [name, scenario] of SCENARIOS)
    await test.step(name, async () => {
      await play.finished(scenario);
      await everythingAgrees(play, scenario);
    });
});

test('the rounding rule detects a wrong number', () => {
  const wrong = (shown: string, truth: number | null): (() => void) => {
    return () => agrees(shown, truth, delayDecimals, 'a delay');
  };
  for (const [shown, truth] of [
    ['5.91', 5.9049],
    ['5.9', 5.9],
    ['59.10', 59.1],
    ['592', 591.4],
    ['–', 3],
    ['0.00', null],
    ['NaN', 1],
  ] as const) {
    expect(wrong(shown, truth), `${shown} for ${truth}`).toThrow();
  }
  agrees('5.91', 5.9051, delayDecimals, 'a delay');
  agrees('10.00', 9.996, delayDecimals, 'a delay');
  agrees('–', null, delayDecimals, 'a delay');
});

test('numbers of an interval, and of a run with changes at the controls, equal those of the command', async ({
  page,
}) => {
  const play = new Playground(page);
  await test.step('the numbers of a chosen interval equal those of the command', async () => {
    const scenario = {
      ...UPLINK,
      durationS: 20,
      changes: [{ atS: 7, set: 'link.rateMbps', to: 4 }],
    };
    await play.finished(scenario);
    const digests = await play.digests();
    await page.keyboard.press('e');
    const chosen = page.getByRole('region', { name: 'Chosen interval' });
    for (const [field, time] of [
      ['Start', '5'],
      ['End', '9'],
    ]) {
      await chosen.getByRole('textbox', { name: `${field} of the interval` }).fill(time);
      await page.keyboard.press('Enter');
    }
    await expect(chosen).toContainText('The numbers above are of 5 to 9\u00a0s.');
    // The command counts the time after a warm-up, to the end.
    const native = await report({ ...scenario, warmupS: 5, durationS: 9 });
    await headlinesAgree(
      play,
      native.map((lane, i) => ({ ...lane, digest: digests[i] })),
      'interval',
    );
    // Ends between the steps whose numbers the run keeps: a run of its own counts them, fairness included.
    for (const [field, time] of [
      ['Start', '6.13'],
      ['End', '8.07'],
    ]) {
      await chosen.getByRole('textbox', { name: `${field} of the interval` }).fill(time);
      await page.keyboard.press('Enter');
    }
    await expect(chosen).toContainText('The numbers above are of 6.13 to 8.07\u00a0s.');
    const fine = await report({ ...scenario, warmupS: 6.13, durationS: 8.07 });
    await headlinesAgree(
      play,
      fine.map((lane, i) => ({ ...lane, digest: digests[i] })),
      'fine interval',
    );
    for (const [field, time] of [
      ['Start', '5'],
      ['End', '9'],
    ]) {
      await chosen.getByRole('textbox', { name: `${field} of the interval` }).fill(time);
      await page.keyboard.press('Enter');
    }
    await expect(chosen).toContainText('The numbers above are of 5 to 9\u00a0s.');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await chosen.getByRole('button', { name: 'Copy numbers' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [head, names, ...rows] = copied.split('\n').map((row) => row.split('\t'));
    expect(head).toEqual(['Test uplink, seed 1, 5 to 9\u00a0s']);
    expect(names.slice(0, 2)).toEqual(['lane', 'mean delay (ms)']);
    expect(rows.map((row) => Number(row[1]))).toEqual(
      native.map((lane) => Number(lane.queueDelayMs.mean!.toPrecision(6))),
    );
  });
  await test.step("a run with changes at the controls has the command's numbers", async () => {
    await play.stopped({ ...EVERYTHING, durationS: 12, warmupS: 1, changes: [] });
    await page.keyboard.press(' ');
    await play.reaches(1);
    const slider = play.slider('Bandwidth');
    await slider.focus();
    for (let i = 0; i < 10; i++) {
      await slider.press('ArrowLeft');
      await page.waitForTimeout(50);
    }
    await slider.blur();
    await page.getByRole('radio', { name: 'Simple' }).check();
    await play.field('TCP flows').fill('11');
    await play.field('TCP flows').press('Enter');
    await page.getByLabel('Lane 1: queue discipline').selectOption('pie');
    await page.getByRole('button', { name: /^CBR burst/ }).click();
    await play.finish();

    await play.library();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save this scenario' }).click();
    const saved = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as Scenario;
    await page.keyboard.press('Escape');
    expect(new Set(saved.changes?.map((change) => change.set))).toEqual(
      new Set(['link.rateMbps', 'traffic.0.flows', 'queues.0', 'burst']),
    );
    await everythingAgrees(play, saved);
  });
});
