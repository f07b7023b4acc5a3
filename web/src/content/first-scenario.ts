import scenario from '../../../scenarios/bufferbloat.json' with { type: 'json' };
import type { Scenario } from '../sim/scenario.ts';

/** What the page shows without a link. */
export const firstScenario = scenario as Scenario;
