import type { Component } from 'svelte';

/** A section of the page other than Live. It is loaded when it is first opened, or when the page is idle. */
export interface Section {
  /** Name in addresses: `#papers`. */
  readonly name: string;
  /** Word in the navigation; a section without one is reached from other sections. */
  readonly word?: string;
  readonly load: () => Promise<{ readonly default: Component }>;
}

export const SECTIONS: readonly Section[] = [
  { name: 'papers', word: 'Papers', load: () => import('../papers/PapersView.svelte') },
  { name: 'sweep', word: 'Sweep', load: () => import('../sweep/SweepView.svelte') },
  { name: 'stability', word: 'Stability', load: () => import('../stability/StabilityView.svelte') },
];
