import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { presets } from '../../src/content/presets';
import { Expansion } from '../../src/sweep/expansion';
import { measures } from '../../src/sweep/measures';
import { accepted, asRange, firstValues, variables } from '../../src/sweep/parameters';
import { type Plan, suggestion } from '../../src/sweep/plan';
import { initSync, Sweep, sweepRun } from '../../src/wasm/batch-pkg/aqm_batch.js';

beforeAll(() => {
  const binary = new URL('../../src/wasm/batch-pkg/aqm_batch_bg.wasm', import.meta.url);
  initSync({ module: readFileSync(binary) });
});

/** Returns why the simulator refuses a plan; undefined if it does not. */
function refusal(plan: Plan): string | undefined {
  try {
    new Sweep(JSON.stringify(plan)).free();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test(
  'every parameter that the page offers starts with several values that the simulator accepts',
  { timeout: 60_000 },
  () => {
    const refused: string[] = [];
    for (const { id, scenario } of presets) {
      const plan = suggestion(scenario);
      for (const one of variables(scenario)) {
        const values = accepted(plan, one.path, firstValues(one), (other) => !refusal(other));
        const why = refusal({ ...plan, vary: [{ path: one.path, values }] });
        if (why || values.length < 2) refused.push(`${id} ${one.path}=${values.join(',')}: ${why}`);
        if (why || (one.kind !== 'number' && one.kind !== 'integer')) continue;
        const range = refusal({ ...plan, vary: [asRange(one, values)] });
        if (range) refused.push(`${id} range of ${one.path}: ${range}`);
      }
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
