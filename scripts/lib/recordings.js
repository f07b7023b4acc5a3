// The kernel's recorded decisions, replayed by `aqm replay`.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv, root } from './paths.js';

/**
 * @typedef {object} Sum of all recordings of one discipline and kernel, or of one congestion control
 * @property {number} files
 * @property {number} rows
 * @property {number} states rows of inner state that are compared as well
 * @property {number} mismatches rows that differ
 *
 * @typedef {Record<string, Sum>} Sums
 * @typedef {{ disciplines: Sums, congestion: Sums }} Recordings
 */

/** @param {string} name of a trace: discipline_kernel_scenario */
const discipline = (name) => name.replace(/^(.+?)_(\d[^_]*)_.*$/, '$1, Linux $2');

/** @param {string} name of a trace: module_script */
const congestion = (name) => name.replace(/_.*$/, '');

/**
 * Replays all recordings of some folders. Recordings of algorithms that are not simulated do not count.
 *
 * @param {string} aqm
 * @param {string[]} folders
 * @param {(name: string) => string} keyOf
 * @returns {Sums}
 */
function replay(aqm, folders, keyOf) {
  /** @type {Sums} */
  const sums = {};
  const files = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.csv.gz') && !name.endsWith('.state.csv.gz'))
      .map((name) => ({ name, path: join(folder, name) })),
  );
  for (const { name, path } of files.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const state = path.replace(/\.csv\.gz$/, '.state.csv.gz');
    const args = ['replay', path, ...(existsSync(state) ? ['--state', state] : [])];
    const options = { cwd: root, env: childEnv, encoding: /** @type {const} */ ('utf8') };
    const { stdout, stderr } = spawnSync(aqm, args, options);
    if (stderr.includes('no algorithm for')) continue;
    const [, rows, mismatches] = stdout.match(/rows (\d+), mismatches (\d+)/) ?? [];
    if (rows === undefined) throw new Error(`${path} cannot be replayed: ${stderr.trim()}`);
    const [, states] = stdout.match(/state rows (\d+)/) ?? [];
    const sum = (sums[keyOf(name)] ??= { files: 0, rows: 0, states: 0, mismatches: 0 });
    sum.files += 1;
    sum.rows += Number(rows);
    sum.states += Number(states ?? 0);
    sum.mismatches += Number(mismatches);
  }
  return sums;
}

/**
 * Replays the recordings in the repository.
 *
 * @param {string} aqm
 * @returns {Recordings}
 */
export function ofRepository(aqm) {
  const fixtures = join(root, 'crates', 'aqm-trace', 'tests', 'fixtures');
  return {
    disciplines: replay(aqm, [join(fixtures, 'traces')], discipline),
    congestion: replay(aqm, [join(fixtures, 'congestion')], congestion),
  };
}

/**
 * Replays a complete set of recordings, in the folders `traces`, `cc` and `cc/optional`.
 *
 * @param {string} aqm
 * @param {string} folder
 * @returns {Recordings}
 */
export const ofFolder = (aqm, folder) => ({
  disciplines: replay(aqm, [join(folder, 'traces')], discipline),
  congestion: replay(aqm, [join(folder, 'cc'), join(folder, 'cc', 'optional')], congestion),
});

/**
 * Returns a table: all recordings, and those in the repository.
 *
 * @param {string} name of the first column
 * @param {Sums} all
 * @param {Sums} here
 * @param {boolean} withStates whether the inner state has rows of its own
 * @returns {string[][]}
 */
export const compared = (name, all, here, withStates) => [
  [
    ...[name, 'recordings', 'rows'],
    ...(withStates ? ['state rows'] : []),
    ...['differ', 'in the repository', 'differ'],
  ],
  ...Object.keys({ ...all, ...here })
    .sort()
    .map((key) => {
      const own = here[key];
      const { files, rows, states, mismatches } = all[key] ?? { ...own };
      const counts = [files, rows, ...(withStates ? [states] : []), mismatches];
      return [key, ...[...counts, own?.files ?? 0, own?.mismatches ?? 0].map(String)];
    }),
];

/** @param {Recordings} recordings */
export const total = ({ disciplines, congestion: controls }) =>
  [...Object.values(disciplines), ...Object.values(controls)].reduce(
    (sum, { rows, mismatches }) => ({
      rows: sum.rows + rows,
      mismatches: sum.mismatches + mismatches,
    }),
    { rows: 0, mismatches: 0 },
  );
