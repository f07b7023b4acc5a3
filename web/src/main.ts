import './kit/styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { FIRST_PRESET, firstScenario } from './core/content/first-scenario';
import { secondsPerSecond, secondsUpTo, SLOW_S } from './core/model/computing-time';
import { inNextTask } from './shared/shell/next-task';
import { followPrinting } from './shared/shell/printing';
import { theme } from './shared/shell/theme.svelte';
import { workersFor } from './core/sim/deal';
import type { Scenario } from './core/document/scenario';
import { SECTIONS } from './sections/loader/registry';
import type { Address } from './core/state/address.svelte';
import type { TabStorage } from './core/state/reload';
import { type History, Sections } from './core/state/sections.svelte';
import { Workspace } from './core/state/workspace.svelte';
import { detailsOf, VIEWS } from './core/views/registry';

/** The worker that the built page starts in its first statement: `startEarly` in vite.config.ts. */
const page = globalThis as { worker?: Worker };

function spawn(): Worker {
  const { worker } = page;
  page.worker = undefined;
  return worker ?? new Worker(new URL('./core/sim/worker.ts', import.meta.url), { type: 'module' });
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

/** Returns the state of a page with this address bar and this storage. `first`: what it shows without a link, in place of the preset. */
function workspaceAt(address: Address, tab: TabStorage, first?: Scenario): Workspace {
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
    ...{ address, tab },
    ...(first ? { firstScenario: first } : { firstScenario, firstPreset: FIRST_PRESET }),
    slowness: (scenario, rateMbps) => {
      const seconds = secondsPerSecond(scenario, workers, rateMbps);
      return seconds < SLOW_S ? undefined : seconds;
    },
    lasts: (scenario, toS) => secondsUpTo(scenario, workers, toS),
    views: VIEWS.map(({ id }) => id),
    details: detailsOf,
  });
}

/** The page without its fragment. */
const here = (): string => location.href.replace(/#.*$/s, '');

const browser: History = {
  hash: () => location.hash,
  state: (): unknown => history.state,
  push: (hash, state) => history.pushState(state, '', here() + hash),
  replace: (hash, state) => history.replaceState(state, '', here() + hash),
  back: () => history.back(),
};

const storage: TabStorage = {
  read: () => (isReload() ? (sessionStorage.getItem(STATE) ?? undefined) : undefined),
  write: (text) => sessionStorage.setItem(STATE, text),
};

/** Shows the whole page. */
function start(past = browser, tab = storage, first?: Scenario) {
  // A story of the same host.
  if (/[?&]story=/.test(location.search) && location.hash === '')
    history.replaceState(null, '', '#story/url');

  const sections = new Sections(past, SECTIONS);
  const workspace = workspaceAt(sections.address, tab, first);
  workspace.notices.where = () => sections.current;

  // The run starts first: the worker computes its first samples while the page is built.
  void workspace.opener.start();
  inNextTask(() => mount(App, { target, props: { workspace, sections } }));
  if (import.meta.env.MODE === 'first')
    void import('./wasm/batch-later').then(({ built }) =>
      workspace.notices.wait(
        'The part for many runs is still being built. Papers, Stories and Sweep continue by themselves when it is ready.',
        built(),
      ),
    );
  return { workspace, sections };
}

theme.apply();
followPrinting();
const search = new URLSearchParams(location.search);
/** The name of the screen whose notes this window shows. */
const notes = search.get('notes');
if (notes !== null) {
  // The notes have no simulator.
  page.worker?.terminate();
  import('./live/present/notes').then(({ showNotes }) => showNotes(target, notes), unloaded);
} else if (search.has('embed'))
  import('./live/embed').then(({ showEmbed }) => showEmbed(target, workspaceAt), unloaded);
else if (window.name === 'aqm-notebook' && location.protocol === 'blob:')
  import('./live/notebook').then(
    ({ waitForNotebook }) => waitForNotebook(browser, start),
    unloaded,
  );
else inNextTask(() => start());

/** A part that is the whole page could not be loaded. */
function unloaded(): void {
  target.textContent = 'This page could not be loaded. Check the network, then reload it.';
}
