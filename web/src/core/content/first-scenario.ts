import scenario from '../../../../scenarios/bufferbloat.json' with { type: 'json' };
import { type Scenario, withoutCard } from '../document/scenario.ts';

/** Name of the preset that the page shows without a link. */
export const FIRST_PRESET = 'bufferbloat';

/** What the page shows without a link. */
export const firstScenario = withoutCard(scenario as Scenario);
