import { type RateInForce, rateAt, type ScheduleSpan, scheduleSpan } from '../document/rate';
import type { Scenario } from '../document/scenario';
import { exact } from './format';

const seconds = (s: number): string => `${exact(s)} s`;

/** Returns one sentence about the schedule of the bandwidth at `atS`; undefined without a schedule. */
export function scheduleState(scenario: Scenario, atS: number): string | undefined {
  const span = scheduleSpan(scenario);
  return span && sentence(span, rateAt(scenario, atS), atS);
}

function sentence({ fromS, untilS, endedBy }: ScheduleSpan, now: RateInForce, atS: number): string {
  if (endedBy && untilS <= fromS)
    return `The schedule has no effect: a change of the bandwidth at ${seconds(untilS)} comes before its first step.`;
  if (untilS <= atS) return `A change of the bandwidth ended the schedule at ${seconds(untilS)}.`;
  const end = endedBy ? ` A change of the bandwidth ends it at ${seconds(untilS)}.` : '';
  return now.from === 'schedule'
    ? `Set by the schedule.${end}`
    : `The schedule begins at ${seconds(fromS)}.${end}`;
}
