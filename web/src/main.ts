import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { opener } from './content/opener';
import { Later } from './panels/later.svelte';
import { theme } from './panels/theme.svelte';
import { workersFor } from './sim/deal';
import { early, EarlyWorker } from './sim/early';
import type { WorkerLike } from './sim/member';
import { OpeningWorker } from './sim/opening-worker';
import { Workspace } from './state/workspace.svelte';
import { compileSimulator } from './wasm/compile';

/** What was started before the page: for who asks first. It has the whole simulator if a link is to be opened. */
let started = early;
const begun = early?.asked.length === 0 ? early.simulator : undefined;
let opening: OpeningWorker | undefined;

/** The whole simulator, compiled once; all workers share it. What fails is tried again with the next worker. */
let simulator: Promise<WebAssembly.Module> | undefined;
let want: () => void;
const wanted = new Promise<void>((settle) => (want = settle));
function whole(): Promise<WebAssembly.Module> {
  want();
  return (simulator ??= (begun?.catch(compileSimulator) ?? compileSimulator()).catch(
    (error: unknown) => {
      simulator = undefined;
      throw error;
    },
  ));
}
// Once the run has begun and the browser is idle, so that what changes it need not wait.
new Later(async () => ({ default: await opening?.complete() }));
new Later(async () => ({ default: await import('./state/read-link') }));

function spawn(): WorkerLike {
  const first = started;
  started = undefined;
  // Others have nothing to do as long as the opening run is all that there is.
  if (!first) return opening?.suffices ? another() : wholly();
  if (begun) return new EarlyWorker(supplied(first.worker, whole()), first, wholly);
  const worker = supplied(first.worker, first.simulator.catch(whole));
  return (opening = new OpeningWorker(new EarlyWorker(worker, first, wholly), whole, wholly));
}

function wholly(): WorkerLike {
  want();
  return another();
}

/** A worker that gets the whole simulator when that is wanted. */
const another = (): WorkerLike =>
  supplied(
    new Worker(new URL('./sim/worker.ts', import.meta.url), { type: 'module' }),
    wanted.then(whole),
  );

/** Sends the simulator along. */
function supplied(worker: Worker, simulator: Promise<WebAssembly.Module>): Worker {
  // Who has it already pays no attention.
  simulator.then(
    (compiled) => worker.postMessage(compiled),
    (error: unknown) => worker.postMessage(error instanceof Error ? error.message : String(error)),
  );
  return worker;
}

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');

const workspace = new Workspace({
  spawn,
  workers: workersFor(navigator.hardwareConcurrency),
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
  address: {
    read: () => location.hash,
    // Kept in the address bar without a step of history for every change.
    write: (hash, asNew) =>
      asNew ? history.pushState(null, '', hash) : history.replaceState(history.state, '', hash),
  },
  opener,
});

// First, so that the worker computes the first samples while the page builds itself.
void workspace.start();
theme.apply();
// What the worker has answered already is heard before: then the page is built once, with it.
queueMicrotask(() => mount(App, { target, props: { workspace } }));
