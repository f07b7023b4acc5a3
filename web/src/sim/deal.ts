/** A lane: its queue as the scenario has it, as text, and who computes it. */
export interface Dealt<Worker> {
  readonly queue: string;
  readonly to: Worker;
}

/** How many workers are worth having on so many cores: where there are more than two, one is left to the page. */
export const workersFor = (cores: number): number => Math.max(Math.min(cores, 2), cores - 1);

/**
 * Deals the lanes out to `workers`, so that none has more than `share`. A lane stays where it was, since its past is
 * there; the others go to who has fewest. Which lanes are the same matters only for the time that it takes.
 */
export function deal<Worker>(
  queues: readonly string[],
  former: readonly Dealt<Worker>[],
  workers: readonly Worker[],
  share: number,
): Dealt<Worker>[] {
  const counts = new Map(workers.map((worker) => [worker, 0]));
  const count = (worker: Worker): number => counts.get(worker) ?? share;
  const give = (worker: Worker): Worker => {
    counts.set(worker, count(worker) + 1);
    return worker;
  };
  const left = [...former];
  const kept = queues.map((queue) => {
    const at = left.findIndex((lane) => lane.queue === queue);
    const [lane] = at < 0 ? [] : left.splice(at, 1);
    return lane && count(lane.to) < share ? give(lane.to) : undefined;
  });
  const fewest = (): Worker => workers.reduce((a, b) => (count(b) < count(a) ? b : a));
  return queues.map((queue, lane) => ({ queue, to: kept[lane] ?? give(fewest()) }));
}
