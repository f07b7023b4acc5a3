import { expect, test } from 'vitest';
import { renderDocs } from '../../../docs/plugin';
import { presets } from '../content/presets';
import { DELAY_VIEW } from '../state/display.svelte';
import type { LaneReport } from '../sim/measures.generated';
import { COLUMNS } from '../sim/protocol';
import { RunSeries } from '../sim/series';
import { RunFlows } from '../sim/flows';
import type { Scenario } from '../document/scenario';
import type { View } from './view';
import {
  BOTH_WAYS,
  detailsOf,
  idsOf,
  offeredFor,
  overTime,
  planes,
  STANDARD_VIEWS,
  VIEWS,
  viewsOf,
} from './registry';

const SCENARIO: Scenario = {
  version: 1,
  durationS: 60,
  link: { rateMbps: 10, rttMs: 40, buffer: { bdp: 1 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }, { kind: 'codel', ecn: true }],
  traffic: [{ kind: 'bulk', flows: 2 }],
};

test('ids are distinct and fit into a link', () => {
  expect(new Set(VIEWS.map(({ id }) => id)).size).toBe(VIEWS.length);
  for (const { id } of VIEWS) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(VIEWS.map(({ id }) => id)).toContain(DELAY_VIEW);
});

test('every view has its section in docs/metrics.md', () => {
  const published = renderDocs().get('metrics.md')?.ids;
  for (const { definition } of VIEWS) expect(published).toContain(definition);
});

test('every scale that a view offers has a range, above zero if it is logarithmic', () => {
  const axes = planes(VIEWS).map(({ id, scales, x }) => ({ id, scales, least: x.least }));
  for (const { id, scales, least } of [...overTime(VIEWS), ...axes])
    for (const scale of scales) {
      const [low, high] = least[scale] ?? [NaN, NaN];
      expect(high, id).toBeGreaterThan(low);
      if (scale === 'log') expect(low, id).toBeGreaterThan(0);
    }
});

test('every view draws each lane from the columns that it names only', () => {
  const [columns] = new RunSeries(1, 0.01, true, 3).views();
  const style = { id: '0', label: 'CoDel', colour: 'var(--lane-codel)', dash: [] };
  const run = new RunFlows(1);
  run.append([
    { goodput: Float32Array.of(0, -1, 1, 0, 0, 4), windows: Float32Array.of(0, 0, 10, 4) },
  ]);
  const [flows] = run.views();
  for (const view of overTime(VIEWS)) {
    const named = Object.fromEntries(view.columns.map((name) => [name, columns[name]]));
    const isOver = false;
    const given = view.series({
      style,
      columns: named as unknown as typeof columns,
      isOver,
      flows,
      // Each view of a hop has data if that hop is not that of the lane.
      laneHop: view.hop === 1 ? 2 : 1,
    });
    expect(given.length, view.id).toBeGreaterThan(0);
    for (const series of given)
      expect(series.kind === 'line' ? series.column : series.part, view.id).toBeDefined();
  }
});

test('reference lines follow the scenario', () => {
  const [delay, length] = overTime(viewsOf(['queue-delay', 'queue-length']));
  expect(delay.references?.(SCENARIO)).toEqual([{ value: 5, label: 'target', lanes: [1, 2] }]);
  // 10 Mbit/s times 40 ms are 33 packets of 1500 bytes.
  expect(length.references?.(SCENARIO)).toEqual([{ value: 33, label: 'buffer' }]);
  const inBytes = { ...SCENARIO.link, buffer: { bytes: 15000 } };
  expect(length.references?.({ ...SCENARIO, link: inBytes })).toEqual([]);
});

test('a scenario with a reverse bottleneck has views of it', () => {
  const reverse = {
    rateMbps: 1,
    buffer: { ms: 600 },
    queue: { kind: 'pie', targetMs: 20 },
  } as const;
  const both = { ...SCENARIO, link: { ...SCENARIO.link, reverse } };
  const ids = (views: readonly { id: string }[]): string[] => views.map(({ id }) => id);
  expect(ids(offeredFor(SCENARIO)).filter((id) => id.startsWith('reverse'))).toEqual([]);
  const isOffered = (view: View): boolean =>
    !('hop' in view) && (!('kinds' in view) || view.kinds?.includes('codel') === true);
  expect(offeredFor(both)).toEqual(VIEWS.filter(isOffered));
  expect(viewsOf(undefined, both)).toEqual(BOTH_WAYS);
  expect(viewsOf(undefined, SCENARIO)).toEqual(STANDARD_VIEWS);
  // Without ids a link of this scenario would open with the reverse queue delay.
  expect(viewsOf(idsOf(STANDARD_VIEWS, both), both)).toEqual(STANDARD_VIEWS);
  const [delay, length] = overTime(viewsOf(['reverse-queue-delay', 'reverse-queue-length']));
  // One queue stands for the queues of all lanes.
  expect(delay.references?.(both)).toEqual([{ value: 20, label: 'target' }]);
  // 1 Mbit/s times 600 ms are 50 packets of 1500 bytes.
  expect(length.references?.(both)).toEqual([{ value: 50, label: 'buffer' }]);
  expect(delay.references?.(SCENARIO)).toEqual([]);
});

test('a scenario with several hops has views of each other hop', () => {
  const hop = { rateMbps: 5, buffer: { packets: 50 } };
  const link = {
    ...SCENARIO.link,
    hopsBefore: [{ ...hop, queue: { kind: 'pie', targetMs: 20 } as const }],
    hopsAfter: [hop],
  };
  const three = { ...SCENARIO, link };
  const offered = offeredFor(three).map(({ id }) => id);
  const ofHops = offered.filter((id) => id.includes('-hop-'));
  expect(ofHops).toEqual(
    ['first', 'third'].flatMap((word) =>
      ['queue-delay', 'drops-and-marks', 'utilization'].map((own) => `${word}-hop-${own}`),
    ),
  );
  expect(offeredFor(SCENARIO).some((view) => 'hop' in view)).toBe(false);
  const standard = viewsOf(undefined, three).map(({ id }) => id);
  expect(standard).toEqual([
    'queue-delay',
    'first-hop-queue-delay',
    'third-hop-queue-delay',
    'utilization',
  ]);
  // Without ids a link of this scenario would open with the delays of the hops.
  expect(viewsOf(idsOf(STANDARD_VIEWS, three), three)).toEqual(STANDARD_VIEWS);

  const [first, third] = overTime(viewsOf(['first-hop-queue-delay', 'third-hop-queue-delay']));
  expect(first.references?.(three)).toEqual([{ value: 20, label: 'target' }]);
  // Without a queue of its own the hop has the targets of the lanes.
  expect(third.references?.(three)).toEqual([{ value: 5, label: 'target', lanes: [1, 2] }]);

  const series = new RunSeries(1, 0.01, false, 2);
  const columns = [0, 1, 2].flatMap((n) => COLUMNS.map(() => Float32Array.of(n)));
  series.append({ nowS: 0.01, furthestS: 0.01, from: 0, columns: [columns], tookMs: 0 });
  const style = { id: '0', label: 'CoDel', colour: 'blue', dash: [] };
  const drawn = [first, third].map((view) => {
    const [one] = view.series({ style, columns: series.views()[0], isOver: false, laneHop: 2 });
    return one?.kind === 'line' ? one.column.values[0] : undefined;
  });
  expect(drawn).toEqual([1, 2]);
});

test('a choice of views is kept in order, and the standard ones need no ids', () => {
  expect(viewsOf(undefined)).toEqual(STANDARD_VIEWS);
  expect(idsOf(STANDARD_VIEWS)).toBeUndefined();
  const reversed = STANDARD_VIEWS.toReversed();
  expect(viewsOf(idsOf(reversed))).toEqual(reversed);
  expect(viewsOf(['no-such-view', 'utilization']).map(({ id }) => id)).toEqual(['utilization']);
});

test('only the views on the page need details of the workers', () => {
  expect(detailsOf(undefined)).toEqual([]);
  expect(detailsOf(['cwnd', 'pacing-rate', 'goodput-delay'])).toEqual(['windows', 'goodput']);
});

test('distribution and histogram hold all packets', () => {
  const [columns] = new RunSeries(1, 0.01).views();
  const style = { id: '0', label: 'CoDel', colour: 'blue', dash: [] };
  const pairs = Float32Array.of(0, 10, 4, 60, 20, 30);
  const details = { delays: { whole: pairs, window: Float32Array.of(1, 5) } };
  const whole = {
    applications: [{ group: 0, kind: 'web', completionMsByPercent: [20, 30, 30, 90] }],
  } as unknown as LaneReport;
  const span = { fromS: 0, toS: 9, flows: undefined };
  const lane = { style, columns, details, whole, scenario: SCENARIO, ...span };
  const ids = ['delay-cdf', 'delay-histogram', 'completion-cdf'];
  const [cdf, histogram, completion] = planes(viewsOf(ids));
  expect(completion.curves({ ...lane, isWhole: true })).toMatchObject([
    { label: 'CoDel', xs: [20, 30, 30, 90], ys: [1, 2, 3, 4] },
  ]);
  expect(cdf.curves({ ...lane, isWhole: true })[0]).toMatchObject({
    xs: [0, 4, 20],
    ys: [10, 70, 100],
    cells: ['4.00', '20.0', '20.0'],
  });
  expect(cdf.curves({ ...lane, isWhole: false })[0]).toMatchObject({ xs: [1], ys: [100] });
  const { xs, ys } = histogram.curves({ ...lane, isWhole: true })[0];
  expect(ys.reduce((sum, percent) => sum + percent, 0)).toBeCloseTo(100);
  const bar = xs.findLastIndex((edge) => edge < 4);
  expect(ys[bar]).toBeCloseTo(60);
});

test('the views of a preset exist, its scenario has what they draw, and they are not the standard ones', () => {
  expect(presets.length).toBeGreaterThan(9);
  for (const { id, scenario, look } of presets) {
    if (!look?.views) continue;
    const offered = offeredFor(scenario).map((view) => view.id);
    expect(
      look.views.filter((view) => !offered.includes(view)),
      id,
    ).toEqual([]);
    expect(idsOf(viewsOf(look.views), scenario), id).toEqual([...look.views]);
  }
});
