import { settings as settingsOf, trafficSettings } from '../content/settings';
import { isReverse } from '../content/traffic';
import type { Scenario, Traffic } from '../sim/scenario';
import { encode, type Parameter, STANDARD, type Tuning } from './settings';

/** The auto-tuning of a variant of PIE. */
const OF_VARIANT: Readonly<Record<string, Tuning>> = {
  rfc8033: 'rfc8033',
  linux: 'rfc8033',
  paper2013: 'paper2013',
  linux414: 'paper2013',
};

/**
 * Returns the address of the stability view at the operating point of a lane with PIE or PI2; undefined for another discipline, and
 * without TCP flows that always send. `measured` is the lane's drop and mark rate, 0..1.
 */
export function stabilityOf(
  scenario: Scenario,
  lane: number,
  measured: number | undefined,
): string | undefined {
  const { link, queues, traffic } = scenario;
  const queue = queues[lane];
  if (queue?.kind !== 'pie' && queue?.kind !== 'pi2') return undefined;
  const own = Object.fromEntries(settingsOf(queue).map(({ name, value }) => [name, value]));
  const groups = traffic
    .filter((one) => one.kind === 'bulk' && one.muted !== true && !isReverse(one))
    .map((group) => valuesOf(group));
  const flows = sum(groups.map(({ flows }) => flows));
  if (flows === 0) return undefined;
  // The model's R is the harmonic mean of the flows' round-trip times, each with the queue delay.
  const rounds = groups.map(
    ({ flows, rttMs }) => flows / ((rttMs ?? link.rttMs) + Number(own['targetMs'])),
  );
  const bytes = sum(groups.map(({ flows, packetBytes }) => flows * packetBytes)) / flows;
  const values: Partial<Record<Parameter, number>> = {
    alpha: Number(own['alpha']),
    beta: Number(own['beta']),
    updateMs: Number(own['updateMs']),
    rttMs: flows / sum(rounds),
    flows,
    rateMbps: link.rateMbps,
    targetMs: Number(own['targetMs']),
    packetBytes: Math.round(bytes),
  };
  const tuning = queue.kind === 'pi2' ? 'squared' : OF_VARIANT[String(own['variant'])];
  const path = encode({ ...STANDARD, values, tuning: tuning ?? STANDARD.tuning, measured });
  return `#stability/${path}`;
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

function valuesOf(group: Traffic): { flows: number; rttMs: number | null; packetBytes: number } {
  const own = Object.fromEntries(trafficSettings(group).map(({ name, value }) => [name, value]));
  const rttMs = own['rttMs'];
  return {
    flows: Number(own['flows']),
    rttMs: typeof rttMs === 'number' ? rttMs : null,
    packetBytes: Number(own['packetBytes']),
  };
}
