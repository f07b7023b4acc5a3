import type { Scenario } from '../../core/document/scenario';
import type { Filtered } from './filter';
import { kindsOf, wordsOf } from './search';
import { effectLabel, effectsOf } from './effects';
import { contentOf, nameOf, type Work } from './work';

/** A work as the library shows it. */
export interface OwnEntry extends Filtered {
  readonly work: Work;
  readonly scenario: Scenario;
}

const entries = new WeakMap<Work, OwnEntry>();

/** Returns the entries of works, in their order. */
export const ownEntries = (works: readonly Work[]): readonly OwnEntry[] =>
  works.flatMap((work) => entryOf(work) ?? []);

function entryOf(work: Work): OwnEntry | undefined {
  const known = entries.get(work);
  const scenario = contentOf(work);
  if (known || !scenario) return known;
  try {
    const effects = effectsOf(scenario);
    const words = wordsOf(scenario, effects.map(effectLabel));
    const title = nameOf(work);
    const entry = { work, scenario, title, effects, kinds: kindsOf(scenario), words };
    entries.set(work, entry);
    return entry;
  } catch {
    // A later version of the page has kept it, with a discipline that this one does not have.
    return undefined;
  }
}
