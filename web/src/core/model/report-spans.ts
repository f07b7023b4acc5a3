import { covered, type Interval } from '../document/interval';
import type { Report } from '../sim/protocol';

/** Returns the span that the numbers of a report cover: whole steps, as far as the run has come; undefined if there is none. */
export function coveredBy({ fromS, toS, nowS }: Report): Interval | undefined {
  const span = covered({ fromS, toS: Math.min(toS, nowS) });
  return span.toS > span.fromS ? span : undefined;
}

/**
 * Returns the span of the fairness in a report; undefined if there is none. It covers whole seconds, except that the end of the
 * warm-up and the present are exact.
 */
export function fairnessOf({ fromS, toS, nowS }: Report, warmupS = 0): Interval | undefined {
  const from = fromS === warmupS ? fromS : Math.floor(fromS);
  const to = toS >= nowS ? nowS : Math.floor(toS);
  return to > from ? { fromS: from, toS: to } : undefined;
}
