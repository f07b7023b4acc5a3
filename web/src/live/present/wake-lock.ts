/** The parts of the browser that keep a screen awake; tests replace them. */
export interface Screen {
  readonly wakeLock?: { request(type: 'screen'): Promise<{ release(): Promise<void> }> };
}
/** The document, which tells when the page is visible again. */
export type Visibility = Pick<
  Document,
  'visibilityState' | 'addEventListener' | 'removeEventListener'
>;

/**
 * Keeps the screen awake until the returned function is called. The browser ends the lock when the page is hidden; it is asked for again
 * when the page is back. A browser without wake locks, or one that refuses, does nothing.
 */
export function keepAwake(screen: Screen, page: Visibility): () => void {
  const { wakeLock } = screen;
  if (!wakeLock) return () => undefined;
  let isOver = false;
  let lock: { release(): Promise<void> } | undefined;
  const ask = async (): Promise<void> => {
    if (page.visibilityState !== 'visible') return;
    try {
      const given = await wakeLock.request('screen');
      if (isOver) await given.release();
      else lock = given;
    } catch {
      // The battery is low, or the page may not: the screen then sleeps as it always does.
    }
  };
  const onchange = (): void => void ask();
  page.addEventListener('visibilitychange', onchange);
  void ask();
  return () => {
    isOver = true;
    page.removeEventListener('visibilitychange', onchange);
    void lock?.release().catch(() => undefined);
  };
}
