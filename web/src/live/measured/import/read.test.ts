import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  CSV,
  FLENT,
  MAHIMAHI,
  PACKETS,
  REPORT,
  SS,
  TC,
  TC_JSON,
  TESTBED,
} from '../testing/examples';
import { type Choice, readTable, tableOf } from './csv';
import { timeOf } from './lines';
import { dropRateOf, statisticsOf } from '../samples';
import { readMeasured, textOfFile } from './read';
import type { Imported } from './recorded';
import { Refusal } from './refusal';

function read(text: string): Imported {
  const found = readMeasured(text);
  if ('table' in found) throw new Error('it is a table');
  return found;
}
/** Returns a series as pairs of time and value, rounded. */
function pairs(imported: Imported, name: string): [number, number][] {
  const series = imported.series.find((one) => one.name === name);
  if (!series) throw new Error(`none of ${imported.series.map((one) => one.name).join('; ')}`);
  const rounded = (x: number): number => Number(x.toFixed(6));
  return [...series.times].map((t, i) => [rounded(t), rounded(series.values[i])]);
}
const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return 'no refusal';
};

test('a Flent file has its pings, its rates, its RTTs and its qdisc, from its start on', () => {
  const file = read(FLENT);
  expect(file.format).toBe('Flent data file');
  expect(pairs(file, 'Ping (ms) ICMP')).toEqual([
    [0.2, 41],
    [0.6, 55],
  ]);
  // Without raw values, the results are read.
  expect(pairs(file, 'TCP upload sum')).toEqual([
    [0.2, 9],
    [0.4, 10],
    [0.6, 9.5],
  ]);
  expect(pairs(file, 'TCP upload::1, TCP RTT')).toEqual([
    [0.2, 43.5],
    [0.4, 46],
  ]);
  expect(pairs(file, 'qdisc delay, router')).toEqual([
    [0.2, 3],
    [0.4, 5],
  ]);
  expect(file.series.map(({ quantity }) => quantity)).toEqual([
    'rtt',
    'throughput',
    'throughput',
    'rtt',
    'delay',
    'drops',
    'backlog',
  ]);
  expect(file.baseRttMs).toBeUndefined();
});

test('a Flent file with the clock of another time zone starts at its first sample', () => {
  const shifted = FLENT.replaceAll('2026-03-01T10', '2026-03-01T12');
  expect(pairs(read(shifted), 'Ping (ms) ICMP')[0]).toEqual([0, 41]);
});

test('old and new formats of Flent are refused', () => {
  expect(refusal(() => read(FLENT.replace('"version":4', '"version":2')))).toContain(
    'expected 3 or 4',
  );
  expect(refusal(() => read('{"version":4,"raw_values":{}}'))).toContain('no ping');
});

test('samples of aqm testbed are series of delay, throughput, drops and queue length', () => {
  const file = read(TESTBED);
  expect(file.series.map(({ quantity }) => quantity)).toEqual([
    'delay',
    'throughput',
    'drops',
    'backlog',
  ]);
  expect(pairs(file, 'lane 1 codel')).toEqual([
    [0.01, 3],
    [0.03, 6],
    [0.04, 6.5],
    [0.05, 5],
  ]);
  expect(pairs(file, 'lane 1 codel, throughput')[0]).toEqual([0.01, 2.4]);
  const [delay, , drops] = file.series;
  expect(delay.summary).toBeUndefined();
  // The mean over packets, and the share of the packets offered.
  expect(statisticsOf(delay, 0, 0.05, (ms) => ms)?.mean).toBeCloseTo(23.5 / 5);
  expect(dropRateOf(drops, 0, 0.05)).toBeCloseTo(0.5);
});

test('damaged samples leave the statistics', () => {
  for (const damaged of ['"stepS":0', '"stepS":-1', '"stepS":"0.01"']) {
    const file = read(TESTBED.replace('"stepS":0.01', damaged));
    expect(file.series[0].summary?.mean).toBe(4);
  }
  const long = TESTBED.replace('"stepS":0.01', '"stepS":1000');
  expect(refusal(() => read(long))).toContain('at most 3600 s are drawn');
});

test('results of aqm testbed without samples are level lines with their statistics', () => {
  const file = read(REPORT);
  expect(file.format).toBe('results of aqm testbed');
  expect(pairs(file, 'lane 1 codel')).toEqual([
    [3, 14.5],
    [15, 14.5],
  ]);
  const { mean, p50, p95, utilization, dropRate } = file.series[0].summary ?? {};
  expect([mean, p50, p95, utilization, dropRate]).toEqual([14.5, 5.5, 119, 0.977, 0.0065]);
  const rows = JSON.stringify({ kernel: '6', rows: { 'a-row': JSON.parse(REPORT) as unknown } });
  expect(read(rows).series[0].name).toBe('a-row lane 1 codel');
});

test('the packets of a run have the delay of each packet, and rates and drops of each queue', () => {
  const file = read(PACKETS);
  expect(file.series.map(({ name }) => name)).toEqual([
    'lane 1 codel',
    'lane 1 codel, hop 2',
    'lane 1 codel, throughput',
    'lane 1 codel, hop 2, throughput',
    'lane 2 pie, throughput',
    'lane 1 codel, drops',
    'lane 1 codel, hop 2, drops',
    'lane 2 pie, drops',
  ]);
  expect(pairs(file, 'lane 1 codel')).toEqual([
    [2.02, 10],
    [2.215, 105],
  ]);
  // A span begins with its first packet.
  expect(pairs(file, 'lane 1 codel, throughput')).toEqual([
    [2.1, 0.12],
    [2.2, 0],
    [2.3, 0.12],
  ]);
  const drops = file.series.find(({ name }) => name === 'lane 1 codel, drops')!;
  expect([...drops.values, ...(drops.weights ?? [])]).toEqual([1, 0, 0, 2, 1, 0]);
  expect(refusal(() => read(PACKETS.replace('2.215', '-3')))).toMatch(
    /^Line 5: “-3” .* is no time/,
  );
});

test('a log of mahimahi has delays of packets, and rates and drops of 100 ms', () => {
  const file = read(MAHIMAHI);
  expect(pairs(file, 'delay of departures')).toEqual([
    [0.02, 10],
    [0.19, 160],
  ]);
  expect(pairs(file, 'departures')).toEqual([
    [0.1, 0.12032],
    [0.2, 0.12032],
  ]);
  expect(pairs(file, 'drops')).toEqual([
    [0.1, 1],
    [0.2, 0],
  ]);
  expect(file.series[2].weights).toEqual(Float64Array.of(3, 0));
  expect(refusal(() => read(`${MAHIMAHI}1200 - 1504\n`))).toBe(
    'Line 13: a departure has no delay.',
  );
  expect(refusal(() => read(`${MAHIMAHI}12x0 + 1504\n`))).toMatch(
    /^Line 13: “12x0 \+ 1504” is no event/,
  );
});

test('samples of ss have the RTT and the rate of each connection', () => {
  const file = read(SS);
  const name = '10.0.0.1:5001 to 10.0.0.2:43210';
  expect(pairs(file, `rtt, ${name}`)).toEqual([
    [0, 41.5],
    [0.2, 52.25],
  ]);
  expect(pairs(file, `delivery rate, ${name}`)).toEqual([
    [0, 9.4],
    [0.2, 9.5],
  ]);
  expect(pairs(file, 'rtt, 10.0.0.1:5002 to 10.0.0.2:43211')).toEqual([[0, 44]]);
  // As `ts` writes it: the time before each line.
  const stamped =
    '2026-03-01 10:00:00.5 ESTAB 0 0 a:1 b:2\n2026-03-01 10:00:00.5 cubic rtt:7/1 cwnd:2\n';
  expect(pairs(read(stamped), 'rtt, a:1 to b:2')).toEqual([[0, 7]]);
  const without = SS.split('\n').slice(1).join('\n');
  expect(refusal(() => read(without))).toMatch(/^Line 3: no time stamp stands before this sample/);
});

test('samples of tc are differences of counters, those of the busiest qdisc first', () => {
  for (const text of [TC, TC_JSON]) {
    const file = read(text);
    expect(file.series[0].name).toBe('throughput, eth0 codel 10:');
    expect(pairs(file, 'throughput, eth0 codel 10:')).toEqual([[1, 10]]);
    expect(pairs(file, 'drops, eth0 codel 10:')).toEqual([[1, 8]]);
    expect(file.series[1].weights).toEqual(Float64Array.of(808));
    expect(pairs(file, 'backlog, eth0 codel 10:')).toEqual([
      [0, 2],
      [1, 10],
    ]);
  }
  const bad = TC_JSON.replace('}]\n', '}\n');
  expect(refusal(() => read(bad))).toMatch(/^Line 1: .* is no JSON of tc/);
  const without = TC.split('\n').slice(1).join('\n');
  expect(refusal(() => read(without))).toContain('no time stamp stands before');
});

test('the columns of a table are guessed from their names, and can be chosen', () => {
  const found = readMeasured(CSV);
  if (!('table' in found)) throw new Error('no table');
  const { table } = found;
  expect(table.columns).toEqual(['time_s', 'queue', 'delay, mean_ms', 'note']);
  expect(table.rows[0]).toEqual(['0.01', 'codel', '12.5', 'a "note"']);
  expect(table.guess).toMatchObject({ time: 0, timeUnit: 'stamp', value: 2, meaning: 'delay-ms' });
  const imported = readTable(table, table.guess);
  expect(pairs(imported, 'delay, mean_ms')).toEqual([
    [0.01, 12.5],
    [0.03, 13.25],
  ]);
  const other: Choice = { ...table.guess, timeUnit: 'ms', meaning: 'rtt-us' };
  expect(pairs(readTable(table, other), 'delay, mean_ms')[0]).toEqual([0.00001, 0.0125]);
  expect(refusal(() => readTable(table, { ...table.guess, value: 1 }))).toBe(
    'Line 3: “codel” in the column “queue” is no number.',
  );
});

test('tables can have semicolons and decimal commas, no names, and several lanes', () => {
  const semicolons = tableOf('t;owd_us\n0,5;1500\n1,0;2500\n');
  // No number has a point.
  const commas = tableOf('host;stamp;rtt_ms\na;1764230000,500;45,25\nb;1764230000,550;50,75\n');
  expect([commas.hasHead, commas.guess.time, commas.guess.value]).toEqual([true, 1, 2]);
  expect(pairs(readTable(commas, commas.guess), 'rtt_ms')).toEqual([
    [0, 45.25],
    [0.05, 50.75],
  ]);
  expect(semicolons.guess.meaning).toBe('rtt-us');
  expect(pairs(readTable(semicolons, semicolons.guess), 'owd_us')).toEqual([
    [0.5, 1.5],
    [1, 2.5],
  ]);
  const bare = tableOf('0.1 5\n0.2 6\n');
  expect([bare.columns, bare.guess.value]).toEqual([['column 1', 'column 2'], 1]);
  const lanes = tableOf('lane,time_s,queue_delay_mean_ms\n0,0,1\n1,0,2\n1,0.01,3\n');
  expect(lanes.guess.only).toEqual({ column: 0, text: '0' });
  const second = { ...lanes.guess, only: { column: 0, text: '1' } };
  expect(pairs(readTable(lanes, second), 'queue_delay_mean_ms')).toEqual([
    [0, 2],
    [0.01, 3],
  ]);
});

test('unsorted rows are sorted, and absolute times count from the first', () => {
  const table = tableOf('time,rtt_ms\n1772359201,3\n1772359200,2\n');
  expect(pairs(readTable(table, table.guess), 'rtt_ms')).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test('other files are refused in one sentence', () => {
  const scenario = '{ "version": 1, "link": {}, "queues": [], "traffic": [] }';
  expect(refusal(() => read(scenario))).toContain('This is a scenario, not a measured run');
  expect(refusal(() => read('{ "a": 1 }'))).toContain('neither raw_values nor lanes');
  expect(refusal(() => read('{\n "a": 1,\n}'))).toMatch(/^Line 3: .* not valid JSON/);
  expect(refusal(() => read('Dear diary\n'))).toMatch(/^Line 1: /);
  expect(refusal(() => read(''))).toBe('The file is empty.');
  expect(refusal(() => read('\0\0PNG'))).toContain('not text');
  expect(refusal(() => read('a,b\n'))).toMatch(/^Line 1: .* no rows/);
  const long = tableOf('0,1\n9000,1\n');
  expect(refusal(() => readTable(long, long.guess))).toContain('Is the unit of the times right?');
});

test('time stamps have many forms', () => {
  expect(timeOf('12.5')).toBe(12.5);
  expect(timeOf('1772359200500')).toBe(1772359200.5);
  expect(timeOf('01:02:03.5')).toBe(3723.5);
  expect(timeOf('2026-03-01T10:00:00.25Z')).toBe(1772359200.25);
  expect(timeOf('2026-03-01 12:00:00,25+02:00')).toBe(1772359200.25);
  expect(timeOf('noon')).toBeNaN();
});

test('compressed files are unpacked, and large or damaged ones refused', async () => {
  const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
  const packed = gzipSync(FLENT);
  expect(await textOfFile(blob(packed))).toBe(FLENT);
  expect(await textOfFile(new Blob([FLENT]))).toBe(FLENT);
  await expect(textOfFile(blob(packed.subarray(0, 100)))).rejects.toThrow('damaged');
  await expect(textOfFile(new Blob([]))).rejects.toThrow('empty');
  // 80 MB of zeros take 80 kB.
  await expect(textOfFile(blob(gzipSync(Buffer.alloc(80e6))))).rejects.toThrow(
    'unpacks to more than 64 MiB',
  );
  await expect(
    textOfFile({
      size: 40 * 2 ** 20,
      stream: () => new Blob([]).stream(),
      slice: () => new Blob([]),
    }),
  ).rejects.toThrow('at most 32 MiB');
});
