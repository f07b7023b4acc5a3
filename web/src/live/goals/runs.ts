/** Runs whose goals are measured, for the panel and for those who write a challenge. */
export type { FromGoalWorker, GoalWorkerLike } from './goal-jobs';
export type { GoalsAnswer } from './goals.generated';

/** Starts the worker that measures goals. */
export const startGoalWorker = (): Worker =>
  new Worker(new URL('./goal-worker.ts', import.meta.url), { type: 'module' });
