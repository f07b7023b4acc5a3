import type { Scenario } from '../../core/document/scenario';
import type { Plan, Vary, VaryCount } from '../../core/document/scenario.generated';
import { fileWords } from '../../kit/ui/file-name';
import { PLAN_LIMITS } from './description.generated';

/** A plan of a sweep: docs/plans.md. Plans that this page holds were checked by the simulator. */
export type { Plan, Vary };

/** A parameter with a number of values between two ends. */
export type Counted = VaryCount;

/** Most parameters of a plan, and most values of a parameter. */
export const { axes: MOST_AXES, values: MOST_VALUES } = PLAN_LIMITS;

/** A challenge as a scenario: the goals and what is free belong to no plan, whose values may lie outside of them. */
const withoutGoals = (scenario: Scenario): Scenario =>
  Object.fromEntries(
    Object.entries(scenario).filter(([name]) => name !== 'goals' && name !== 'free'),
  ) as unknown as Scenario;

/** The plan that the section starts with: a scenario over its round-trip time. */
export const suggestion = (scenario: Scenario): Plan => ({
  version: 1,
  scenario: withoutGoals(scenario),
  vary: [{ path: 'link.rttMs', values: [5, 10, 20, 50, 100, 200] }],
  seeds: { count: 5 },
});

/** Returns the seeds of a plan. */
export function seedsOf({ seeds, scenario }: Plan): readonly number[] {
  if (seeds === undefined) return [Number((scenario as { seed?: number }).seed ?? 1)];
  if ('list' in seeds) return seeds.list;
  return Array.from({ length: seeds.count }, (_, i) => (seeds.first ?? 1) + i);
}

/** Returns the plan with another number of seeds; the first stays. */
export const withSeeds = (plan: Plan, count: number): Plan => ({
  ...plan,
  seeds: { first: seedsOf(plan)[0], count },
});

/** Members of plans and scenarios that no run depends on. The title is shown. */
const TEXTS = ['about', 'source', 'preset'];

/** Returns the plan without the texts that no run depends on: the form for links and for comparisons. */
export function slim(plan: Plan): Plan {
  const without = (value: object): object =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !TEXTS.includes(name)));
  return { ...without(plan), scenario: without(plan.scenario) } as Plan;
}

/**
 * Returns the plan with another scenario. Parameters, lanes and measures that the new scenario does not have are left out;
 * `has` returns whether it has a parameter or a measure.
 */
export function withScenario(plan: Plan, scenario: Scenario, has: (name: string) => boolean): Plan {
  const vary = (plan.vary ?? []).filter(({ path }) => has(path));
  const measures = (plan.measures ?? []).filter(has);
  return {
    version: 1,
    scenario,
    vary: vary.length > 0 ? vary : suggestion(scenario).vary,
    seeds: plan.seeds,
    measures,
  };
}

/** Returns a name for the file of a plan, without its ending: "rtt-by-bandwidth". */
export const fileName = (title: string): string => fileWords(title, 'plan');
