// Measures the engine in three places: natively, in Node's WebAssembly, and in the worker of the built page.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { wasmPackage } from '../lib/paths.js';
import { median, table } from './table.js';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ ms: number, packets: number, digests: string }} Done
 * @typedef {{ name: string, scenario: { durationS: number, queues: object[], [part: string]: unknown } }} Case
 */

/**
 * The runs of crates/aqm-sim/benches/cases/mod.rs: CoDel, half CUBIC and half NewReno, two bandwidth-delay products.
 *
 * @param {string} name
 * @param {number} flows
 * @param {number} rateMbps
 * @param {number} rttMs
 * @param {number} durationS
 * @returns {Case}
 */
function run(name, flows, rateMbps, rttMs, durationS) {
  const cubic = Math.ceil(flows / 2);
  return {
    name,
    scenario: {
      version: 1,
      durationS,
      link: { rateMbps, rttMs, buffer: { bdp: 2, minPackets: 10 } },
      queues: [{ kind: 'codel' }],
      traffic: [
        { kind: 'bulk', flows: cubic, cc: 'cubic' },
        { kind: 'bulk', flows: flows - cubic, cc: 'newreno' },
      ],
    },
  };
}

export const CASES = [
  run('1 flow, 25 Mbit/s, 50 ms', 1, 25, 50, 200),
  run('20 flows, 100 Mbit/s, 20 ms', 20, 100, 20, 50),
  run('100 flows, 1 Gbit/s, 20 ms', 100, 1000, 20, 5),
];

/** Runs in which a change at time zero recomputes all lanes. @type {Case[]} */
export const AGAIN = [
  ['1 flow, 25 Mbit/s, 50 ms', 1, 25, 50],
  ['20 flows, 100 Mbit/s, 20 ms', 20, 100, 20],
].map((numbers) => {
  const [name, flows, rateMbps, rttMs] = /** @type {[string, number, number, number]} */ (numbers);
  const { scenario } = run(name, flows, rateMbps, rttMs, 60);
  const kinds = ['droptail', 'codel', 'pie', 'red', 'ared'];
  return { name, scenario: { ...scenario, queues: kinds.map((kind) => ({ kind })) } };
});

/** Length of the page's slices, s. */
const SLICE_S = 0.05;

/**
 * Runs the command. The time does not include its start and the reading of the scenario.
 *
 * @param {string} aqm
 * @param {Case} what
 * @returns {Done}
 */
function natively(aqm, { scenario }) {
  const folder = mkdtempSync(join(tmpdir(), 'aqm-bench-'));
  try {
    const file = join(folder, 'scenario.json');
    writeFileSync(file, JSON.stringify(scenario));
    /** @param {string[]} args */
    const timed = (args) => {
      const began = performance.now();
      const text = execFileSync(aqm, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
      return { ms: performance.now() - began, text };
    };
    const start = timed(['check', file]);
    const whole = timed(['run', '--json', file]);
    /** @type {{ lanes: { digest: string, packets: { sent: number } }[] }} */
    const { lanes } = JSON.parse(whole.text);
    return { ms: whole.ms - start.ms, ...sums(lanes) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {{ digest: string, packets: { sent: number } }[]} lanes */
const sums = (lanes) => ({
  packets: lanes.reduce((sum, lane) => sum + lane.packets.sent, 0),
  digests: lanes.map((lane) => lane.digest).join(' '),
});

/** @returns {Promise<(what: Case) => Done>} */
export async function inNode() {
  /** @type {typeof import('../../web/src/wasm/pkg/aqm_wasm.js')} */
  const { Engine, initSync } = await import(pathToFileURL(join(wasmPackage, 'aqm_wasm.js')).href);
  initSync({ module: readFileSync(join(wasmPackage, 'aqm_wasm_bg.wasm')) });
  return ({ scenario }) => {
    const engine = new Engine(JSON.stringify(scenario), Uint32Array.from(scenario.queues.keys()));
    const began = performance.now();
    for (let now = 0; now < scenario.durationS;)
      now = engine.advance(Math.min(now + SLICE_S, scenario.durationS), 1e9);
    const ms = performance.now() - began;
    const lanes = Array.from({ length: engine.laneCount() }, (_, lane) => ({
      ...JSON.parse(engine.summary(lane)),
      digest: engine.digest(lane),
    }));
    engine.free();
    return { ms, ...sums(lanes) };
  };
}

/**
 * Runs the page's own worker with the page's messages, on a page that does nothing else. One worker serves all runs, as in
 * the page. `ms` is the worker's time in its slices. It does not include reading the results for the page, or the
 * messages.
 *
 * @param {Page} page
 * @param {string} worker the address of its script
 * @param {Case} what
 * @returns {Promise<Done & { wallMs: number }>}
 */
async function inWorker(page, worker, { scenario }) {
  const { lanes, ms, wallMs } = await page.evaluate(
    async ({ worker, text, durationS }) => {
      const here = /** @type {{ thread?: Worker, runs?: number }} */ (globalThis);
      if (here.thread === undefined) {
        here.thread = new Worker(worker, { type: 'module' });
      }
      const { thread } = here;
      const run = (here.runs = (here.runs ?? 0) + 1);
      /** @param {object} message @param {string} kind of the answer */
      const ask = (message, kind) =>
        new Promise((resolve, reject) => {
          thread.onmessage = ({ data }) => {
            if (data.kind === kind) resolve(data);
            else reject(new Error(JSON.stringify(data)));
          };
          thread.onerror = (event) => reject(new Error(event.message));
          thread.postMessage({ ...message, run });
        });
      const lanes = Uint32Array.from(JSON.parse(text).queues.keys());
      await ask({ kind: 'load', scenario: text, lanes }, 'loaded');
      let ms = 0;
      const began = performance.now();
      for (let now = 0; now < durationS;) {
        const { slice } = await ask({ kind: 'advance', toS: durationS }, 'slice');
        now = slice.nowS;
        ms += slice.tookMs;
      }
      const wallMs = performance.now() - began;
      const { report } = await ask({ kind: 'report', fromS: 0, toS: durationS }, 'report');
      return {
        ms,
        wallMs,
        lanes: report.lanes.map((/** @type {any} */ lane) => ({
          ...lane.whole,
          digest: lane.digest,
        })),
      };
    },
    { worker, text: JSON.stringify(scenario), durationS: scenario.durationS },
  );
  return { ms, wallMs, ...sums(lanes) };
}

/** @param {Done[]} runs @param {Case} what */
function agree(runs, { name }) {
  if (new Set(runs.map((run) => `${run.packets} ${run.digests}`)).size !== 1)
    throw new Error(`${name}: the engines disagree: ${JSON.stringify(runs)}`);
}

/** @param {Done} done million packets per second */
const speed = ({ packets, ms }) => packets / ms / 1000;

/**
 * Runs the three places in turn, so that other load on the machine affects all of them. A ratio compares runs of one round;
 * the table shows the median of all rounds.
 *
 * @param {{ aqm: string, page: Page, worker: string, rounds: number }} places
 */
export async function engines({ aqm, page, worker, rounds }) {
  const node = await inNode();
  const rows = [];
  for (const what of CASES) {
    /** @type {Record<'native' | 'node' | 'worker' | 'byNode' | 'byWorker', number[]>} */
    const seen = { native: [], node: [], worker: [], byNode: [], byWorker: [] };
    // The first round does not count, because WebAssembly is compiled in it.
    for (let round = 0; round <= rounds; round++) {
      const runs = [natively(aqm, what), node(what), await inWorker(page, worker, what)];
      agree(runs, what);
      if (round === 0) continue;
      const [native = 0, byNode = 0, byWorker = 0] = runs.map(speed);
      seen.native.push(native);
      seen.node.push(byNode);
      seen.worker.push(byWorker);
      seen.byNode.push(byNode / native);
      seen.byWorker.push(byWorker / native);
    }
    rows.push([
      what.name,
      ...[seen.native, seen.node, seen.worker].map((all) => median(all).toFixed(2)),
      ...[seen.byNode, seen.byWorker].map((all) => median(all).toFixed(2)),
    ]);
  }
  return table(
    ['run', 'native', 'wasm, Node', 'wasm, worker', 'Node / native', 'worker / native'],
    rows,
  );
}

/** @param {{ page: Page, worker: string, rounds: number }} places */
export async function resimulation({ page, worker, rounds }) {
  const rows = [];
  for (const what of AGAIN) {
    const runs = [];
    await inWorker(page, worker, what);
    for (let round = 0; round < rounds; round++) runs.push(await inWorker(page, worker, what));
    agree(runs, what);
    const packets = runs[0]?.packets ?? 0;
    rows.push([
      what.name,
      `${median(runs.map((done) => done.wallMs)).toFixed(0)} ms`,
      `${median(runs.map((done) => done.ms)).toFixed(0)} ms`,
      `${(packets / 1e6).toFixed(2)} million`,
    ]);
  }
  return table(['five lanes of 60 s, one worker', 'wall', 'in slices', 'packets'], rows);
}
