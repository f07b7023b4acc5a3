import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from '../lib/run.js';
import { Stop } from '../lib/steps.js';

const HEADER = '/usr/include/ns3/core-module.h';
/** The first scenario of the page. */
const PRESET = 'scenarios/bufferbloat.json';
/** Simulated time, s: a fifth of the preset, so that the check stays short. */
const DURATION_S = 60;
const LIBRARIES = ['applications', 'internet', 'traffic-control', 'point-to-point', 'network'];

/** What the validation allows between simulator and published numbers (docs/validation.md): a share or ms; points of utilization. */
const DELAY = { share: 0.2, ms: 0.7 };
const POINTS = 2;

/**
 * Lanes whose delay is compared. The delay under CoDel misses the tolerance for a reason that docs/export.md gives, so it is only
 * printed.
 */
const COMPARED = ['droptail'];

/** @typedef {{ queue: string, delayMs: number, utilization: number }} Lane */

/**
 * Compiles the program of `aqm export --to ns3` for the first preset, runs it, and compares delay and utilization with those of
 * `aqm run`.
 *
 * @param {string} aqm path of the command
 * @returns {Promise<string>} what came of it
 */
export async function testNs3(aqm) {
  const isThere = existsSync(HEADER) && (await capture('g++', ['--version'])).code === 0;
  if (!isThere) return 'skipped: needs libns3-dev and g++';
  const folder = mkdtempSync(join(tmpdir(), 'aqm-ns3-'));
  try {
    const at = (/** @type {string} */ name) => join(folder, name);
    const scenario = /** @type {Record<string, unknown>} */ (
      JSON.parse(readFileSync(PRESET, 'utf8'))
    );
    writeFileSync(at('scenario.json'), JSON.stringify({ ...scenario, durationS: DURATION_S }));
    const ran = async (/** @type {string} */ program, /** @type {string[]} */ args) => {
      const { code, output } = await capture(program, args);
      if (code !== 0) throw new Stop(`${program} ended with exit code ${code}.`, output);
      return output;
    };
    await ran(aqm, ['export', at('scenario.json'), '--to', 'ns3', '-o', at('program.cc')]);
    await ran('g++', [
      ...['-std=c++17', at('program.cc'), '-o', at('program')],
      ...LIBRARIES.map((name) => `-lns3-${name}`),
      // The libraries need others, which the package does not depend on.
      ...['-lns3-core', '-Wl,--allow-shlib-undefined'],
    ]);
    const report = await ran(aqm, ['run', at('scenario.json'), '--json']);
    const lanes = lanesOf(report);
    const { link } = /** @type {{ link: { rateMbps: number } }} */ (
      /** @type {unknown} */ (scenario)
    );
    /** @type {Lane[]} */
    const theirs = [];
    for (const [index, { queue }] of lanes.entries()) {
      const printed = await ran(at('program'), [`--lane=${index + 1}`]);
      theirs.push({ queue, ...measured(printed, link.rateMbps) });
    }
    return judge(lanes, theirs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the lanes of a report of `aqm run --json`. @param {string} text @returns {Lane[]} */
function lanesOf(text) {
  const { lanes } =
    /** @type {{ lanes: { queue: string, queueDelayMs: { mean: number }, utilization: number }[] }} */ (
      JSON.parse(text)
    );
  return lanes.map(({ queue, queueDelayMs: { mean }, utilization }) => ({
    ...{ queue, utilization },
    delayMs: mean,
  }));
}

/**
 * Returns what the program has printed of the bottleneck.
 *
 * @param {string} text @param {number} rateMbps
 */
export function measured(text, rateMbps) {
  const line = /^hop0 after the warm-up: mean queue delay (\S+) ms, (\S+) Mbit\/s sent$/m.exec(
    text,
  );
  if (!line) throw new Stop('The program for ns-3 has printed no measures.', text);
  return { delayMs: Number(line[1]), utilization: Number(line[2]) / rateMbps };
}

/** Fails if a lane that must agree differs too much. @param {Lane[]} ours @param {Lane[]} theirs */
export function judge(ours, theirs) {
  const lines = ours.map((own, lane) => {
    const other = theirs[lane];
    const isNear =
      Math.abs(own.delayMs - other.delayMs) <= Math.max(DELAY.ms, DELAY.share * other.delayMs);
    const points = 100 * Math.abs(own.utilization - other.utilization);
    const line =
      `${own.queue}: mean delay ${own.delayMs.toFixed(2)} ms, ns-3 ${other.delayMs.toFixed(2)} ms; ` +
      `utilization ${(100 * own.utilization).toFixed(1)} %, ns-3 ${(100 * other.utilization).toFixed(1)} %`;
    if (points > POINTS || (COMPARED.includes(own.queue) && !isNear))
      throw new Stop(`The program for ns-3 differs from the simulator. ${line}`);
    return isNear ? line : `${line} (a known difference)`;
  });
  return lines.join('\n');
}
