/**
 * Starts the service worker (web/offline), which loads all files of the page and keeps them, so that the page works without a
 * network from then on. Browsers allow one on https and on this machine only. Not if the user wants to save data.
 */
export function keepOffline(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (import.meta.env.DEV || import.meta.env.MODE === 'single' || connection?.saveData === true)
    return;
  try {
    // Some frames have none, and some refuse it.
    navigator.serviceWorker
      ?.register('./service-worker.js', { updateViaCache: 'none' })
      .catch(() => undefined);
  } catch {
    // The page works with a network.
  }
}
