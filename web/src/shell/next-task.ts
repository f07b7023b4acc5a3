/** Runs a task after the current one. The browser can paint and answer in between. A timer could wait 4 ms, or in a hidden tab a second. */
export function inNextTask(task: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(undefined);
}
