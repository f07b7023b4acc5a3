import type { Scenario } from '../document/scenario';
import type { Run } from './run.svelte';

/**
 * Returns the shortest form of a scenario without the members that a link may leave out, so that equal runs have equal texts; '' if
 * the simulator refuses it.
 */
export async function canonicalOf(run: Run, scenario: Scenario): Promise<string> {
  const text = JSON.stringify({
    ...scenario,
    about: undefined,
    source: undefined,
    preset: undefined,
  });
  const verdict = await run.team.check(text);
  return verdict.valid ? verdict.canonical : '';
}
