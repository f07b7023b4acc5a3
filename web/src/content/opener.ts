import scenario from '../../../scenarios/bufferbloat.json' with { type: 'json' };
import type { Scenario } from '../sim/scenario.ts';

/** What the page opens with; the only preset that the first load brings. */
export const opener = scenario as Scenario;
