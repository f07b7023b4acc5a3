import { expect, test } from 'vitest';
import { renderDocs } from '../../docs/plugin';
import { DELAY_VIEW } from '../state/share';
import { RunSeries } from '../sim/series';
import type { Scenario } from '../sim/scenario';
import { idsOf, STANDARD_VIEWS, VIEWS, viewsOf } from './registry';

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
  for (const { id, scales, least } of VIEWS)
    for (const scale of scales) {
      const [low, high] = least[scale] ?? [NaN, NaN];
      expect(high, id).toBeGreaterThan(low);
      if (scale === 'log') expect(low, id).toBeGreaterThan(0);
    }
});

test('every view draws each lane from the columns that it names only', () => {
  const [columns] = new RunSeries(1, 0.01).views();
  const style = { id: '0', label: 'CoDel', colour: 'var(--lane-codel)', dash: [] };
  for (const view of VIEWS) {
    const named = Object.fromEntries(view.columns.map((name) => [name, columns[name]]));
    const isOver = false;
    const given = view.series({ style, columns: named as unknown as typeof columns, isOver });
    expect(given.length, view.id).toBeGreaterThan(0);
    for (const series of given)
      expect(series.kind === 'line' ? series.column : series.part, view.id).toBeDefined();
  }
});

test('reference lines follow the scenario', () => {
  const [delay, length] = ['queue-delay', 'queue-length'].map((id) => viewsOf([id])[0]);
  expect(delay.references?.(SCENARIO)).toEqual([{ value: 5, label: 'target' }]);
  // 10 Mbit/s times 40 ms are 33 packets of 1500 bytes.
  expect(length.references?.(SCENARIO)).toEqual([{ value: 33, label: 'buffer' }]);
  const inBytes = { ...SCENARIO.link, buffer: { bytes: 15000 } };
  expect(length.references?.({ ...SCENARIO, link: inBytes })).toEqual([]);
});

test('a choice of views is kept in order, and the standard ones need no ids', () => {
  expect(viewsOf(undefined)).toEqual(STANDARD_VIEWS);
  expect(idsOf(STANDARD_VIEWS)).toBeUndefined();
  const reversed = STANDARD_VIEWS.toReversed();
  expect(viewsOf(idsOf(reversed))).toEqual(reversed);
  expect(viewsOf(['no-such-view', 'utilization']).map(({ id }) => id)).toEqual(['utilization']);
});
