import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { FIRST_PRESET, firstScenario } from './content/first-scenario';
import { secondsPerSecond, SLOW_S } from './model/computing-time';
import { theme } from './shell/theme.svelte';
import { workersFor } from './sim/deal';
import { SECTIONS } from './sections/registry';
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

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');

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

  const workers = workersFor(navigator.hardwareConcurrency);
  const workspace = new Workspace({
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
    address: sections.address,
    tab: {
      read: () => (isReload() ? (sessionStorage.getItem(STATE) ?? undefined) : undefined),
      write: (text) => sessionStorage.setItem(STATE, text),
    },
    firstScenario,
    firstPreset: FIRST_PRESET,
    slowness: (scenario, rateMbps) => {
      const seconds = secondsPerSecond(scenario, workers, rateMbps);
      return seconds < SLOW_S ? undefined : seconds;
    },
    views: VIEWS.map(({ id }) => id),
    details: detailsOf,
  });

  // The run starts first: the worker computes its first samples while the page is built.
  void workspace.opener.start();
  theme.apply();
  mount(App, { target, props: { workspace, sections } });
}

/** The name of the screen whose notes this window shows. */
const notes = new URLSearchParams(location.search).get('notes');
if (notes === null) start(target);
else {
  // The notes have no simulator.
  page.worker?.terminate();
  theme.apply();
  void import('./present/notes').then(({ showNotes }) => showNotes(target, notes));
}
