import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { FIRST_PRESET, firstScenario } from './content/first-scenario';
import { secondsPerSecond, SLOW_S } from './model/computing-time';
import { theme } from './shell/theme.svelte';
import { workersFor } from './sim/deal';
import { SECTIONS } from './sections/registry';
import type { Address } from './state/address.svelte';
import type { TabStorage } from './state/reload';
import { Sections } from './state/sections.svelte';
import { Workspace } from './state/workspace.svelte';
import { detailsOf, VIEWS } from './views/registry';

/** The worker that the built page starts in its first statement: `startEarly` in vite.config.ts. */
const page = globalThis as { worker?: Worker };

function spawn(): Worker {
  const { worker } = page;
  page.worker = undefined;
  return worker ?? new Worker(new URL('./sim/worker.ts', import.meta.url), { type: 'module' });
}

/** Where the tab keeps the state of the page across a reload. */
const STATE = 'aqm-state';

/** Whether the page was reloaded. After a reload the run continues; otherwise the link opens. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'reload';
}

const target = document.getElementById('app')!;

const workers = workersFor(navigator.hardwareConcurrency);

/** Returns the state of a page with this address bar and this storage. */
function workspaceAt(address: Address, tab: TabStorage): Workspace {
  return new Workspace({
    spawn,
    workers,
    clock: {
      now: () => performance.now(),
      frame: (callback) => {
        const id = requestAnimationFrame(callback);
        return () => cancelAnimationFrame(id);
      },
      later: (callback, ms) => {
        const id = setTimeout(callback, ms);
        return () => clearTimeout(id);
      },
    },
    ...{ address, tab, firstScenario },
    firstPreset: FIRST_PRESET,
    slowness: (scenario, rateMbps) => {
      const seconds = secondsPerSecond(scenario, workers, rateMbps);
      return seconds < SLOW_S ? undefined : seconds;
    },
    views: VIEWS.map(({ id }) => id),
    details: detailsOf,
  });
}

/** Shows the whole page. */
function start(target: HTMLElement): void {
  // A story of the same host.
  if (/[?&]story=/.test(location.search) && location.hash === '')
    history.replaceState(null, '', '#story/url');

  const sections = new Sections(
    {
      hash: () => location.hash,
      state: (): unknown => history.state,
      push: (hash, state) =>
        history.pushState(state, '', hash || location.pathname + location.search),
      replace: (hash, state) =>
        history.replaceState(state, '', hash || location.pathname + location.search),
      back: () => history.back(),
    },
    SECTIONS,
  );
  const workspace = workspaceAt(sections.address, {
    read: () => (isReload() ? (sessionStorage.getItem(STATE) ?? undefined) : undefined),
    write: (text) => sessionStorage.setItem(STATE, text),
  });

  // The run starts first: the worker computes its first samples while the page is built.
  void workspace.opener.start();
  mount(App, { target, props: { workspace, sections } });
}

theme.apply();
const search = new URLSearchParams(location.search);
/** The name of the screen whose notes this window shows. */
const notes = search.get('notes');
if (notes !== null) {
  // The notes have no simulator.
  page.worker?.terminate();
  import('./present/notes').then(({ showNotes }) => showNotes(target, notes), unloaded);
} else if (search.has('embed'))
  import('./embed').then(({ showEmbed }) => showEmbed(target, workspaceAt), unloaded);
else start(target);

/** A part that is the whole page could not be loaded. */
function unloaded(): void {
  target.textContent = 'This page could not be loaded. Check the network, then reload it.';
}
