import { describe, expect, test } from 'vitest';
import { firstScenario } from '../../core/content/first-scenario';
import { presets } from '../../core/content/presets';
import { pack } from '../../core/state/packing';
import { insteadOf, readPath, toPath } from './link';
import { type Plan, slim, suggestion } from './plan';

const PLAN: Plan = {
  ...suggestion(firstScenario),
  title: 'Two axes',
  vary: [
    { path: 'link.rttMs', values: [5, 10.5, 200] },
    { path: 'queues.1.targetMs', from: 1, to: 100, count: 5, log: true },
  ],
  cases: [{ name: 'a', set: { 'traffic.0.cc': 'reno' } }],
  lanes: [1],
  measures: ['queueDelayMs.p95', 'utilization'],
};

test('a plan survives its link, without texts that no run depends on', async () => {
  const path = await toPath({ ...PLAN, about: 'words' });
  expect(path).toMatch(/^v1\.[\w-]+$/);
  const read = await readPath(path!);
  expect(read).toEqual({ ok: true, plan: JSON.parse(JSON.stringify(slim(PLAN))) as Plan });
});

test('every preset fits into a link', async () => {
  for (const { scenario } of presets) {
    const plan = suggestion(scenario);
    const path = await toPath(plan);
    expect(path!.length).toBeLessThan(4000);
    const read = await readPath(path!);
    expect(read.ok && read.plan).toEqual(JSON.parse(JSON.stringify(slim(plan))));
  }
});

describe('a link that is not one is refused with a reason', () => {
  test.each([
    ['', /damaged/],
    ['v1', /damaged/],
    ['v1.', /damaged/],
    ['v1.@@@', /damaged/],
    ['v1.AAAA', /damaged/],
    ['v2.AAAA', /newer version/],
    ['v99999999999.AAAA', /newer version/],
    [`v1.${'A'.repeat(70_000)}`, /more than \d+ characters/],
  ])('%.20s', async (path, message) => {
    const read = await readPath(path);
    expect(!read.ok && read.message).toMatch(message);
  });

  test('a changed letter', async () => {
    const path = (await toPath(PLAN))!;
    for (const at of [5, 40, path.length - 4]) {
      const letter = path[at] === 'A' ? 'B' : 'A';
      const read = await readPath(path.slice(0, at) + letter + path.slice(at + 1));
      expect(read.ok).toBe(false);
    }
  });

  test('a bomb', async () => {
    const read = await readPath(`v1.${await pack([{ title: 'a'.repeat(600_000) }])}`);
    expect(!read.ok && read.message).toMatch(/unpacks to more/);
  });

  test.each([null, 7, 'plan', []])('%j in place of a plan', async (value) => {
    expect((await readPath(`v1.${await pack([value])}`)).ok).toBe(false);
  });
});

test('a plan that is too long has no link', async () => {
  const values = Array.from({ length: 1000 }, (_, i) => ({
    kind: `k${i * 7919}`,
    a: Math.sin(i),
    b: Math.cos(i),
    c: Math.tan(i),
    d: Math.exp(Math.sin(i)),
  }));
  const vary = [1, 2, 3].map((i) => ({ path: `queues.${i}`, values }));
  const path = await toPath({ ...PLAN, vary });
  expect(path === undefined).toBe(true);
  expect(insteadOf(true, false)).toMatch(/too long for a link.*send the file/);
  expect(insteadOf(false, true)).toMatch(/has mistakes/);
  expect(insteadOf(false, false)).toBeUndefined();
});
