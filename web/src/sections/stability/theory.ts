import type { BatchPackage } from '../../wasm/batch-package';
import type { Parameter, Settings } from '../../core/model/stability';
import type { About as Described, CurveName, Summary } from '../../core/model/stability.generated';

/** A parameter: its unit, the values that are accepted, and the ends of its slider and axis. */
export interface About extends Described {
  readonly name: Parameter;
}

/** An operating point, without the names of its curves. */
export type Point = Omit<Summary, 'curves'>;

export interface Theory {
  readonly point: Point;
  readonly curves: readonly CurveName[];
  /** Angular frequencies, rad/s. */
  readonly frequencies: Float64Array;
  /** For each curve, gains in dB and phases in degrees. */
  readonly bode: readonly (readonly [gain: Float64Array, phase: Float64Array])[];
  /** Values of the parameter on the horizontal axis, in its unit. */
  readonly xs: Float64Array;
  /** For each curve, phase margins in degrees, gain margins in dB, and gain crossovers in rad/s; NaN without a curve. */
  readonly margins: readonly (readonly [Float64Array, Float64Array, Float64Array])[];
}

/** Returns the parameters of an operating point. */
export const aboutParameters = (batch: BatchPackage): readonly About[] =>
  JSON.parse(batch.stabilityParameters()) as About[];

const forRust = ({ values, tuning, reading }: Settings): string =>
  JSON.stringify({ ...values, tuning, reading });

/** Returns everything that the view shows. Throws if the settings are not valid; see `reason`. */
export function compute(batch: BatchPackage, settings: Settings): Theory {
  const { lines, against } = settings;
  const text = forRust(settings);
  const { curves, ...point } = JSON.parse(batch.stabilityPoint(text, lines)) as Summary;
  const [frequencies, ...bode] = parts(batch.stabilityBode(text, lines), 1 + 2 * curves.length);
  const all = batch.stabilityMargins(text, lines, against);
  const [xs, ...margins] = parts(all, 1 + 3 * curves.length);
  return {
    point,
    curves,
    frequencies,
    bode: curves.map((_, i) => [bode[2 * i], bode[2 * i + 1]]),
    xs,
    margins: curves.map((_, i) => [margins[3 * i], margins[3 * i + 1], margins[3 * i + 2]]),
  };
}

/** Returns the text of a scenario at the operating point. Throws if there is none. */
export const scenarioAt = (batch: BatchPackage, settings: Settings): string =>
  batch.stabilityScenario(forRust(settings));

/** Cuts an array into `count` equal parts. */
function parts(all: Float64Array, count: number): Float64Array[] {
  const length = all.length / count;
  return Array.from({ length: count }, (_, i) => all.subarray(i * length, (i + 1) * length));
}

/** Returns the reason of an error of the functions above, as sentences. */
export function reason(error: unknown, about: readonly About[]): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!message.startsWith('[')) return message;
  const problems = JSON.parse(message) as readonly { path: string; message: string }[];
  return problems
    .map(({ path, message }) => {
      const symbol = about.find((one) => one.name === path)?.symbol ?? path;
      return `${symbol.slice(0, 1).toUpperCase()}${symbol.slice(1)} ${message}`;
    })
    .join(' ');
}
