import { storyPath } from '../content/stories';
import type { Sections } from '../state/sections.svelte';

export { STORIES, type StoryEntry } from '../content/stories';

/** Name of the section in addresses. */
export const SECTION = 'story';

/** Opens a story at the step where the user left it, or at its first step. */
export const openStory = (sections: Sections, name: string): void =>
  sections.go(SECTION, storyPath(name));
