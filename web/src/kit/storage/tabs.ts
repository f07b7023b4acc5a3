/** Opens a channel to the other tabs of this page. Returns a function that sends them a message. */
export function openTabs(
  name: string,
  receive: (message: unknown) => void,
): (message: unknown) => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => receive(data);
  return (message) => channel.postMessage(message);
}

/** Calls back when the user leaves the page: a hidden page may end without a further event. */
export function onLeaving(callback: () => void): void {
  addEventListener('pagehide', callback);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) callback();
  });
}
