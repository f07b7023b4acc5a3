/**
 * The settings of the stability view, their form in addresses (`#stability/a0.0156_b0.156_p0.01_xalpha`), and those of a lane. The
 * view itself is in web/src/sections/stability, which is loaded later.
 */

import type { Scenario, Traffic } from '../document/scenario';
import { settings as settingsOf, trafficSettings } from './settings';
import { bufferPackets, bufferValue } from './buffer';
import type { Lines, Reading, Summary, Tuning } from './stability.generated';
import { isReverse } from './traffic';

export type { Lines, Reading, Tuning };
/** A parameter of an operating point. */
export type Parameter = keyof Summary['values'];

/** The parameters in the order of addresses. */
export const PARAMETERS = [
  'alpha',
  'beta',
  'updateMs',
  'rttMs',
  'flows',
  'rateMbps',
  'probability',
  'targetMs',
  'packetBytes',
  'gainA',
  'gainB',
  'samplesPerS',
  'designFlows',
  'designRttMs',
  'referencePackets',
] as const satisfies readonly Parameter[];
/** Parameters that the theory depends on: the horizontal axes of margins. */
export const AXES = PARAMETERS.filter((name) => !/Bytes|target|reference/.test(name));

/** The choices, in the order of the page. */
export const TUNINGS = [
  'paper2013',
  'rfc8033',
  'squared',
  'fixed',
  'pi',
] as const satisfies readonly Tuning[];
export const READINGS = ['derived', 'printed'] as const satisfies readonly Reading[];
export const LINES = ['gains', 'rtt', 'flows', 'beta', 'one'] as const satisfies readonly Lines[];

export interface Settings {
  /** Values that are set, in the units of their names; `probability` is 0..1. Others are the paper's. At most one of N and p0 is set. */
  readonly values: Readonly<Partial<Record<Parameter, number>>>;
  readonly tuning: Tuning;
  /** Which line of the paper's equation (9) gives the gain. */
  readonly reading: Reading;
  /** The horizontal axis of the margins. */
  readonly against: Parameter;
  /** The curves beside that of the point. */
  readonly lines: Lines;
  /** Drop rate of the lane in Live from which the point was taken, 0..1. */
  readonly measured?: number | undefined;
}

export const STANDARD: Settings = {
  values: {},
  tuning: 'paper2013',
  reading: 'derived',
  against: 'probability',
  lines: 'gains',
};

/** Parameters of PIE and PI2. */
export const OF_DELAY = ['alpha', 'beta', 'updateMs', 'targetMs'] as const;
/** What PI computes its gains for. */
export const DESIGN = ['designFlows', 'designRttMs'] as const;

/**
 * Returns the settings with another value of a parameter. N and p0 follow each other, so one of them is no longer set. Of PI's gains
 * a, b and those that it computes, the ones set last stay.
 */
export function withValue(settings: Settings, name: Parameter, value: number): Settings {
  const values: Partial<Record<Parameter, number>> = { ...settings.values, [name]: value };
  if (name === 'flows') delete values.probability;
  if (name === 'probability') delete values.flows;
  if (name !== 'gainA' && /^(gainB|design)/.test(name)) delete values.gainA;
  if (/^(gainA|design)/.test(name)) delete values.gainB;
  return { ...settings, values };
}

/** Returns whether p0 is set, and N follows. */
export const setsProbability = ({ values }: Settings): boolean => values.probability !== undefined;

export const KEYS: Readonly<Record<Parameter, string>> = {
  alpha: 'a',
  beta: 'b',
  updateMs: 'T',
  rttMs: 'R',
  flows: 'N',
  rateMbps: 'C',
  probability: 'p',
  targetMs: 'd',
  packetBytes: 's',
  gainA: 'g',
  gainB: 'h',
  samplesPerS: 'f',
  designFlows: 'n',
  designRttMs: 'r',
  referencePackets: 'q',
};
export const MEASURED = 'm';
export const WORDS = {
  tuning: ['t', TUNINGS],
  reading: ['e', READINGS],
  against: ['x', AXES],
  lines: ['l', LINES],
} as const;
type Word = keyof typeof WORDS;
export const WORD_NAMES = Object.keys(WORDS) as Word[];

/** Six digits, as sliders and fields show. */
const short = (value: number): string => String(Number(value.toPrecision(6)));

/** Returns the path of an address. */
export function encode(settings: Settings): string {
  const parts = PARAMETERS.flatMap((name) => {
    const value = settings.values[name];
    return value === undefined ? [] : [KEYS[name] + short(value)];
  });
  if (settings.measured !== undefined) parts.push(MEASURED + short(settings.measured));
  for (const name of WORD_NAMES)
    if (settings[name] !== STANDARD[name]) parts.push(WORDS[name][0] + settings[name]);
  return parts.join('_');
}

/** The auto-tuning of a variant of PIE. */
const OF_VARIANT: Readonly<Record<string, Tuning>> = {
  rfc8033: 'rfc8033',
  linux: 'rfc8033',
  paper2013: 'paper2013',
  linux414: 'paper2013',
};

/**
 * Returns the address of the stability view at the operating point of a lane with PIE, PI2 or PI; undefined for another discipline, and
 * without TCP flows that always send. `measured` is the lane's drop and mark rate, 0..1; `nowMbps` the rate in force, if a schedule
 * sets it.
 */
export function stabilityOf(
  scenario: Scenario,
  lane: number,
  measured: number | undefined,
  nowMbps = scenario.link.rateMbps,
): string | undefined {
  const { link, queues, traffic } = scenario;
  const queue = queues[lane];
  const kind = queue?.kind;
  if (!queue || (kind !== 'pie' && kind !== 'pi2' && kind !== 'pi')) return undefined;
  const own = Object.fromEntries(settingsOf(queue).map(({ name, value }) => [name, value]));
  const groups = traffic
    .filter((one) => one.kind === 'bulk' && one.muted !== true && !isReverse(one))
    .map((group) => valuesOf(group));
  const flows = sum(groups.map(({ flows }) => flows));
  if (flows === 0) return undefined;
  const bytes = sum(groups.map(({ flows, packetBytes }) => flows * packetBytes)) / flows;
  const { referencePackets: given, referenceShare: share } = own;
  const buffer = bufferPackets(scenario)[0] ?? bufferValue(link.buffer) / bytes;
  const reference = typeof given === 'number' ? given : Number(share) * buffer;
  const delayMs =
    kind === 'pi' ? (reference * bytes * 8) / (nowMbps * 1e3) : Number(own['targetMs']);
  // The model's R is the harmonic mean of the flows' round-trip times, each with the queue delay.
  const rounds = groups.map(({ flows, rttMs }) => flows / ((rttMs ?? link.rttMs) + delayMs));
  const { a, b } = own;
  const names = kind === 'pi' ? [...DESIGN, 'samplesPerS' as const] : OF_DELAY;
  const values: Partial<Record<Parameter, number>> = {
    ...Object.fromEntries(names.map((name) => [name, Number(own[name])])),
    ...(kind === 'pi' ? { referencePackets: reference } : {}),
    ...(typeof a === 'number' ? { gainA: a } : {}),
    ...(typeof b === 'number' ? { gainB: b } : {}),
    rttMs: flows / sum(rounds),
    flows,
    rateMbps: nowMbps,
    packetBytes: Math.round(bytes),
  };
  const tuning =
    kind === 'pi' ? 'pi' : kind === 'pi2' ? 'squared' : OF_VARIANT[String(own['variant'])];
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
