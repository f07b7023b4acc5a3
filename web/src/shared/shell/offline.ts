/**
 * Starts the service worker (web/offline), which loads all files of the page and keeps them, so that the page works without a
 * network from then on. Browsers allow one on https and on this machine only. Not if the user wants to save data.
 *
 * Calls `onupdate` when the files of a newer version are kept. This page stays as it is until it is loaded again.
 */
export function keepOffline(onupdate: () => void): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (import.meta.env.MODE !== 'production' || connection?.saveData === true) return;
  try {
    // Some frames have none, and some refuse it.
    navigator.serviceWorker
      ?.register('./service-worker.js', { updateViaCache: 'none' })
      .then((registration) => follow(registration, onupdate))
      .catch(() => undefined);
  } catch {
    // The page works with a network.
  }
}

/** A page that stays open looks for a newer version this often, ms. */
const LOOK_MS = 3_600_000;

function follow(registration: ServiceWorkerRegistration, onupdate: () => void): void {
  const look = (worker: ServiceWorker | null): void => {
    if (worker?.state === 'installed' && registration.active !== null)
      void hasThisPage(worker).then((isThis) => {
        if (!isThis) onupdate();
      });
  };
  // The worker of a newer version waits until the last page of an older one is closed, also when this page is the newer one.
  look(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => look(worker));
  });
  setInterval(() => {
    if (!document.hidden) registration.update().catch(() => undefined);
  }, LOOK_MS);
}

/** Returns whether the script of this page is one of the files that a service worker keeps. */
function hasThisPage(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
  return new Promise((settle) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<boolean>) => settle(data);
    worker.postMessage({ keeps: script }, [port2]);
  });
}
