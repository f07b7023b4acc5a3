import { pool } from '../../core/batch';
import { onLeaving, openTabs } from '../../kit/storage/tabs';
import { loadCore } from './core';
import { Papers, type Tools } from './papers.svelte';
import { keptResults } from './storage';

let loading: Promise<Papers> | undefined;

type Page = Pick<Tools, 'warn' | 'showWork'>;

/** Returns the papers of this page; the first call loads them. */
export function loadPapers(page: Page): Promise<Papers> {
  loading ??= load(page).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(page: Page): Promise<Papers> {
  const core = await loadCore();
  const send = openTabs('aqm-papers', (message) => papers.receive(message));
  const papers: Papers = new Papers(core, {
    runner: pool,
    openStorage: () => Promise.resolve(keptResults()),
    later: (callback, ms) => void setTimeout(callback, ms),
    now: () => Date.now(),
    send,
    ...page,
  });
  onLeaving(() => papers.leave());
  await papers.restore();
  return papers;
}
