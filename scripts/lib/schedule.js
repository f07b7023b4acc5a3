/** Most checks at the same time, beside an urgent one: many of them use one core only. */
const MOST = 2;

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {string[]} [after] the tasks whose results it needs
 * @property {string} [builds] the folder that it builds in; two tasks never build in one folder at a time
 * @property {boolean} [urgent] starts as soon as its needs are met, whatever else runs
 * @property {boolean} [alone] starts when all tasks before it have ended, and nothing else runs beside it
 */

/**
 * Runs tasks side by side. The first task that can start does, so a task ahead of others in the list starts before them.
 *
 * @template {Task} T
 * @template R
 * @param {T[]} tasks in an order that has each after its needs
 * @param {(task: T, needs: R[]) => Promise<R>} run `needs`: the results of the tasks in `after`
 * @returns {Promise<R[]>} the results, in the order of the tasks
 */
export function schedule(tasks, run) {
  const waiting = [...tasks];
  /** @type {Set<T>} */
  const running = new Set();
  /** @type {Map<string, R>} */
  const results = new Map();

  /** @param {T} task */
  const canStart = (task) => {
    const now = [...running];
    if (!(task.after ?? []).every((name) => results.has(name))) return false;
    if (task.alone) return now.length === 0 && task === waiting[0];
    if (now.some((other) => other.alone)) return false;
    if (now.some((other) => other.builds !== undefined && other.builds === task.builds))
      return false;
    return task.urgent === true || now.filter((other) => !other.urgent).length < MOST;
  };

  return new Promise((resolve, reject) => {
    const startNext = () => {
      for (let task = waiting.find(canStart); task !== undefined; task = waiting.find(canStart)) {
        const started = task;
        waiting.splice(waiting.indexOf(started), 1);
        running.add(started);
        const needs = (started.after ?? []).map((name) => /** @type {R} */ (results.get(name)));
        run(started, needs).then((result) => {
          running.delete(started);
          results.set(started.name, result);
          startNext();
        }, reject);
      }
      if (running.size === 0)
        resolve(tasks.map(({ name }) => /** @type {R} */ (results.get(name))));
    };
    startNext();
  });
}
