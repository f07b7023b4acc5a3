import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { opener } from './content/opener';
import { theme } from './panels/theme.svelte';
import { workersFor } from './sim/deal';
import { early, EarlyWorker } from './sim/early';
import type { WorkerLike } from './sim/member';
import { Workspace } from './state/workspace.svelte';
import { compileSimulator } from './wasm/compile';

/** Compiled once, while the page builds itself; all workers share it. What fails is tried again with the next worker. */
let simulator: Promise<WebAssembly.Module> | undefined =
  early?.simulator.catch(compileSimulator) ?? compileSimulator();
simulator.catch(() => undefined);
/** What was started before the page: for who asks first. */
let started = early;

function spawn(): WorkerLike {
  const first = started;
  started = undefined;
  if (first) return new EarlyWorker(supplied(first.worker), first, spawn);
  return supplied(new Worker(new URL('./sim/worker.ts', import.meta.url), { type: 'module' }));
}

/** Sends the simulator along. */
function supplied(worker: Worker): Worker {
  simulator ??= compileSimulator();
  // Who has it already pays no attention.
  simulator.then(
    (compiled) => worker.postMessage(compiled),
    (error: unknown) => {
      simulator = undefined;
      worker.postMessage(error instanceof Error ? error.message : String(error));
    },
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
