import { inSentence } from '../../core/content/format';

/** Returns "Seed 1 has a typical mean delay in all lanes". `measures`: names of the compared measures, which may repeat. */
export function typicalText(seed: number, measures: readonly string[], lanes: number): string {
  const names = [...new Set(measures)].map((name) => inSentence(name)).join(' and ');
  return `Seed ${seed} has a typical ${names}${lanes > 1 ? ' in all lanes' : ''}`;
}
