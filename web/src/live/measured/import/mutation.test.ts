import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { columnOf, dropColumn, statisticsOf } from '../samples';
import { EXAMPLES } from '../testing/examples';
import { MEANINGS, readTable, TIME_UNITS } from './csv';
import { readMeasured, textOfFile } from './read';
import { type Imported, LONGEST_S } from './recorded';
import { Refusal } from './refusal';

/** Mutations of each example; `npm run fuzz` sets a larger number and other seeds. */
const COUNT = Number(process.env['AQM_MUTATIONS'] ?? 2000);
const SEED = Number(process.env['AQM_MUTATION_SEED'] ?? 1);
/** A limit for readers that hang, ms: the examples have at most 2 kB. */
const MOST_MS = 60_000;

/** Returns pseudo-random numbers from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Pieces that readers may stumble on. */
const PIECES = [
  ...[
    '',
    '0',
    '-1',
    '1e308',
    '-1e308',
    '1e999',
    'NaN',
    'Infinity',
    '9'.repeat(30),
    '0x10',
    '1e-400',
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    ' ',
    ',',
    ';',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ':',
    '\\',
    '\0',
    '\ufeff',
    '\ud800',
    '\u2028',
  ],
  ...[
    'null',
    'true',
    '{}',
    '[]',
    '"t"',
    '__proto__',
    'constructor',
    '#',
    '# base timestamp: 1e9',
    'qdisc a b:',
  ],
  ...[
    '2026-03-01T10:00:00Z',
    '99:99:99',
    'rtt:1/2',
    'rtt:',
    '1 - 2 3',
    '5 d 1 1',
    'Sent 1 bytes 1 pkt (dropped 1,',
  ],
];

/** Returns a text with one to five changes. */
function mutated(text: string, next: () => number): string {
  const below = (n: number): number => Math.floor(next() * n);
  let found = text;
  for (let times = 1 + below(5); times > 0; times--) {
    const at = below(found.length + 1);
    const span = below(4) === 0 ? below(found.length) : below(12);
    const [before, cut, after] = [
      found.slice(0, at),
      found.slice(at, at + span),
      found.slice(at + span),
    ];
    const piece = PIECES[below(PIECES.length)];
    found = [
      () => before + after,
      () => before + cut + cut + after,
      () => before + piece + after,
      () => before + cut + piece + after,
      () => before + String.fromCharCode(below(0x180)) + after,
      () => before,
      () => after + before,
      () => before + String((next() - 0.5) * 10 ** below(20)) + after,
    ][below(8)]();
  }
  // Copies of copies would grow without limit.
  return found.slice(0, 20_000);
}

/** Checks what drawing relies on. */
function checkImported(imported: Imported, length: number): void {
  let samples = 0;
  for (const series of imported.series) {
    const { times, values, weights } = series;
    if (times.length === 0 || times.length !== values.length) throw new Error('lengths');
    if (weights && weights.length !== times.length) throw new Error('weights');
    for (let i = 0; i < times.length; i++) {
      const isOrdered = i === 0 || times[i] >= times[i - 1];
      if (!isOrdered || !Number.isFinite(values[i]) || Math.abs(times[i]) > LONGEST_S)
        throw new Error(`sample ${i}: ${times[i]} ${values[i]}`);
    }
    samples += times.length;
    if (columnOf(series, (value) => value).length > 1e6) throw new Error('column');
    dropColumn(series);
    statisticsOf(series, 0, 10, (value) => value);
  }
  // Bins without events are samples, too: at most those of the longest run, of both series of a queue.
  const queues = imported.series.filter(({ quantity }) => quantity === 'throughput').length;
  if (samples > length + 20 * LONGEST_S * Math.max(1, queues))
    throw new Error(`${samples} samples`);
}

function checkText(text: string, next: () => number): 'read' | 'refused' {
  try {
    const found = readMeasured(text);
    if (!('table' in found)) {
      checkImported(found, text.length);
      return 'read';
    }
    const { table } = found;
    const below = (n: number): number => Math.floor(next() * n);
    const any = {
      time: below(table.columns.length),
      value: below(table.columns.length),
      timeUnit: TIME_UNITS[below(TIME_UNITS.length)].id,
      meaning: MEANINGS[below(MEANINGS.length)].id,
    };
    checkImported(readTable(table, next() < 0.7 ? table.guess : any), text.length);
    return 'read';
  } catch (error) {
    if (error instanceof Refusal && error.message.length < 500 && !error.message.includes('\n'))
      return 'refused';
    throw new Error(`Seed ${SEED}: ${JSON.stringify(text)}`, { cause: error });
  }
}

const TIMEOUT_MS = 300_000 + 5 * COUNT;

for (const [name, text] of Object.entries(EXAMPLES)) {
  test(`${name}: hostile files are read or refused`, { timeout: TIMEOUT_MS }, () => {
    const next = random(SEED * 1000 + name.length);
    const counts = { read: 0, refused: 0 };
    for (let i = 0; i < COUNT; i++) {
      const hostile = mutated(text, next);
      const begin = performance.now();
      counts[checkText(hostile, next)]++;
      const ms = performance.now() - begin;
      if (ms > MOST_MS) throw new Error(`${ms} ms: ${JSON.stringify(hostile)}`);
    }
    // The mutations reach behind the first check, and some do harm.
    expect(counts.read).toBeGreaterThan(COUNT / 100);
    expect(counts.refused).toBeGreaterThan(COUNT / 100);
  });
}

test('damaged compressed files are read or refused', { timeout: TIMEOUT_MS }, async () => {
  const packed = new Uint8Array(gzipSync(EXAMPLES.FLENT));
  const next = random(SEED);
  let refused = 0;
  for (let i = 0; i < COUNT / 10; i++) {
    const bytes = packed.slice(0, next() < 0.2 ? Math.floor(next() * packed.length) : undefined);
    for (let times = 1 + Math.floor(next() * 4); times > 0 && bytes.length > 2; times--)
      bytes[2 + Math.floor(next() * (bytes.length - 2))] = Math.floor(next() * 256);
    try {
      checkText(await textOfFile(new Blob([bytes])), next);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(COUNT / 50);
});
