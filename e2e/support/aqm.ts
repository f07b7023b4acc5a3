import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCommand } from '../../scripts/build/aqm.js';
import type { LaneReport } from '../../web/src/core/sim/measures.generated.ts';

/** The members of a lane in `aqm run --json` that the page shows. */
export type LaneNumbers = LaneReport & { readonly digest: string };

/** One lane of `aqm run --csv`: a list of samples for each column; NaN for an empty field. */
export type LaneSeries = Readonly<Record<string, readonly number[]>>;

let built: Promise<string> | undefined;

/** Returns the path of the native command. `npm test` has built it; a single test builds it if necessary. */
export const command = (): Promise<string> =>
  (built ??= Promise.resolve(process.env['AQM_COMMAND'] ?? buildCommand()));

/** Runs the native command on a scenario or plan. */
async function aqm(content: object, name: 'run' | 'sweep', flag: string): Promise<string> {
  const program = await command();
  const folder = mkdtempSync(join(tmpdir(), 'aqm-e2e-'));
  try {
    const file = join(folder, 'content.json');
    writeFileSync(file, JSON.stringify(content));
    return execFileSync(program, [name, file, flag], {
      encoding: 'utf8',
      maxBuffer: 1 << 29,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function report(scenario: object): Promise<readonly LaneNumbers[]> {
  const parsed = JSON.parse(await aqm(scenario, 'run', '--json')) as { lanes: LaneNumbers[] };
  return parsed.lanes;
}

export async function series(scenario: object): Promise<readonly LaneSeries[]> {
  const [head = '', ...rows] = (await aqm(scenario, 'run', '--csv')).trimEnd().split('\n');
  const names = head.split(',');
  const lanes: Record<string, number[]>[] = [];
  for (const row of rows) {
    const cells = row.split(',');
    const lane = (lanes[Number(cells[0])] ??= Object.fromEntries(names.map((name) => [name, []])));
    names.forEach((name, i) => lane[name]?.push(cells[i] === '' ? NaN : Number(cells[i])));
  }
  return lanes;
}

/** Returns the table of a plan as `aqm sweep PLAN --csv` prints it. */
export const sweepCsv = (plan: object): Promise<string> => aqm(plan, 'sweep', '--csv');
