import { pool, read } from '../../core/batch';
import type { BatchPackage } from '../../wasm/batch-package';
import type { Reader } from './open';

/** Returns a reader for stories that may come from anywhere: a worker reads them until `signal` stops it. */
export const carefully = (
  { storyFiles }: Pick<BatchPackage, 'storyFiles'>,
  signal: AbortSignal,
): Reader => ({
  storyFiles,
  openStory: (story, files) => read(pool, { story, files }, signal),
});
