/**
 * Runs a task after the current one. A browser with a scheduler answers input in between, but draws nothing unless the task is
 * `late`. Others draw, too. A timer could wait 4 ms, or in a hidden tab a second.
 */
export function inNextTask(task: () => void, isLate = false): void {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler) {
    void scheduler.postTask(task, { priority: isLate ? 'user-visible' : 'user-blocking' });
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(undefined);
}
