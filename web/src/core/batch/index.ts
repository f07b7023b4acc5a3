import { Pool } from './pool';

export type {
  FlentJob,
  GroupJob,
  Job,
  PaperJob,
  ProbeJob,
  ReadJob,
  SamplesJob,
  SeedJob,
  StoryJob,
  AskedJob,
  SweepJob,
} from './jobs';
export type { Outcome } from './batch';
export type { Progress, RunOptions } from './pool';
export { Pool };
export { probe, type Wanted } from './probe';
export { read, Stopped } from './reading';

/** More workers than this gain little, and each needs memory for a whole simulation. */
const MOST_WORKERS = 16;

/** Number of cores of this machine, at least 1. */
export const CORES = Math.max(1, navigator.hardwareConcurrency || 1);

/** The pool of the page. Papers, sweeps and the ribbons of the live view share its workers. */
export const pool = new Pool(
  () =>
    new Worker(new URL('./batch-worker.ts', import.meta.url), { type: 'module', name: 'batch' }),
  Math.min(CORES, MOST_WORKERS),
  {
    now: () => performance.now(),
    later: (callback, ms) => {
      const id = setTimeout(callback, ms);
      return () => clearTimeout(id);
    },
  },
);
