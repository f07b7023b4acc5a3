import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { opener } from './content/opener';
import { theme } from './panels/theme.svelte';
import { Workspace } from './state/workspace.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app');

const workspace = new Workspace({
  spawn: () => new Worker(new URL('./sim/worker.ts', import.meta.url), { type: 'module' }),
  clock: {
    now: () => performance.now(),
    frame: (callback) => {
      const id = requestAnimationFrame(callback);
      return () => cancelAnimationFrame(id);
    },
  },
  address: {
    read: () => location.hash,
    // Kept in the address bar without a step of history for every change.
    write: (hash) => history.replaceState(history.state, '', hash),
  },
  later: (callback, ms) => {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  },
  opener,
});

theme.apply();
mount(App, { target, props: { workspace } });
void workspace.start();
