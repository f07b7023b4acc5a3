// npm run validate: writes docs/validation.md and its plots from what the simulator computes.
//
// npm run validate -- kernel linux: computes these sections only, and keeps the others of the page. The
// sections are kernel, linux, bbr, testbed, sender and papers.
//
// npm run validate -- kernel --recordings FOLDER: also replays a complete set of recordings, which is too large
// for the repository, and writes the sums to docs/validation/recordings.json.

import './lib/check-node.js';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCommand } from './lib/aqm.js';
import { childEnv, root } from './lib/paths.js';
import { compared, ofFolder, ofRepository, total } from './lib/recordings.js';
import { checkRust } from './lib/rust.js';
import { scatter } from './lib/scatter.js';
import { command, step } from './lib/steps.js';
import { markdownTable, off } from './lib/tables.js';
import { QUANTILES, testbedTables } from './lib/testbed.js';

/**
 * @typedef {{ mean: number, sd: number | null } | null} Figure
 * @typedef {{ measure: string, published: Figure, ours: { mean: number } }} Value
 * @typedef {{ name: string, hits: number, of: number, least: number }} Goal
 * @typedef {object} Report
 * @property {string} paper
 * @property {string} table
 * @property {{ measures: { name: string }[], rows: { at: string, queue: string, values: Value[] }[], goals: Goal[] }} report
 *
 * @typedef {object} Measured one row of scenarios/validation/linux/measured.json, or one lane of `aqm run --json`
 * @property {{ mean: number, p95: number }} queueDelayMs
 * @property {number} utilization
 * @property {number} dropRate
 * @property {number} markRate
 * @property {number} [bbrShare] of the first group in the goodput
 * @property {{ group: number, goodputMbps: number }[]} [flows]
 * @property {{ completionMs: import('./lib/testbed.js').Completion }[]} [applications]
 * @property {import('./lib/testbed.js').Completion} [completionMs] of short flows
 *
 * @typedef {{ name: string, wanted: string, here: string, met: boolean }} Result
 * @typedef {{ text: string, results: Result[] }} Section
 */

const docs = join(root, 'docs');
const plots = join(docs, 'validation');
const measurements = join(root, 'scenarios', 'validation');
const recordings = join(plots, 'recordings.json');
const seeds = 10;

/** @param {string} aqm @param {string[]} args */
const run = (aqm, args) =>
  execFileSync(aqm, args, {
    cwd: root,
    env: childEnv,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/**
 * Compares with the kernel's decisions, row by row.
 *
 * @param {string} aqm
 * @param {string | undefined} folder with the complete set of recordings
 * @returns {Section}
 */
function decisions(aqm, folder) {
  if (folder !== undefined) {
    writeFileSync(recordings, `${JSON.stringify(ofFolder(aqm, folder), null, 2)}\n`);
  }
  /** @type {import('./lib/recordings.js').Recordings} */
  const all = JSON.parse(readFileSync(recordings, 'utf8'));
  const here = ofRepository(aqm);
  const [quoted, own] = [total(all), total(here)];
  return {
    text: `## The kernel's decisions

\`aqm replay\` repeats recorded runs of the unmodified Linux sources row by row, with the same input and random draws. For queue
disciplines a row is a packet: outcome, departure time and draw must be equal, and so must the recorded inner state. For congestion
controls a row is an event of the sender: window, threshold and the module's state must be equal.

The complete set of recordings is too large for the repository; its numbers are quoted from \`docs/validation/recordings.json\`. The
tests replay the part that is in the repository.

${markdownTable(compared('queue discipline', all.disciplines, here.disciplines, true))}

${markdownTable(compared('congestion control', all.congestion, here.congestion, false))}
`,
    results: [
      {
        name: 'rows of all recordings with the same decision as the kernel',
        wanted: 'all',
        here: `${quoted.rows - quoted.mismatches} of ${quoted.rows}`,
        met: quoted.mismatches === 0,
      },
      {
        name: 'rows of the recordings in the repository with the same decision',
        wanted: 'all',
        here: `${own.rows - own.mismatches} of ${own.rows}`,
        met: own.mismatches === 0,
      },
    ],
  };
}

/** @param {string} folder of scenarios/validation @returns {Record<string, Measured>} */
const measured = (folder) =>
  JSON.parse(readFileSync(join(measurements, folder, 'measured.json'), 'utf8')).rows;

/**
 * Runs a scenario beside a measurement. Returns the means over all seeds.
 *
 * @param {string} aqm
 * @param {string} folder
 * @param {string} name
 */
function means(aqm, folder, name) {
  const sum = { mean: 0, p95: 0, utilization: 0, hits: 0, share: 0 };
  const completion = { p25: 0, p50: 0, p75: 0, p95: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const path = join(measurements, folder, `${name}.json`);
    /** @type {{ lanes: [Measured] }} */
    const {
      lanes: [lane],
    } = JSON.parse(run(aqm, ['run', path, '--json', '--seed', String(seed)]));
    sum.mean += lane.queueDelayMs.mean / seeds;
    sum.p95 += lane.queueDelayMs.p95 / seeds;
    sum.utilization += lane.utilization / seeds;
    sum.hits += (lane.dropRate + lane.markRate) / seeds;
    const flows = lane.flows ?? [];
    const goodput = (/** @type {typeof flows} */ some) =>
      some.reduce((total, flow) => total + flow.goodputMbps, 0);
    sum.share += goodput(flows.filter(({ group }) => group === 0)) / goodput(flows) / seeds;
    const times = lane.applications?.[0]?.completionMs;
    if (times) for (const name of QUANTILES) completion[name] += times[name] / seeds;
  }
  return { ...sum, completion };
}

/**
 * Compares with real Linux end systems.
 *
 * @param {string} aqm
 * @returns {Section}
 */
function closedLoops(aqm) {
  const rows = measured('linux');
  const table = [
    ['scenario', 'mean delay, ms: Linux', 'here', 'p95, ms: Linux', 'here']
      .concat(['utilization, %: Linux', 'here', 'drops or marks, %: Linux', 'here'])
      .map(String),
  ];
  /** @type {import('./lib/scatter.js').Point[]} */
  const points = [];
  let [close, far] = [0, 0];
  for (const [name, real] of Object.entries(rows)) {
    const sum = means(aqm, 'linux', name);
    const parts = [
      { real: real.queueDelayMs.mean, ours: sum.mean, relative: 0.15, absolute: 0.5, digits: 2 },
      { real: real.queueDelayMs.p95, ours: sum.p95, relative: 0.15, absolute: 0.5, digits: 2 },
      {
        real: 100 * real.utilization,
        ours: 100 * sum.utilization,
        relative: 0,
        absolute: 1.5,
        digits: 1,
      },
      {
        real: 100 * (real.dropRate + real.markRate),
        ours: 100 * sum.hits,
        relative: 0.25,
        absolute: 0.02,
        digits: 3,
      },
    ];
    const offs = parts.map((part) => off(part.real, part.ours, part.relative, part.absolute));
    if (offs.every((times) => times <= 1)) close += 1;
    if (offs.some((times) => times > 2)) far += 1;
    table.push([
      name,
      ...parts.flatMap((part, index) => [
        part.real.toFixed(part.digits),
        part.ours.toFixed(part.digits) + ((offs[index] ?? 0) > 1 ? ' !' : ''),
      ]),
    ]);
    const group = name.split('-')[0] ?? '';
    points.push({ group, published: real.queueDelayMs.mean, ours: sum.mean });
  }
  const count = Object.keys(rows).length;
  plot('linux-delay', {
    title: 'Mean queue delay: simulated and real Linux',
    x: 'Linux 6.18, ms',
    y: 'simulated, ms',
    logarithmic: true,
    low: 0.5,
    high: 200,
    ticks: [0.5, 1, 2, 5, 10, 20, 50, 100, 200],
    points,
  });
  return {
    text: `## Real Linux end systems

Linux 6.18 end systems behind the kernel's queue disciplines (method: \`scenarios/validation/linux/measured.json\`), compared with
the stack \`linux-6\` under the same discipline, mean of ${seeds} seeds. \`!\` marks a value outside the goal's tolerance: 15 % or
0.5 ms for mean and 95th percentile, 1.5 points of utilization, and 25 % or 0.02 points of the rate of drops and marks together.

![Scatter plot: measured mean delays and ours](validation/linux-delay.svg)

${markdownTable(table)}
`,
    results: [
      {
        name: 'rows within the tolerance of real Linux end systems',
        wanted: '90 %',
        here: `${close} of ${count}`,
        met: close >= 0.9 * count,
      },
      {
        name: 'rows off by more than twice the tolerance',
        wanted: 'none',
        here: String(far),
        met: far === 0,
      },
    ],
  };
}

/**
 * Compares with BBR of real Linux end systems.
 *
 * @param {string} aqm
 * @returns {Section}
 */
function bbr(aqm) {
  const rows = measured('linux-bbr');
  const table = [
    ['scenario', 'mean delay, ms: Linux', 'here', 'p95, ms: Linux', 'here']
      .concat(['utilization, %: Linux', 'here', 'share of BBR, %: Linux', 'here'])
      .map(String),
  ];
  let close = 0;
  for (const [name, real] of Object.entries(rows)) {
    const sum = means(aqm, 'linux-bbr', name);
    const parts = [
      { real: real.queueDelayMs.mean, ours: sum.mean, relative: 0.2, absolute: 2 },
      { real: real.queueDelayMs.p95, ours: sum.p95, relative: 0.2, absolute: 2 },
      { real: 100 * real.utilization, ours: 100 * sum.utilization, relative: 0, absolute: 2 },
      ...(real.bbrShare === undefined
        ? []
        : [{ real: 100 * real.bbrShare, ours: 100 * sum.share, relative: 0, absolute: 15 }]),
    ];
    const cells = parts.map((part) => {
      const within = off(part.real, part.ours, part.relative, part.absolute) <= 1;
      return { within, text: [part.real.toFixed(1), part.ours.toFixed(1) + (within ? '' : ' !')] };
    });
    if (cells.every(({ within }) => within)) close += 1;
    const row = [name, ...cells.flatMap(({ text }) => text)];
    table.push([...row, ...Array.from({ length: 9 - row.length }, () => '')]);
  }
  const count = Object.keys(rows).length;
  return {
    text: `## BBR of real Linux

BBR version 1 of Linux 6.18 (method: \`scenarios/validation/linux-bbr/measured.json\`) and ours, mean of ${seeds} seeds. \`!\` marks a
value outside the tolerance: 20 % or 2 ms for mean and 95th percentile, 2 points of utilization, and 15 points of BBR's share beside
CUBIC. The measured rows are single runs, except for the one with CUBIC, which is the mean of three.

${markdownTable(table)}
`,
    results: [
      {
        name: 'rows within the tolerance of BBR of real Linux',
        wanted: 'all',
        here: `${close} of ${count}`,
        met: close === count,
      },
    ],
  };
}

/** @returns {Section} */
function senderTests() {
  const file = join(docs, 'packetdrill.md');
  if (!existsSync(file)) return { text: '', results: [] };
  const text = readFileSync(file, 'utf8');
  const [, passed, of] = text.match(/\*\*(\d+) of the (\d+) scripts pass/) ?? [];
  if (passed === undefined || of === undefined) {
    throw new Error('docs/packetdrill.md has no line "**N of the M scripts pass"');
  }
  return {
    text: `## Linux's own sender tests

${passed} of ${of} packetdrill scripts pass; [packetdrill.md](packetdrill.md) lists each of them. The scripts are not
part of this repository, so this section quotes that page instead of running them.
`,
    results: [
      {
        name: "Linux's own sender tests that pass",
        wanted: '24 of 33',
        here: `${passed} of ${of}`,
        met: Number(passed) >= 24,
      },
    ],
  };
}

/**
 * @param {string} name
 * @param {import('./lib/scatter.js').Plot} content
 */
function plot(name, content) {
  mkdirSync(plots, { recursive: true });
  writeFileSync(join(plots, `${name}.svg`), scatter(content));
}

/**
 * Returns the points of Table 1 of Schwardmann et al.
 *
 * @param {Report[]} reports
 * @param {string} measure
 * @returns {import('./lib/scatter.js').Point[]}
 */
const points = (reports, measure) =>
  reports
    .filter((report) => report.paper === 'schwardmann-2014' && /^1[abc]$/.test(report.table))
    .flatMap(({ report: { measures, rows } }) => {
      const index = measures.findIndex(({ name }) => name === measure);
      return rows.flatMap(({ queue, values }) => {
        const { published, ours } = values[index] ?? {};
        if (!published || !ours) return [];
        return [{ group: queue, published: published.mean, ours: ours.mean }];
      });
    });

/**
 * @param {string} aqm
 * @returns {Section}
 */
function papers(aqm) {
  const file = join(tmpdir(), `aqm-reproduce-${process.pid}.json`);
  const jobs = String(availableParallelism());
  const markdown = run(aqm, ['reproduce', '--markdown', '--save', file, '--jobs', jobs]);
  /** @type {{ reports: Report[] }} */
  const { reports } = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  const ticks = [0.5, 1, 2, 5, 10, 20, 50, 100];
  plot('schwardmann-delay', {
    title: 'Mean queue delay: Schwardmann et al., Table 1',
    ...{ x: 'published, ms', y: 'simulated, ms', logarithmic: true, low: 0.5, high: 100, ticks },
    points: points(reports, 'mean delay'),
  });
  plot('schwardmann-utilization', {
    title: 'Utilization: Schwardmann et al., Table 1',
    ...{ x: 'published, %', y: 'simulated, %', logarithmic: false, low: 40, high: 100 },
    ticks: [40, 50, 60, 70, 80, 90, 100],
    points: points(reports, 'utilization'),
  });
  /** @type {Map<string, Goal>} */
  const goals = new Map();
  for (const { paper, report } of reports) {
    for (const goal of report.goals) {
      const name = `${paper}: ${goal.name}`;
      const sum = goals.get(name);
      if (sum === undefined) goals.set(name, { ...goal, name });
      else {
        sum.hits += goal.hits;
        sum.of += goal.of;
      }
    }
  }
  return {
    text: `## The papers

\`aqm reproduce\` runs these experiments; \`scenarios/papers\` has their simulations as plans. In the tables \`!\`
marks a value outside a goal's tolerance. A cell counts as closer to the paper than ns-3 if the sum of its distances in
delay and utilization, each divided by the goal's tolerance, is not larger.

![Scatter plot: published mean delays and ours](validation/schwardmann-delay.svg)
![Scatter plot: published utilizations and ours](validation/schwardmann-utilization.svg)

${markdown.replaceAll(/^#/gm, '##').trim()}
`,
    results: [...goals.values()].map(({ name, hits, of, least }) => ({
      name,
      wanted: `${Math.round(100 * least)} %`,
      here: `${hits} of ${of}`,
      met: hits >= least * of,
    })),
  };
}

/** The sections of the page, in their order. */
const SECTIONS = ['kernel', 'linux', 'bbr', 'testbed', 'sender', 'papers'];

/** Where a section of the page begins: its name and its results. */
const marker = (/** @type {string} */ name, /** @type {Result[]} */ results) =>
  `<!-- section ${name}: ${JSON.stringify(results)} -->`;

/**
 * Reads the sections of the present page.
 *
 * @returns {Map<string, Section>}
 */
function present() {
  /** @type {Map<string, Section>} */
  const sections = new Map();
  const text = readFileSync(join(docs, 'validation.md'), 'utf8');
  const [, ...parts] = text.split(/^<!-- section /m);
  for (const part of parts) {
    const [, name = '', results = '[]', body = ''] =
      part.match(/^(\w+): (\[.*\]) -->\n(.*)$/s) ?? [];
    sections.set(name, { text: body, results: JSON.parse(results) });
  }
  return sections;
}

/** @returns {{ wanted: string[], folder: string | undefined }} */
function options() {
  const args = process.argv.slice(2);
  const at = args.indexOf('--recordings');
  const folder = at < 0 ? undefined : args.splice(at, 2)[1];
  const unknown = args.find((name) => !SECTIONS.includes(name));
  if (unknown !== undefined) {
    throw new Error(`${unknown} is no section; expected some of ${SECTIONS.join(', ')}`);
  }
  return { wanted: args.length > 0 ? args : SECTIONS, folder };
}

await command(async () => {
  const { wanted, folder } = options();
  await step('Rust toolchain', checkRust);
  let aqm = '';
  await step('aqm', async () => void (aqm = await buildCommand()));
  const sections = wanted.length < SECTIONS.length ? present() : new Map();
  /** @type {Record<string, () => Section>} */
  const makers = {
    kernel: () => decisions(aqm, folder),
    linux: () => closedLoops(aqm),
    bbr: () => bbr(aqm),
    testbed: () => testbedTables(measured('testbed'), (name) => means(aqm, 'testbed', name), seeds),
    sender: senderTests,
    papers: () => papers(aqm),
  };
  for (const name of SECTIONS.filter((one) => wanted.includes(one))) {
    await step(name, async () => {
      const made = /** @type {() => Section} */ (makers[name])();
      sections.set(name, made);
      return made.results.map((result) => result.here).join(', ');
    });
  }

  /** @type {[string, Section][]} */
  const inOrder = SECTIONS.flatMap((name) => {
    const section = sections.get(name);
    return section === undefined ? [] : [[name, section]];
  });
  const summary = [['goal', 'wanted', 'here', 'reached']];
  for (const { name, wanted: goal, here, met } of inOrder.flatMap(([, { results }]) => results)) {
    summary.push([name, goal, here, met ? 'yes' : '**no**']);
  }
  const remarks = readFileSync(join(plots, 'remarks.md'), 'utf8').trim();
  const page = `<!-- Generated by \`npm run validate\`. Remarks are in docs/validation/remarks.md. -->

# Validation

This page compares the models with the kernel's code, with real TCP and with published results. \`npm run validate\` computes our
numbers; equal versions of the simulator give equal tables. Measured and published numbers are quoted. The results of the sender
tests are those of [packetdrill.md](packetdrill.md), and the remarks are written by hand.

${markdownTable(summary)}

${remarks}

${inOrder.map(([name, { text, results }]) => `${marker(name, results)}\n\n${text.trim()}`).join('\n\n')}
`;
  writeFileSync(join(docs, 'validation.md'), page.replaceAll(/\n{3,}/g, '\n\n'));
  console.log('\ndocs/validation.md');
});
