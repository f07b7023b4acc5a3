/**
 * Runs a task after the current one. The browser can handle input between the two. It can also draw there, unless it has a scheduler
 * and `isLate` is false. A timer could wait 4 ms, or in a hidden tab a second.
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
