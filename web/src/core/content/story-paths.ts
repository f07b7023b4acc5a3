/** Name of the section of stories in addresses. */
export const STORY = 'story';

/** The path of the list of all stories, in the section of the library. */
export const STORIES_PATH = 'stories';

/** Returns the path of a story, or of a step of it from 1, in the section of stories. */
export const storyPath = (name: string, step?: number): string =>
  step === undefined ? name : `${name}/${step}`;
