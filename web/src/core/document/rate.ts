import { type Change, concerns, path, type Scenario } from './scenario';

/** The bandwidth at one time, and what sets it. */
export interface RateInForce {
  readonly rateMbps: number;
  /** The start value, the schedule, or a timed change of the bandwidth. */
  readonly from: 'start' | 'schedule' | 'change';
  /** Since when this rate holds, s. */
  readonly sinceS: number;
  /** Time of the next rate, s; Infinity without one. */
  readonly untilS: number;
}

/** When a schedule sets the bandwidth. */
export interface ScheduleSpan {
  /** Time of its first step, s. Until then the start value of the bandwidth holds. */
  readonly fromS: number;
  /** Time at which a change of the bandwidth ends it, s; Infinity without one. */
  readonly untilS: number;
  /** The change that ends it. */
  readonly endedBy?: Change;
}

type Link = Scenario['link'];
type Schedule = NonNullable<Link['schedule']>;

/** A rate that holds from `atS` on, in a round of a schedule. */
interface Step {
  readonly atS: number;
  readonly rateMbps: number;
}

/** Returns when the schedule is in force; undefined without a schedule. Changes may be in any order. */
export function scheduleSpan({ link, changes = [] }: Scenario): ScheduleSpan | undefined {
  const { schedule } = link;
  if (!schedule) return undefined;
  const [end] = ordered(changes);
  const [{ atS: fromS }] = stepsOf(schedule);
  return end ? { fromS, untilS: end.atS, endedBy: end } : { fromS, untilS: Infinity };
}

/** Returns the bandwidth at `atS` as the simulator uses it: after all changes, and with the schedule. */
export function rateAt(scenario: Scenario, atS: number): RateInForce {
  const { link, changes = [] } = scenario;
  const own = ordered(changes);
  const past = own.findLastIndex((change) => change.atS <= atS);
  if (past >= 0) {
    const [{ atS: sinceS, to }, next] = [own[past], own[past + 1]];
    const untilS = next?.atS ?? Infinity;
    return { rateMbps: Number(to), from: 'change', sinceS, untilS };
  }
  const endS = own[0]?.atS ?? Infinity;
  const start = { rateMbps: link.rateMbps, from: 'start', sinceS: 0 } as const;
  if (!link.schedule) return { ...start, untilS: endS };
  const step = stepAt(link.schedule, atS);
  const untilS = Math.min(step.untilS, endS);
  return step.rateMbps === undefined
    ? { ...start, untilS }
    : { rateMbps: step.rateMbps, from: 'schedule', sinceS: step.sinceS, untilS };
}

/** Returns the schedule of a user who has just switched it on: it starts with the bandwidth that is shown. */
export const firstSchedule = (rateMbps: number): Schedule => ({
  kind: 'steps',
  steps: [{ atS: 0, rateMbps }],
});

/** Returns the changes of the bandwidth in order of time. Of two at one time the later one of the list holds. */
function ordered(changes: readonly Change[]): readonly Change[] {
  const own = changes
    .filter((change) => change.set === path.rate && concerns(change))
    .toSorted((a, b) => a.atS - b.atS);
  return own.filter(({ atS }, i) => own[i + 1]?.atS !== atS);
}

/** Returns the step at `atS`. Before the first step it has no rate. */
function stepAt(
  schedule: Schedule,
  atS: number,
): { readonly rateMbps?: number; readonly sinceS: number; readonly untilS: number } {
  const steps = stepsOf(schedule);
  const period = periodOf(schedule);
  // Whole nanoseconds, as in the simulator: 3 * 0.1 is not 0.3.
  const now = ns(atS);
  const round = period === undefined ? 0 : Math.floor(now / period);
  const start = round * (period ?? 0);
  const index = steps.findLastIndex((step) => start + ns(step.atS) <= now);
  const next = steps[index + 1];
  const again = period === undefined ? Infinity : start + period + ns(steps[0].atS);
  const untilS = (next ? start + ns(next.atS) : again) / 1e9;
  if (index >= 0) {
    const { atS: own, rateMbps } = steps[index];
    return { rateMbps, sinceS: (start + ns(own)) / 1e9, untilS };
  }
  if (period === undefined || round === 0) return { sinceS: 0, untilS };
  // The last rate of the round before holds until the first step of this one.
  const last = steps.at(-1)!;
  return { rateMbps: last.rateMbps, sinceS: (start - period + ns(last.atS)) / 1e9, untilS };
}

const ns = (s: number): number => Math.round(s * 1e9);

/** Returns the steps of one round, at least one. */
export function stepsOf(schedule: Schedule): readonly Step[] {
  if (schedule.kind === 'steps') return schedule.steps;
  if (schedule.kind === 'trace') {
    const { binMs, ratesMbps } = schedule;
    return ratesMbps.flatMap((rateMbps, i) =>
      i > 0 && ratesMbps[i - 1] === rateMbps
        ? []
        : [{ atS: (i * ns(binMs / 1e3)) / 1e9, rateMbps }],
    );
  }
  const { highMbps, lowMbps, periodS, duty = 0.5 } = schedule;
  return [
    { atS: 0, rateMbps: highMbps },
    { atS: periodS * duty, rateMbps: lowMbps },
  ];
}

/** Returns the length of a round, ns; undefined if the steps do not repeat. */
function periodOf(schedule: Schedule): number | undefined {
  if (schedule.kind === 'square') return ns(schedule.periodS);
  if (schedule.kind === 'steps')
    return typeof schedule.repeatS === 'number' ? ns(schedule.repeatS) : undefined;
  const { binMs, ratesMbps, repeat = true } = schedule;
  return repeat ? ratesMbps.length * ns(binMs / 1e3) : undefined;
}
