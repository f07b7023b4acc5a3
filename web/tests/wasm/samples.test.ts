import { readFileSync, writeFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, expect, test } from 'vitest';
import { COLUMNS, type ColumnName } from '../../src/core/sim/protocol';
import { parquetFile, rowsOf } from '../../src/shared/takeaway/parquet';
import {
  columnsIn,
  type LaneSamples,
  samplesCsv,
  samplesTable,
  UNITS,
} from '../../src/shared/takeaway/samples';
import { FACTS } from '../../src/shared/takeaway/testing';
import { samplesRun } from '../../src/wasm/batch-pkg/aqm_batch.js';
import { Engine } from '../../src/wasm/pkg/aqm_wasm.js';
import { loadBatch } from './testing';

beforeAll(loadBatch);

const at = (path: string): URL => new URL(path, import.meta.url);
const scenario = readFileSync(at('../../src/live/measured/testing/run.json'), 'utf8');
const TO_S = 2;
/** A Parquet file of the page; the tests of the Python package read it with pyarrow. `AQM_UPDATE=1` writes it again. */
const KEPT = at('../../src/shared/takeaway/testing/samples.parquet');

/** Columns of the page, as the file names them. */
const NAMES: Readonly<Record<ColumnName, string>> = {
  delayMean: 'queue_delay_mean_ms',
  offered: 'offered_packets',
  sent: 'sent_packets',
  earlyDrops: 'early_drops_packets',
  overflowDrops: 'overflow_drops_packets',
  marks: 'marks_packets',
  sentBits: 'sent_bits',
  capacityBits: 'capacity_bits',
  queuePackets: 'queue_mean_packets',
};

const { queues } = JSON.parse(scenario) as { queues: { kind: string }[] };
const lanes = (): readonly LaneSamples[] =>
  queues.map(({ kind }, lane) => {
    const columns = columnsIn(
      Float64Array.from(samplesRun(scenario, lane, 1, TO_S, () => undefined)),
    );
    return { queue: kind, label: `Lane ${lane + 1}`, rows: columns[0].values.length, columns };
  });

test('the lanes that run again for a file are those of the page, bit for bit', () => {
  const all = lanes();
  const documented = readFileSync(at('../../../docs/measures.md'), 'utf8');
  all.forEach(({ rows, columns }, lane) => {
    const engine = new Engine(scenario, Uint32Array.of(lane));
    while (engine.now() < TO_S) engine.advance(TO_S, 100_000);
    expect(rows).toBe(engine.sampleCount());
    for (const name of COLUMNS) {
      const own = columns.find((column) => column.name === NAMES[name])!.values;
      expect(Float32Array.from(own), name).toEqual(engine.columns(name, 0).subarray(0, rows));
    }
    const own = columns.filter(({ name }) => !/^(group|hop|reverse)_/.test(name));
    for (const { name } of own) expect(documented.includes(`| \`${name}\` |`), name).toBe(true);
    expect(columns.map(({ name }) => name)).toContain('queue_delay_max_ms');
    engine.free();
  });
});

test('a Parquet file of the page has the numbers of its CSV, and is the file that pyarrow reads', async () => {
  const all = lanes();
  const file = await (await parquetFile(FACTS, UNITS, samplesTable(all))).arrayBuffer();
  if (process.env['AQM_UPDATE']) writeFileSync(KEPT, new Uint8Array(file));
  const read = await parquetReadObjects({ file });
  const [head, ...rows] = rowsOf([...samplesCsv(FACTS, all)].join('').replace(/^#.*\n/gm, ''));
  expect(rows).toHaveLength(queues.length * TO_S * 100);
  rows.forEach((row, r) => {
    for (const name of head.filter((one) => /_(ms|packets|bits)$/.test(one))) {
      const field = row[head.indexOf(name)];
      expect(read[r][name], `${name} ${r}`).toBe(field === '' ? null : Math.fround(Number(field)));
    }
  });
  const kept = new Uint8Array(readFileSync(KEPT)).buffer;
  expect(await parquetReadObjects({ file: kept })).toEqual(read);
});
