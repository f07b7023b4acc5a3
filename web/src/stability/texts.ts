import type { Lines, Parameter, Tuning } from '../content/stability';

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
    help: 'Gain on the distance of the delay from the target.',
    anchor: 'controller-gains',
  },
  beta: {
    label: 'Beta β',
    axis: 'beta',
    help: 'Gain on the change of the delay since the last update.',
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
};

export const TUNING_OPTIONS: readonly { readonly value: Tuning; readonly label: string }[] = [
  { value: 'paper2013', label: 'PIE, paper 2013' },
  { value: 'rfc8033', label: 'PIE, RFC 8033' },
  { value: 'squared', label: 'PI2, squared output' },
  { value: 'fixed', label: 'off' },
];

export const LINE_OPTIONS: readonly { readonly value: Lines; readonly label: string }[] = [
  { value: 'gains', label: 'three pairs of gains' },
  { value: 'rtt', label: 'R/2, R, 2R' },
  { value: 'beta', label: 'several β' },
  { value: 'one', label: 'this point only' },
];

/** A share 0..1 in percent, without the noise of the product. */
export const percentOf = (share: number): number => Number((100 * share).toPrecision(12));
