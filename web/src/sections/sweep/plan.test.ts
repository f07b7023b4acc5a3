import { expect, test } from 'vitest';
import { firstScenario } from '../../core/content/first-scenario';
import { presets } from '../../core/content/presets';
import { measures } from '../../core/variables/measures';
import { asRange, firstValues, shownValue, variables } from '../../core/variables/parameters';
import { fileName, type Plan, seedsOf, slim, suggestion, withScenario, withSeeds } from './plan';

const PLAN = suggestion(firstScenario);

test('seeds are a range, a list, or the seed of the scenario', () => {
  expect(seedsOf({ ...PLAN, seeds: { count: 3 } })).toEqual([1, 2, 3]);
  expect(seedsOf({ ...PLAN, seeds: { first: 7, count: 2 } })).toEqual([7, 8]);
  expect(seedsOf({ ...PLAN, seeds: { list: [4, 1] } })).toEqual([4, 1]);
  expect(seedsOf({ ...PLAN, seeds: undefined })).toEqual([1]);
  // More seeds keep the runs with the first one.
  expect(seedsOf(withSeeds({ ...PLAN, seeds: { list: [4, 1] } }, 3))).toEqual([4, 5, 6]);
});

test('another scenario keeps what it has of the plan', () => {
  const plan: Plan = {
    ...PLAN,
    title: 'Own title',
    lanes: [1],
    vary: [
      { path: 'link.rateMbps', values: [1] },
      { path: 'queues.1.targetMs', values: [5] },
    ],
    measures: ['utilization', 'groups.1.mos'],
  };
  const next = withScenario(plan, firstScenario, (name) =>
    ['link.rateMbps', 'utilization'].includes(name),
  );
  expect(next.vary).toEqual([{ path: 'link.rateMbps', values: [1] }]);
  expect(next.measures).toEqual(['utilization']);
  expect(next.lanes).toBeUndefined();
  expect(next.title).toBeUndefined();
  expect(next.seeds).toEqual(plan.seeds);
  expect(withScenario(plan, firstScenario, () => false).vary).toEqual(PLAN.vary);
});

test('texts do not distinguish plans', () => {
  const one = { ...PLAN, about: 'a', scenario: { ...firstScenario, about: 'b' } } as Plan;
  const other = { ...PLAN, about: 'c', scenario: { ...firstScenario, about: 'd' } } as Plan;
  expect(slim(one)).toEqual(slim(other));
});

test('files have plain names', () => {
  expect(fileName('RTT, by "bandwidth" / β')).toBe('rtt-by-bandwidth-β');
  expect(fileName('…')).toBe('plan');
});

const everything = presets.flatMap(({ id, scenario }) =>
  variables(scenario).map((one) => ({ id, one, scenario })),
);

test('a scenario offers path, lanes and traffic, each parameter once and with a name of its own', () => {
  for (const { id, scenario } of presets) {
    const all = variables(scenario);
    expect(new Set(all.map(({ path }) => path)).size, id).toBe(all.length);
    const titles = all.map(({ title }) => title);
    const twice = titles.filter((title, i) => titles.indexOf(title) !== i);
    expect(twice, id).toEqual([]);
  }
  const paths = variables(firstScenario).map(({ path }) => path);
  expect(paths.slice(0, 3)).toEqual(['link.rateMbps', 'link.rttMs', 'link.buffer.packets']);
  expect(paths).toContain('queues.1.targetMs');
  expect(paths).toContain('traffic.0.cc');
  expect(paths).not.toContain('seed');
});

test('a chosen parameter starts with several values within its limits', () => {
  for (const { id, one } of everything) {
    const values = firstValues(one);
    const name = `${id} ${one.path}: ${values.join(' ')}`;
    expect(values.length, name).toBeGreaterThanOrEqual(one.max > one.min ? 2 : 1);
    expect(new Set(values).size, name).toBe(values.length);
    if (one.kind === 'word') continue;
    for (const value of values.filter((v) => typeof v === 'number')) {
      expect(value, name).toBeGreaterThanOrEqual(one.min);
      expect(value, name).toBeLessThanOrEqual(one.max);
      if (one.kind === 'integer') expect(Number.isInteger(value), name).toBe(true);
    }
  }
});

test('a list becomes a range with the same ends', () => {
  const all = variables(firstScenario);
  const rtt = all.find(({ path }) => path === 'link.rttMs')!;
  expect(asRange(rtt, [5, 10, 20, 50, 100, 200])).toEqual({
    path: 'link.rttMs',
    from: 5,
    to: 200,
    count: 6,
    log: true,
  });
  const flows = all.find(({ path }) => path === 'traffic.0.flows')!;
  expect(asRange(flows, [2])).toMatchObject({ whole: true, from: flows.slider?.min });
});

test('values have words', () => {
  const cc = variables(firstScenario).find(({ path }) => path === 'traffic.0.cc')!;
  expect(shownValue('cubic', cc)).toBe('CUBIC');
  expect(shownValue(false)).toBe('off');
  expect(shownValue({ kind: 'pie', targetMs: 5 })).toBe('PIE');
  expect(shownValue('fqCodel')).toBe('FQ-CoDel');
  expect(shownValue('DSL')).toBe('DSL');
  expect(shownValue([1, 2])).toBe('[1,2]');
});

test('a scenario has the measures of its lanes, groups and applications', () => {
  const names = (id: string): readonly string[] =>
    measures(presets.find((one) => one.id === id)!.scenario).map(({ name }) => name);
  expect(names('bufferbloat')).not.toContain('groups.0.queueDelayMs.mean');
  expect(names('web-beside-downloads')).toContain('groups.0.queueDelayMs.mean');
  expect(names('call-quality').some((name) => /^groups\.\d\.mos$/.test(name))).toBe(true);
});
