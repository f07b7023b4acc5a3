import { beforeAll, expect, test } from 'vitest';
import { presets } from '../../src/core/content/presets';
import { Expansion } from '../../src/sections/sweep/expansion';
import { measures } from '../../src/core/variables/measures';
import { accepted, asRange, firstValues, variables } from '../../src/core/variables/parameters';
import {
  effectOf,
  leaveOut,
  type Override,
  putBack,
  renamedLanes,
} from '../../src/sections/sweep/overrides';
import { type Plan, suggestion } from '../../src/sections/sweep/plan';
import type { Scenario } from '../../src/core/document/scenario';
import { Sweep, sweepOverrides, sweepRun } from '../../src/wasm/batch-pkg/aqm_batch.js';
import { loadBatch } from './testing';

beforeAll(loadBatch);

/** Returns why the simulator refuses a plan; undefined if it does not. */
function refusal(plan: Plan): string | undefined {
  try {
    new Sweep(JSON.stringify(plan)).free();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** Returns whether the simulator accepts a plan, apart from changes that replace its values. */
function isAccepted(plan: Plan): boolean {
  try {
    find(plan);
    return true;
  } catch {
    return false;
  }
}

const find = (plan: Plan): readonly Override[] =>
  JSON.parse(sweepOverrides(JSON.stringify(plan))) as Override[];

test.each(presets)(
  'every parameter that the page offers for $id starts with several values that the simulator accepts',
  ({ scenario }) => {
    const refused: string[] = [];
    const suggested = suggestion(scenario);
    for (const one of variables(scenario)) {
      const values = accepted(suggested, one.path, firstValues(one), isAccepted);
      const own = { ...suggested, vary: [{ path: one.path, values }] };
      const plan = leaveOut(own, one.path, find)?.plan ?? own;
      // Lanes with a congestion control of their own replace that of the group. The page says so, and cannot leave it out.
      const isIdle = find(own).some(({ kind, isWhole }) => kind === 'senders' && isWhole);
      if (isIdle) continue;
      const why = refusal({ ...plan, vary: [{ path: one.path, values }] });
      if (why || values.length < 2) refused.push(`${one.path}=${values.join(',')}: ${why}`);
      if (why || (one.kind !== 'number' && one.kind !== 'integer')) continue;
      const range = refusal({ ...plan, vary: [asRange(one, values)] });
      if (range) refused.push(`range of ${one.path}: ${range}`);
    }
    expect(refused).toEqual([]);
  },
);

test('the simulator has the measures that the page offers', () => {
  for (const { id, scenario } of presets) {
    const names = measures(scenario).map(({ name }) => name);
    // A plan has at most 100 measures.
    for (let first = 0; first < names.length; first += 100) {
      const plan = { ...suggestion(scenario), measures: names.slice(first, first + 100) };
      expect(refusal(plan), id).toBeUndefined();
    }
  }
});

test('cells are found by their values, cases included', () => {
  const plan: Plan = {
    ...suggestion(presets[0].scenario),
    vary: [
      { path: 'link.rttMs', values: [10, 20, 30] },
      { path: 'link.rateMbps', from: 2, to: 8, count: 3, log: true },
    ],
    cases: [{ name: 'a' }, { name: 'b', set: { durationS: 7 } }],
    lanes: [1],
    seeds: { list: [3, 9] },
    measures: ['utilization'],
  };
  const expansion = new Expansion(new Sweep(JSON.stringify(plan)));
  expect(expansion.dimensions.map(({ values }) => values)).toEqual([
    [10, 20, 30],
    [2, 4, 8],
    ['a', 'b'],
  ]);
  const cell = expansion.cells[expansion.cellAt([2, 1, 1])];
  expect(cell.set).toEqual({ 'link.rttMs': 30, 'link.rateMbps': 4 });
  expect(cell.case).toBe('b');
  for (const at of [
    [2, 1, 1],
    [0, 2, 0],
    [1, 0, 1],
  ])
    expect(expansion.placeOf(expansion.cellAt(at))).toEqual(at);
  expect(JSON.parse(cell.scenario)).toMatchObject({ durationS: 7, link: { rttMs: 30 } });
  expect(expansion.rowAt([0, 0, 0], 0)).toBeUndefined();
  const row = expansion.rowAt([2, 1, 1], 1)!;
  expect(expansion.rows[row]).toMatchObject({ cell: expansion.cellAt([2, 1, 1]), lane: 1 });
  // A result at this row is in its line of the table.
  const index = 2 * row + 1;
  const { seed } = expansion.run(index);
  expect(seed).toBe(9);
  expansion.put(index, sweepRun(cell.scenario, 1, seed, 'utilization'));
  const lines = expansion.csv().trim().split('\n');
  const [, line] = lines.map((text) => text.split(',')).filter((fields) => fields[5] !== '0');
  expect(line.slice(0, 6)).toEqual(['b', '30', '4', '1', 'codel', '1']);
  expect(expansion.estimates(0)[3 * row]).toBe(1);
  expansion.free();
});

test('a long run gives signs of life, which do not change its result', () => {
  const scenario = JSON.stringify({
    ...{ version: 1, durationS: 20, queues: [{ kind: 'codel' }], traffic: [{ kind: 'bulk' }] },
    link: { rateMbps: 1000, rttMs: 10, buffer: { packets: 1000 } },
  });
  let signs = 0;
  const alive = (): void => void signs++;
  const values = sweepRun(scenario, 0, 1, 'utilization', alive);
  // 1.6 million packets.
  expect(signs).toBeGreaterThan(5);
  expect(sweepRun(scenario, 0, 1, 'utilization')).toEqual(values);
});

/** Two lanes and three groups, of which the last one is muted. */
const changing = (...changes: NonNullable<Scenario['changes']>): Scenario => ({
  version: 1,
  durationS: 30,
  link: { rateMbps: 10, rttMs: 20, buffer: { packets: 60 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }],
  traffic: [
    { kind: 'bulk', flows: 2 },
    { kind: 'cbr', rateMbps: 0.5 },
    { kind: 'cbr', rateMbps: 2, muted: true },
  ],
  changes,
});
const over = (scenario: Scenario, path: string, ...values: unknown[]): Plan => ({
  version: 1,
  scenario,
  vary: [{ path, values }],
});
const effects = (plan: Plan): readonly string[] =>
  find(plan).map((one) => effectOf(plan, one, 'these values'));

test('a change that replaces swept values is left out, and can be put back', () => {
  const buffer = (atS: number, packets: number): Scenario['changes'] => [
    { atS, set: 'link.buffer', to: { packets } },
  ];
  const rtt = { atS: 1, set: 'link.rttMs', to: 40 };
  // A slider that was moved leaves several changes.
  const scenario = changing(rtt, ...buffer(2, 80)!, ...buffer(2.2, 100)!, ...buffer(9, 30)!);
  const plan = over(scenario, 'link.buffer.packets', 150, 300);
  expect(effects(plan)).toEqual([
    'Buffer 60 packets → 100 packets at 2 s: these values have no effect from then on.',
  ]);
  const { plan: free, leftOut } = leaveOut(plan, 'link.buffer.packets', find)!;
  expect(free.scenario.changes).toEqual([rtt]);
  expect(find(free)).toEqual([]);
  expect(leftOut.texts).toEqual(['Buffer 60 packets → 100 packets at 2 s']);
  expect(putBack(free, leftOut)).toEqual(plan);
  expect(leaveOut(free, 'link.buffer.packets', find)).toBeUndefined();
  // At the start, all rows would be equal: the simulator refuses the plan.
  const atStart = over(changing(...buffer(0, 80)!), 'link.buffer.packets', 150, 300);
  expect(refusal(atStart)).toContain('has no effect: changes[0] sets link.buffer at 0 s.');
  expect(effects(atStart)[0]).toContain('All rows would be equal.');
  expect(leaveOut(atStart, 'link.buffer.packets', find)?.plan.scenario.changes).toEqual([]);
});

test('a schedule, a mute and a new queue are left out too', () => {
  const scheduled = changing();
  scheduled.link.schedule = { kind: 'steps', steps: [{ atS: 3, rateMbps: 2 }] };
  const rate = over(scheduled, 'link.rateMbps', 5, 20);
  expect(effects(rate)[0]).toContain('Bandwidth schedule from 3 s on: these values then only set');
  const withoutSchedule = leaveOut(rate, 'link.rateMbps', find)!;
  expect(withoutSchedule.plan.scenario.link).not.toHaveProperty('schedule');
  expect(putBack(withoutSchedule.plan, withoutSchedule.leftOut)).toEqual(rate);

  const muted = over(changing(), 'traffic.2.rateMbps', 1, 2);
  const loud = leaveOut(muted, 'traffic.2.rateMbps', find)!;
  expect(loud.plan.scenario.traffic[2].muted).toBe(false);
  expect(putBack(loud.plan, loud.leftOut)).toEqual(muted);

  // The new queue hides a change of its parameter, which is left out with it.
  const queue = changing(
    { atS: 3, set: 'queues.1', to: { kind: 'codel', intervalMs: 50 } },
    { atS: 5, set: 'queues.1.targetMs', to: 9 },
  );
  const target = over(queue, 'queues.1.targetMs', 2, 5);
  const own = leaveOut(target, 'queues.1.targetMs', find)!;
  expect(own.plan.scenario.changes).toEqual([]);
  expect(putBack(own.plan, own.leftOut)).toEqual(target);
});

test('a lane that becomes another discipline is told', () => {
  const plan = over(
    changing({ atS: 3, set: 'queues.1', to: { kind: 'pie' } }),
    'link.rttMs',
    10,
    20,
  );
  expect(renamedLanes(plan, [0, 1])).toEqual([
    'The lane CoDel becomes PIE at 3 s: its results contain both.',
  ]);
  expect(renamedLanes(plan, [0])).toEqual([]);
});

test('a plan that names changes by their index keeps them', () => {
  const scenario = changing(
    { atS: 1, set: 'link.rateMbps', to: 5 },
    { atS: 2, set: 'link.rttMs', to: 40 },
  );
  const plan = { ...over(scenario, 'link.rateMbps', 2, 20) };
  const vary = [...plan.vary!, { path: 'changes.1.to', values: [30, 60] }];
  expect(leaveOut({ ...plan, vary }, 'link.rateMbps', find)).toBeUndefined();
});

test('values without any effect are told once every run was made', () => {
  const plan: Plan = {
    ...over({ ...changing(), durationS: 2 }, 'queues.1.ecn', true, false),
    measures: ['utilization', 'markRate'],
  };
  const expansion = new Expansion(new Sweep(JSON.stringify(plan)));
  const run = (index: number): void => {
    const { row, cell, seed } = expansion.run(index);
    const names = expansion.measures.join(',');
    expansion.put(index, sweepRun(cell.scenario, row.lane, seed, names));
  };
  run(0);
  expect(expansion.indifferent()).toEqual([]);
  for (let index = 1; index < expansion.runs; index++) run(index);
  expect(expansion.indifferent()).toEqual([0]);
});
