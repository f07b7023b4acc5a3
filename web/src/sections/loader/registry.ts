import type { Component } from 'svelte';
import type { SectionName } from '../../core/state/sections.svelte';

/** A section of the page other than Live. It is loaded when it is first opened, or when the page is idle. */
export interface Section extends SectionName {
  readonly load: () => Promise<{ readonly default: Component }>;
}

/** The sections in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  { name: 'story', word: 'Stories', load: () => import('../story/StoryView.svelte') },
  { name: 'library', word: 'Library', load: () => import('../library/LibraryView.svelte') },
  { name: 'papers', word: 'Papers', load: () => import('../papers/PapersView.svelte') },
  { name: 'sweep', word: 'Sweep', load: () => import('../sweep/SweepView.svelte') },
  { name: 'stability', word: 'Stability', load: () => import('../stability/StabilityView.svelte') },
  { name: 'linux', load: () => import('../linux/LinuxView.svelte') },
];
