import { scaleLinear } from 'd3-scale';
import { ceilStep } from './domain';
import type { Lane } from './plot';
import type { Domain, ScaleKind } from './scale';

/** A curve in a plane without time. Points are in ascending order of x, except those of an outline. */
export interface Curve extends Lane {
  /**
   * - `steps`: y is the value up to and including x: a distribution
   * - `histogram`: y is the value between this x and the next
   * - `outline`: a closed curve around `centre`
   */
  readonly kind: 'steps' | 'histogram' | 'outline';
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly centre?: readonly [x: number, y: number];
  /** Its row of the table for screen readers, one text for each column. */
  readonly cells: readonly string[];
}

/** Returns a range around the data with round ends. */
export function around(low: number, max: number, kind: ScaleKind): Domain {
  if (kind === 'log') return [1 / ceilStep(1 / (0.9 * low)), ceilStep(1.1 * max)];
  const room = Math.max(0.15 * (max - low), 0.02 * Math.abs(max), 1e-9);
  const [from, to] = scaleLinear([low - room, max + room], [0, 1])
    .nice(4)
    .domain();
  return [low >= 0 ? Math.max(0, from) : from, to];
}

/** Mean and covariance of pairs. */
export interface Spread {
  readonly count: number;
  readonly meanX: number;
  readonly meanY: number;
  readonly varX: number;
  readonly varY: number;
  readonly cov: number;
}

/** Returns mean and sample covariance of pairs without gaps. */
export function spreadOf(pairs: readonly (readonly [x: number, y: number])[]): Spread {
  const known = pairs.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const count = known.length;
  const meanX = known.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = known.reduce((sum, [, y]) => sum + y, 0) / count;
  let [varX, varY, cov] = [0, 0, 0];
  for (const [x, y] of known) {
    varX += (x - meanX) ** 2;
    varY += (y - meanY) ** 2;
    cov += (x - meanX) * (y - meanY);
  }
  const by = Math.max(1, count - 1);
  return { count, meanX, meanY, varX: varX / by, varY: varY / by, cov: cov / by };
}

/** Number of points of an ellipse. */
const POINTS = 72;

/**
 * Returns the ellipse of one standard deviation: the points at Mahalanobis distance 1 from the mean. Its half axes are the
 * square roots of the eigenvalues of the covariance matrix, along the eigenvectors.
 */
export function ellipse({ meanX, meanY, varX, varY, cov }: Spread): { xs: number[]; ys: number[] } {
  const middle = (varX + varY) / 2;
  const apart = Math.hypot((varX - varY) / 2, cov);
  const [long, short] = [Math.sqrt(middle + apart), Math.sqrt(Math.max(0, middle - apart))];
  const angle = Math.atan2(2 * cov, varX - varY) / 2;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let i = 0; i < POINTS; i++) {
    const turn = (2 * Math.PI * i) / POINTS;
    const [along, across] = [long * Math.cos(turn), short * Math.sin(turn)];
    xs.push(meanX + along * Math.cos(angle) - across * Math.sin(angle));
    ys.push(meanY + along * Math.sin(angle) + across * Math.cos(angle));
  }
  return { xs, ys };
}
