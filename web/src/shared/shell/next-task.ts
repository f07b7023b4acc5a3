/**
 * Runs a task after the current one. The browser can handle input between the two. A timer could wait 4 ms, or in a hidden tab a second.
 */
export function inNextTask(task: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler) {
    void scheduler.postTask(task, { priority: 'user-blocking' });
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(undefined);
}
