import type { FromWorker, Job, PaperJob, ProbeJob, ReadJob, ToWorker } from './jobs';

/** The functions of the batch package that compute. A refusal is an `Error`; anything else that is thrown is a crash. */
export interface BatchCore {
  openPaper(files: string): string;
  openStory(text: string, files: string): string;
  measure(item: string, run: number, alive: () => void): Float64Array;
  sweepRun(
    scenario: string,
    lane: number,
    seed: number,
    measures: string,
    alive: () => void,
  ): Float64Array;
  seedRun(
    scenario: string,
    lane: number,
    seed: number,
    toS: number,
    samples: number,
    alive: () => void,
  ): Float64Array;
  groupRun: BatchCore['seedRun'];
  firstDifference(
    scenario: string,
    a: number,
    b: number,
    toS: number,
    alive: () => void,
  ): Float64Array;
  flentFile(
    scenario: string,
    lane: number,
    seed: number,
    toS: number,
    link: string,
    alive: () => void,
  ): Float64Array;
  samplesRun(
    scenario: string,
    lane: number,
    seed: number,
    toS: number,
    alive: () => void,
  ): Float64Array;
  storyNumbers(
    text: string,
    files: string,
    step: number,
    seed: number,
    alive: () => void,
  ): Float64Array;
  storyAsked(
    text: string,
    files: string,
    step: number,
    scenario: string,
    seed: number,
    alive: () => void,
  ): Float64Array;
}

/**
 * Computes one job and returns the answer. `wall` returns wall time, ms; `alive` is called again and again during a long
 * job.
 */
export function serve(
  core: BatchCore,
  { task, job }: ToWorker,
  wall: () => number,
  alive: () => void,
): FromWorker {
  const begin = wall();
  try {
    const values = compute(core, job, wall, alive);
    return { kind: 'done', task, values, tookMs: wall() - begin };
  } catch (error) {
    // The package throws a text when it panics, and the browser throws a RuntimeError.
    const isRefusal = error instanceof Error && !(error instanceof WebAssembly.RuntimeError);
    const message = error instanceof Error ? error.message : String(error);
    return { kind: isRefusal ? 'failed' : 'crashed', task, message };
  }
}

function compute(core: BatchCore, job: Job, wall: () => number, alive: () => void): Float64Array {
  switch (job.kind) {
    case 'paper':
      prepare(core, job);
      return core.measure(job.item, job.run, alive);
    case 'sweep':
      return core.sweepRun(job.scenario, job.lane, job.seed, job.measures, alive);
    case 'seed':
      return core.seedRun(job.scenario, job.lane, job.seed, job.toS, job.samples, alive);
    case 'groups':
      return core.groupRun(job.scenario, job.lane, job.seed, job.toS, job.samples, alive);
    case 'difference':
      return core.firstDifference(job.scenario, job.lanes[0], job.lanes[1], job.toS, alive);
    case 'flent':
      return core.flentFile(job.scenario, job.lane, job.seed, job.toS, job.link, alive);
    case 'samples':
      return core.samplesRun(job.scenario, job.lane, job.seed, job.toS, alive);
    case 'story':
      return core.storyNumbers(job.text, job.files, job.step, job.seed, alive);
    case 'read':
      return read(core, job);
    case 'asked':
      return core.storyAsked(job.text, job.files, job.step, job.scenario, job.seed, alive);
    case 'probe':
      return probed(core, job, wall, alive);
  }
}

/** The paper that was opened last, so that its files are read once. */
const opened = new WeakMap<BatchCore, string>();

function prepare(core: BatchCore, { files }: PaperJob): void {
  if (files === undefined || opened.get(core) === files) return;
  core.openPaper(files);
  opened.set(core, files);
}

function read(core: BatchCore, { story, files }: ReadJob): Float64Array {
  if (story !== undefined)
    return Float64Array.from(new TextEncoder().encode(core.openStory(story, files)));
  core.openPaper(files);
  opened.set(core, files);
  return new Float64Array();
}

/** The first attempt of a probe, s of simulated time; each attempt is this many times longer than the one before. */
const FIRST_S = 0.25;
const LONGER = 3;

/**
 * Runs the beginning of a run again and again, each time longer, until it takes a third of the allowed time twice: the browser
 * compiles the simulator during its first run.
 */
function probed(
  core: BatchCore,
  job: ProbeJob,
  wall: () => number,
  alive: () => void,
): Float64Array {
  const { scenario, lane, seed, durationS, mostMs } = job;
  const timed = (toS: number): number => {
    const begin = wall();
    // One bin: its content does not matter.
    core.seedRun(scenario, lane, seed, toS, 1e9, alive);
    return wall() - begin;
  };
  for (let toS = Math.min(FIRST_S, durationS); ; toS = Math.min(LONGER * toS, durationS)) {
    let ms = timed(toS);
    const isLong = (): boolean => LONGER * ms >= mostMs || toS >= durationS;
    if (isLong()) ms = Math.min(ms, timed(toS));
    if (isLong()) return Float64Array.of(toS, ms);
  }
}
