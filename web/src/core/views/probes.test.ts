import { expect, test } from 'vitest';
import { RunFlows } from '../sim/flows';
import { PROBES } from '../document/parameters.generated';
import { probesOf } from '../sim/protocol';
import type { SeriesColumn } from '../sim/series';
import type { Scenario } from '../document/scenario';
import { probeViews } from './probes';
import { detailsOf, offeredFor } from './registry';

const scenario = (...kinds: string[]): Scenario =>
  ({ queues: kinds.map((kind) => ({ kind })), link: {}, traffic: [] }) as unknown as Scenario;
const offered = (of: Scenario): string[] =>
  offeredFor(of).flatMap(({ id }) => (id.startsWith('state-') ? [id] : []));

test('a scenario has the plots of its disciplines, also of one that a change brings', () => {
  expect(offered(scenario('droptail'))).toEqual([]);
  expect(offered(scenario('codel'))).toEqual([
    'state-dropping',
    'state-count',
    'state-last-sojourn',
    'state-first-above',
    'state-next-drop',
  ]);
  const later = {
    ...scenario('droptail'),
    changes: [{ atS: 3, set: 'queues.0', to: { kind: 'red' } }],
  };
  expect(offered(later)).toContain('state-average-queue');
  expect(offered(scenario('pie', 'red')).filter((id) => id === 'state-drop-probability')).toEqual([
    'state-drop-probability',
  ]);
});

test('names are distinct within every discipline, and each plot requests its number only', () => {
  for (const kind of new Set(PROBES.flatMap(({ kinds }) => kinds))) {
    const titles = probeViews.filter(({ kinds }) => kinds?.includes(kind)).map((v) => v.title);
    expect(new Set(titles).size, kind).toBe(titles.length);
  }
  const ids = ['state-average-queue', 'state-drop-probability', 'queue-delay'];
  expect(probesOf(detailsOf(ids))).toEqual(['averageQueue:packets', 'dropProbability:']);
});

test('probabilities and shares are in percent, in the axis and in the column', () => {
  const shares = PROBES.filter(({ label }) => /probability|share|utilization/i.test(label));
  expect(shares.length).toBeGreaterThan(8);
  for (const { name, unit } of shares) {
    const run = new RunFlows(1);
    const columns = [Float32Array.of(0, 0.25, NaN, 1)];
    run.append([{ probes: { from: 0, names: [`${name}:${unit}`], columns } }]);
    const found = probeViews.find(({ details }) => details?.[0] === `probe ${name}:${unit}`)!;
    expect(found.unit, name).toBe('%');
    expect(found.subtitle, name).toMatch(/^%, /);
    const lane = { style: { id: '0', label: 'RED', colour: '', dash: [] }, flows: run.views()[0] };
    const [series] = found.series({ ...lane, columns: {} as never, isOver: true });
    const { values, length } = (series as { column: SeriesColumn }).column;
    expect([...values.subarray(0, length)], name).toEqual([0, 25, NaN, 100]);
    // What the worker sent stays as it was.
    expect(columns[0][1]).toBe(0.25);
  }
  expect(probeViews.find(({ id }) => id === 'state-average-queue')?.unit).toBe('packets');
});

test('columns grow by rows, and a number that was not requested before is requested from the start', () => {
  const run = new RunFlows(1);
  const add = (from: number, names: string[], ...columns: number[][]): void =>
    run.append([
      { probes: { from, names, columns: columns.map((own) => Float32Array.from(own)) } },
    ]);
  add(0, ['count:drops'], [1, 2]);
  add(2, ['count:drops'], [3]);
  expect(run.known(['probe count:drops']).fromProbe).toBe(3);
  expect(run.known(['probe count:drops', 'probe delay:ms']).fromProbe).toBe(0);
  expect(run.known(['windows'])).not.toHaveProperty('fromProbe');
  add(0, ['count:drops', 'delay:ms'], [1, 2, 3, 4], [5, 6, 7, 8]);
  const [{ probes }] = run.views();
  const values = (name: string): number[] => {
    const column = probes.get(name)!;
    return [...column.values.subarray(0, column.length)];
  };
  expect(values('count:drops')).toEqual([1, 2, 3, 4]);
  expect(values('delay:ms')).toEqual([5, 6, 7, 8]);
});
