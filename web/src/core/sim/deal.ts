/** A lane: its queue in the scenario, as text, and its worker. */
export interface Dealt<Worker> {
  readonly queue: string;
  readonly to: Worker;
}

/** Returns a good number of workers for a number of cores: with more than two, one core is left to the page. */
export const workersFor = (cores: number): number => Math.max(Math.min(cores, 2), cores - 1);

/**
 * Distributes the lanes over `workers`, so that none has more than `share`. A lane stays with the worker that computed its
 * past. Other lanes go to the worker with the fewest lanes. The assignment affects only the computing time.
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
