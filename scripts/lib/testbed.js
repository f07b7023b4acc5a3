// The rows that the project measured itself with real Linux TCP, beside ours: tables of BBR, of CUBIC and
// Reno, and of short flows.

import { markdownTable, off } from './tables.js';

export const QUANTILES = /** @type {const} */ (['p25', 'p50', 'p75', 'p95']);

/**
 * @typedef {Record<'p25' | 'p50' | 'p75' | 'p95', number>} Completion quantiles of the completion times in ms
 *
 * @typedef {object} Row
 * @property {{ mean: number, p95: number }} queueDelayMs
 * @property {number} utilization
 * @property {number} dropRate
 * @property {number} markRate
 * @property {number} [bbrShare]
 * @property {Completion} [completionMs]
 *
 * @typedef {object} Means ours, over all seeds
 * @property {number} mean
 * @property {number} p95
 * @property {number} utilization
 * @property {number} hits share of packets dropped or marked
 * @property {number} share of the first group in the goodput
 * @property {Completion} completion
 *
 * @typedef {{ title: string, real: number | undefined, ours: number, relative: number, absolute: number, digits: number }} Value
 */

/**
 * @param {Row} row
 * @param {Means} ours
 * @param {{ relative: number, ms: number, points: number }} tolerance
 * @returns {Value[]}
 */
function common(row, ours, { relative, ms, points }) {
  const delay = { relative, absolute: ms, digits: 1 };
  return [
    { title: 'mean delay, ms', real: row.queueDelayMs.mean, ours: ours.mean, ...delay },
    { title: 'p95, ms', real: row.queueDelayMs.p95, ours: ours.p95, ...delay },
    {
      title: 'utilization, %',
      real: 100 * row.utilization,
      ours: 100 * ours.utilization,
      ...{ relative: 0, absolute: points, digits: 1 },
    },
  ];
}

/** @param {Row} row @param {Means} ours @returns {Value} */
const hits = (row, ours) => ({
  title: 'drops or marks, %',
  real: 100 * (row.dropRate + row.markRate),
  ours: 100 * ours.hits,
  ...{ relative: 0.25, absolute: 0.02, digits: 3 },
});

/** @type {{ title: string, has: (name: string, row: Row) => boolean, values: (row: Row, ours: Means) => Value[] }[]} */
const KINDS = [
  {
    title: 'BBR',
    has: (name) => name.includes('bbr'),
    values: (row, ours) => [
      ...common(row, ours, { relative: 0.2, ms: 2, points: 2 }),
      {
        title: 'share of BBR, %',
        real: row.bbrShare === undefined ? undefined : 100 * row.bbrShare,
        ours: 100 * ours.share,
        ...{ relative: 0, absolute: 15, digits: 1 },
      },
    ],
  },
  {
    title: 'CUBIC and Reno',
    has: (name, row) => !name.includes('bbr') && row.completionMs === undefined,
    values: (row, ours) => [
      ...common(row, ours, { relative: 0.15, ms: 0.5, points: 1.5 }),
      hits(row, ours),
    ],
  },
  {
    title: 'short flows of CUBIC',
    has: (_, row) => row.completionMs !== undefined,
    values: (row, ours) => [
      ...QUANTILES.map((name) => ({
        title: `${name} of the completion time, ms`,
        real: row.completionMs?.[name],
        ours: ours.completion[name],
        ...{ relative: 0.15, absolute: 0.5, digits: 0 },
      })),
      hits(row, ours),
    ],
  },
];

/** @param {Value} value @returns {boolean} true if there is nothing to compare with */
const isWithin = ({ real, ours, relative, absolute }) =>
  real === undefined || off(real, ours, relative, absolute) <= 1;

/**
 * @param {Record<string, Row>} rows measured ones by the names of their scenarios
 * @param {(name: string) => Means} run runs a scenario
 * @param {number} seeds
 */
export function testbedTables(rows, run, seeds) {
  const results = [];
  const tables = [];
  for (const kind of KINDS) {
    const some = Object.entries(rows).filter(([name, row]) => kind.has(name, row));
    let close = 0;
    const lines = some.map(([name, row]) => {
      const values = kind.values(row, run(name));
      const within = values.map(isWithin);
      if (within.every(Boolean)) close += 1;
      return { name, values, within };
    });
    const titles = lines[0]?.values.flatMap(({ title }) => [`${title}: Linux`, 'here']) ?? [];
    const body = lines.map(({ name, values, within }) => [
      name,
      ...values.flatMap(({ real, ours, digits }, index) =>
        real === undefined
          ? ['', '']
          : [real.toFixed(digits), ours.toFixed(digits) + (within[index] ? '' : ' !')],
      ),
    ]);
    tables.push(markdownTable([[`scenario: ${kind.title}`, ...titles], ...body]));
    results.push({
      name: `rows of the testbed within the tolerance: ${kind.title}`,
      wanted: '90 %',
      here: `${close} of ${some.length}`,
      met: close >= 0.9 * some.length,
    });
  }
  return {
    text: `## Rows measured by the project

We measured these rows ourselves with TCP of Linux 6.18 at a userspace bottleneck (method and accuracy:
\`scenarios/validation/testbed/measured.json\`); ours are means of ${seeds} seeds. No row is left out. The models were finished before the rows
were measured. \`!\` marks a value outside the tolerance. Tolerances of BBR: 20 % or 2 ms for mean and 95th percentile, 2 points of
utilization, and 15 points of BBR's share. Of CUBIC and Reno: 15 % or 0.5 ms, 1.5 points, and 25 % or 0.02 points of the rate of drops and marks
together. Of short flows: 15 % of each quantile of the completion time, and the same for drops.

${tables.join('\n\n')}
`,
    results,
  };
}
