import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readMeasured, textOfFile } from '../../src/live/measured/import/read';
import type { Imported, Recorded } from '../../src/live/measured/import/recorded';
import { columnOf, dropRateOf, statisticsOf, utilizationOf } from '../../src/live/measured/samples';
import type { LaneReport } from '../../src/core/sim/measures.generated';
import { COLUMNS, type Slice } from '../../src/core/sim/protocol';
import { RunSeries, STEP_S } from '../../src/core/sim/series';
import { textIn } from '../../src/shared/takeaway/computed';
import { flentFile } from '../../src/wasm/batch-pkg/aqm_batch.js';
import { Engine } from '../../src/wasm/pkg/aqm_wasm.js';
import { loadBatch } from './testing';

beforeAll(loadBatch);

const here = (name: string): URL =>
  new URL(`../../src/live/measured/testing/${name}`, import.meta.url);
const scenario = readFileSync(here('run.json'), 'utf8');
const TO_S = 4;
/** Written by `aqm run run.json --flent run.flent.gz`; `npm run generate` writes it again. */
const written = (): Promise<string> => textOfFile(new Blob([readFileSync(here('run.flent.gz'))]));

/** The version is of the release that wrote the file. */
const withoutVersion = (text: string): string =>
  text.replace(/"AQM_PLAYGROUND":\{"version":"[^"]+"/, '"AQM_PLAYGROUND":{"version":""');

test('the page writes the file that the command writes', async () => {
  const values = flentFile(scenario, 0, 1, TO_S, '', () => undefined);
  const own = textIn(Float64Array.from(values)).text;
  expect(withoutVersion(own)).toBe(withoutVersion(await written()));
});

test('a file of ours on the page is the run itself', async () => {
  const imported = readMeasured(await written()) as Imported;
  expect(imported.baseRttMs).toBe(30);
  const series = (name: string): Recorded => {
    const found = imported.series.find((one) => one.name === name);
    if (!found) throw new Error(imported.series.map((one) => one.name).join('; '));
    return found;
  };

  const engine = new Engine(scenario, Uint32Array.of(0));
  while (engine.now() < TO_S) engine.advance(TO_S, 100_000);
  const samples = engine.sampleCount();
  const all = engine.columns(COLUMNS.join(' '), 0);
  const run = new RunSeries(1, STEP_S);
  const columns = COLUMNS.map((_, k) => all.subarray(k * samples, (k + 1) * samples));
  run.append({ from: 0, columns: [columns] } as unknown as Slice);
  const [lane] = run.views();
  const plain = (value: number): number => value;

  // Every sample of 10 ms, to the last bit.
  const delay = columnOf(series('qdisc delay, bottleneck'), plain);
  expect([delay.startS, delay.stepS]).toEqual([0, STEP_S]);
  const own = lane.delayMean.values.subarray(0, samples);
  const ofBins = own.filter((value) => !Number.isNaN(value));
  const shown = delay.values.filter((_, i) => !Number.isNaN(own[i]));
  expect(shown).toEqual(ofBins);
  const backlog = columnOf(series('qdisc backlog, bottleneck'), plain);
  expect(backlog.values).toEqual(lane.queuePackets.values.subarray(0, samples));
  const drops = series('qdisc drops, bottleneck');
  expect(Float32Array.from(drops.values)).toEqual(lane.drops.values.subarray(0, samples));

  // Each ping is the delay of the last packets of its step, plus the RTT.
  const pings = series('Ping (ms) ICMP');
  pings.times.forEach((t, i) => {
    const end = Math.round(t / STEP_S);
    const bins = [...own.subarray(end - 10, end)].filter((value) => !Number.isNaN(value));
    expect(pings.values[i] - 30).toBeCloseTo(bins.at(-1)!, 4);
  });

  // The statistics of the card are those of the lane.
  const report = JSON.parse(engine.summary(0)) as LaneReport;
  const { mean, p50, p95 } = report.queueDelayMs;
  const statistics = statisticsOf(series('qdisc delay, bottleneck'), 0, TO_S, plain)!;
  expect(statistics.mean / mean!).toBeCloseTo(1, 3);
  // They are of means of 10 ms, not of packets; the median lies where the delay changes most.
  expect(Math.abs(statistics.p50 - p50!)).toBeLessThan(0.25 * p50!);
  expect(Math.abs(statistics.p95 - p95!)).toBeLessThan(0.05 * p95!);
  expect(utilizationOf(series('TCP upload sum'), 0, TO_S, () => 5)!).toBeCloseTo(
    report.utilization,
    6,
  );
  expect(dropRateOf(drops, 0, TO_S)! / report.dropRate).toBeCloseTo(1, 1);
  engine.free();
});
