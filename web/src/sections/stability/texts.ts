import type { Lines, Parameter, Tuning } from '../../core/model/stability';

interface Text {
  readonly label: string;
  /** Name of an axis. */
  readonly axis: string;
  readonly help: string;
  /** Its section of docs/metrics.md. */
  readonly anchor: string;
}

export const TEXTS: Readonly<Record<Parameter, Text>> = {
  alpha: {
    label: 'Alpha α',
    axis: 'alpha',
    help: 'Integral gain: on the distance of the delay from the target.',
    anchor: 'controller-gains',
  },
  beta: {
    label: 'Beta β',
    axis: 'beta',
    help: 'Proportional gain: on the change of the delay since the last update.',
    anchor: 'controller-gains',
  },
  updateMs: {
    label: 'Update interval T',
    axis: 'update interval T',
    help: 'Time between updates of the drop probability.',
    anchor: 'controller-gains',
  },
  rttMs: {
    label: 'Round-trip time R',
    axis: 'round-trip time R',
    help: 'Round-trip time with the queue delay.',
    anchor: 'operating-point',
  },
  rateMbps: {
    label: 'Capacity C',
    axis: 'capacity C',
    help: 'Rate of the bottleneck link.',
    anchor: 'operating-point',
  },
  flows: {
    label: 'Flows N',
    axis: 'flows N',
    help: 'Number of TCP flows.',
    anchor: 'operating-point',
  },
  probability: {
    label: 'Drop probability p₀',
    axis: 'drop probability p₀',
    help: 'Drop probability at equilibrium.',
    anchor: 'operating-point',
  },
  targetMs: {
    label: 'Target',
    axis: 'target',
    help: 'Queue delay that the controller aims at. R contains it; the margins do not depend on it.',
    anchor: 'operating-point',
  },
  packetBytes: {
    label: 'Packet size',
    axis: 'packet size',
    help: 'Size of the packets with all headers. It converts C to packets per second.',
    anchor: 'operating-point',
  },
  gainA: {
    label: 'Gain a',
    axis: 'gain a',
    help: 'Gain on the queue length now.',
    anchor: 'gains-of-pi',
  },
  gainB: {
    label: 'Gain b',
    axis: 'gain b',
    help: 'Gain on the queue length at the last update, below a.',
    anchor: 'gains-of-pi',
  },
  samplesPerS: {
    label: 'Sampling frequency',
    axis: 'sampling frequency',
    help: 'Updates of the drop probability per second.',
    anchor: 'gains-of-pi',
  },
  designFlows: {
    label: 'Design flows',
    axis: 'design flows',
    help: 'Number of flows for which the gains are computed.',
    anchor: 'gains-of-pi',
  },
  designRttMs: {
    label: 'Design RTT',
    axis: 'design RTT',
    help: 'Round-trip time, with the queue delay, for which the gains are computed.',
    anchor: 'gains-of-pi',
  },
  referencePackets: {
    label: 'Reference queue',
    axis: 'reference queue',
    help: 'Queue length that the controller aims at. R contains its delay; the margins do not depend on it.',
    anchor: 'operating-point',
  },
};

export const TUNING_OPTIONS: readonly { readonly value: Tuning; readonly label: string }[] = [
  { value: 'paper2013', label: 'PIE, paper 2013' },
  { value: 'rfc8033', label: 'PIE, RFC 8033' },
  { value: 'fixed', label: 'PIE, fixed gains' },
  { value: 'squared', label: 'PI2' },
  { value: 'pi', label: 'PI, Hollot et al. 2001' },
];

export const LINE_OPTIONS: readonly { readonly value: Lines; readonly label: string }[] = [
  { value: 'gains', label: 'three pairs of gains' },
  { value: 'rtt', label: 'R/2, R, 2R' },
  { value: 'flows', label: 'N/2, N, 2N' },
  { value: 'beta', label: 'several β' },
  { value: 'one', label: 'this point only' },
];

/** Units of parameters that are shown in another one, with the factor from the former to the latter. */
const SHOWN: Readonly<Partial<Record<Parameter, readonly [factor: number, unit: string]>>> = {
  probability: [100, '%'],
  gainA: [1e6, '10⁻⁶/packet'],
  gainB: [1e6, '10⁻⁶/packet'],
};

const withoutNoise = (value: number): number => Number(value.toPrecision(12));

/** Returns the unit in which a parameter is shown; `unit` is its own. */
export const shownUnit = (name: Parameter, unit: string): string => SHOWN[name]?.[1] ?? unit;

/** Returns a value in the unit in which its parameter is shown. */
export const toShown = (name: Parameter, value: number): number =>
  withoutNoise(value * (SHOWN[name]?.[0] ?? 1));

/** Returns a shown value in the parameter's own unit. */
export const fromShown = (name: Parameter, value: number): number =>
  withoutNoise(value / (SHOWN[name]?.[0] ?? 1));
