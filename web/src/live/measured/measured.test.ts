import { expect, test } from 'vitest';
import type { Series } from '../../kit/charts';
import { TimeFrame } from '../../kit/charts/frame.svelte';
import { PlotData } from '../../kit/charts/drawing';
import { Bench, PLAIN } from '../../core/state/testing';
import { LiveSource } from '../../shared/takeaway/live';
import { paletteOf } from '../../shared/takeaway/palette';
import { FACTS } from '../../shared/takeaway/testing';
import { Measured, MOST_RUNS } from './measured.svelte';
import { CSV, FLENT, MAHIMAHI, PACKETS, REPORT } from './testing/examples';
import { aroundOf, FakeStorage, fileOf as file } from './testing/storage';

async function opened(): Promise<{ bench: Bench; measured: Measured }> {
  const bench = await new Bench(PLAIN).opened();
  bench.workspace.run.goTo(5);
  await bench.settle();
  return { bench, measured: new Measured(bench.workspace, aroundOf(new FakeStorage())) };
}

const lane = (id: string): Series => ({
  kind: 'line',
  id,
  label: `Lane ${id}`,
  colour: 'var(--lane-blue)',
  dash: [9, 4],
  column: { startS: 0, stepS: 0.01, values: Float32Array.of(1), length: 1 },
});

test('a measured run lies over the plots that it can be compared with', async () => {
  const { measured } = await opened();
  await measured.take([file('a.flent', FLENT)]);
  const [run] = measured.runs;
  const over = (view: string): Series | undefined => measured.over(view, [], 0)[0];
  expect(over('queue-delay')).toMatchObject({
    label: 'Measured',
    colour: 'var(--ink)',
    isThin: true,
  });
  expect(over('utilization')).toBeDefined();
  expect(over('goodput')).toBeDefined();
  expect(over('queue-length')).toBeDefined();
  expect(over('fairness')).toBeUndefined();
  // Other writers do not say how many packets were sent, so there is no rate.
  expect(over('drops-and-marks')).toBeUndefined();

  // The ping, minus the RTT of the scenario or the least ping.
  const valuesOf = (): number[] => {
    const series = over('queue-delay');
    return series?.kind === 'line' ? [...series.column.values] : [];
  };
  run.choose(
    'delay',
    run.series.findIndex(({ name }) => name === 'Ping (ms) ICMP'),
  );
  run.baseMs = 40;
  expect(valuesOf()[0]).toBeCloseTo(1);
  run.baseMs = run.ownBaseMs;
  expect([run.baseMs, valuesOf()[0]]).toEqual([41, 0]);
  run.factor = 2;
  expect(valuesOf()[0]).toBeCloseTo(41);
  run.shiftS = 1.5;
  const shifted = over('queue-delay');
  expect(shifted?.kind === 'line' && shifted.column.startS).toBeCloseTo(1.5);

  measured.remove(run);
  const own = [lane('0')];
  expect(measured.over('queue-delay', own, 0)).toBe(own);
});

test('in rows it lies over each lane, and the lanes keep their rows', async () => {
  const { measured } = await opened();
  await measured.take([file('log', MAHIMAHI)]);
  const all = measured.over('queue-delay', [lane('0'), lane('1')], 2);
  expect(all.map(({ id, row }) => [id, row])).toEqual([
    ['0', 0],
    ['1', 1],
    ['measured-0-0', 0],
    ['measured-0-1', 1],
  ]);
  expect(all[0].dash).toEqual([]);
});

test('a bad file changes nothing, and a notice says why', async () => {
  const { bench, measured } = await opened();
  const { workspace } = bench;
  const before = [workspace.doc.scenario, workspace.run.nowS, await workspace.link()];
  await measured.take([file('notes.txt', 'Dear diary'), file('b.csv', CSV)]);
  expect(workspace.notices.list.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^notes\.txt is not drawn\. Line 1: /) as string,
  ]);
  expect(measured.runs).toEqual([]);
  // The next file asks for its columns.
  const guess = measured.table!.table.guess;
  expect(measured.choose({ ...guess, value: 1 })).toMatch(/^Line 3: “codel” .* is no number/);
  expect(measured.choose(guess)).toBeUndefined();
  expect(measured.table).toBeUndefined();
  expect(measured.runs).toHaveLength(1);
  // Measured runs are in no link.
  expect([workspace.doc.scenario, workspace.run.nowS, await workspace.link()]).toEqual(before);
});

test('two runs have different dots, and a third is refused', async () => {
  const { bench, measured } = await opened();
  await measured.take([file('a', FLENT), file('b', REPORT), file('c', MAHIMAHI)]);
  expect(measured.runs.map(({ name, place }) => [name, place])).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
  expect(bench.workspace.notices.list.at(-1)?.text).toContain(`${MOST_RUNS} measured runs`);
  expect(measured.labelOf(measured.runs[1])).toBe('Measured 2');
  measured.remove(measured.runs[0]);
  await measured.take([file('c', MAHIMAHI)]);
  expect(measured.runs.map(({ place }) => place)).toEqual([1, 0]);
});

test('with the delay of another queue, the other quantities are of that queue', async () => {
  const { measured } = await opened();
  await measured.take([file('packets.csv', PACKETS)]);
  const [run] = measured.runs;
  const drawn = (role: 'throughput' | 'drops'): string => run.series[run.chosenFor(role)!].name;
  expect([drawn('throughput'), drawn('drops')]).toEqual([
    'lane 1 codel, throughput',
    'lane 1 codel, drops',
  ]);
  run.choose('delay', 1);
  expect([drawn('throughput'), drawn('drops')]).toEqual([
    'lane 1 codel, hop 2, throughput',
    'lane 1 codel, hop 2, drops',
  ]);
  run.choose('drops', run.candidates('drops')[0]);
  expect(drawn('throughput')).toBe('lane 1 codel, hop 2, throughput');
});

test('the statistics cover the time of the numbers of the lanes', async () => {
  const { bench, measured } = await opened();
  const { run, display } = bench.workspace;
  expect(measured.span).toEqual([run.report!.fromS, run.report!.toS]);
  display.scope = 'run';
  expect(measured.span).toEqual([PLAIN.warmupS ?? 0, run.report!.nowS]);
  await measured.take([file('b', REPORT)]);
  const { delay, utilization } = measured.runs[0].numbersOf(measured.span!, measured.capacity);
  expect([delay?.p95, utilization]).toEqual([119, 0.977]);
});

test('pictures in files have the measured run with its dots', async () => {
  const { bench, measured } = await opened();
  await measured.take([file('a.flent', FLENT)]);
  const frame = new TimeFrame();
  frame.show(0, 1);
  const looks = PLAIN.queues.map((_, i) => ({
    label: `Lane ${i + 1}`,
    colour: 'var(--lane-blue)',
    dash: [],
  }));
  const source = new LiveSource(bench.workspace, () => looks, frame, {
    overlay: () => measured,
    take: () => undefined,
  });
  const { svg } = source.pictures[0].draw(FACTS, paletteOf('light'));
  expect(svg).toContain('Measured');
  expect(svg).not.toMatch(/NaN|undefined|var\(/);
  expect(svg).toMatch(/a2\.3 2\.3 0 1 1/);
});

test('a measured line does not count among the lines that cover each other', async () => {
  const { measured } = await opened();
  await measured.take([file('log', MAHIMAHI)]);
  const lanes = ['0', '1', '2'].map(lane);
  const scale = {
    t0: 0,
    t1: 1,
    left: 0,
    right: 600,
    pxPerS: 600,
    x: (t: number) => t * 600,
    t: (x: number) => x / 600,
  };
  const widths = [lanes, measured.over('queue-delay', lanes, 0)].map((series) => {
    const data = new PlotData();
    data.reduce(series, scale);
    const [first] = data.items;
    return first.kind === 'line' && first.bins.stepS;
  });
  expect(widths[1]).toBe(widths[0]);
});
