import scenario from '../../../scenarios/bufferbloat.json';
import type { Scenario } from '../sim/scenario';

/** What the page opens with; the only preset that the first load brings. */
export const opener = scenario as Scenario;
