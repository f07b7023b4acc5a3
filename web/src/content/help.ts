import { model } from './definitions';
import { CONGESTION_CONTROLS, QUEUES } from './queues';

/** What the keys do, for the help. */
export const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Space'], does: 'play or pause' },
  { keys: ['.'], does: 'step 10 ms' },
  { keys: [','], does: 'back 10 ms, over what has been computed' },
  { keys: ['J'], does: 'back 1 s, with Shift 10 s; K forward again' },
  { keys: ['←', '→'], does: 'move the chosen change by 0.1 s; with Shift by 1 s' },
  { keys: ['Delete'], does: 'delete the chosen change, as Backspace does' },
  { keys: ['Esc'], does: 'close what is open; let go of the chosen change or the time cursor' },
  { keys: ['R'], does: 'restart the run, changes included' },
  { keys: ['Shift', 'R'], does: 'back to the scenario as it was opened' },
  { keys: ['B'], does: 'burst: press for the set length, hold for longer' },
  { keys: ['['], does: 'slower' },
  { keys: [']'], does: 'faster' },
  { keys: ['L'], does: 'axis of the first plot with a choice: logarithmic or linear' },
  { keys: ['C'], does: 'copy the link' },
  { keys: ['T'], does: 'light or dark theme' },
  {
    keys: ['P'],
    does: 'everything larger, for a projector; a clicker then plays and goes back 1 s',
  },
  { keys: ['Ctrl or ⌘', 'Z'], does: 'undo; with Shift, or Y for Z, redo' },
  { keys: ['?'], does: 'this help' },
];

/** What touch gestures do, for the help on a phone. */
export const GESTURES: readonly { readonly where: string; readonly does: string }[] = [
  { where: 'Plots', does: 'swipe to the next; tap to read off a time, tap it again to let go' },
  { where: 'Burst', does: 'tap for the set length, hold for longer' },
  { where: 'Sheet', does: 'pulled up, or beside the plots: speed, undo, path and traffic' },
  {
    where: 'Lane',
    does: 'its name is a list of disciplines; the sliders beside it are its settings',
  },
  {
    where: 'Timeline',
    does: 'tap or drag: go to that time; drag a change to move it, tap it to edit it',
  },
];

/** Definitions of things that have no label on the screen; the help lists them. */
export const FURTHER: readonly { readonly label: string; readonly to: string }[] = [
  { label: 'Visible and whole run', to: 'docs/metrics.html#visible-or-whole-run' },
  { label: 'Simulated time and speed', to: 'docs/metrics.html#simulated-time' },
  { label: 'Visible time and delay axis', to: 'docs/metrics.html#visible-time' },
  { label: 'Digest', to: 'docs/metrics.html#digest' },
  { label: 'Rounding', to: 'docs/metrics.html#rounding' },
  ...QUEUES.map(({ kind, label }) => ({ label, to: model(kind) })),
  ...CONGESTION_CONTROLS.map(({ value, label }) => ({ label, to: model(value) })),
  { label: 'TCP', to: model('tcp') },
  { label: 'All parameters', to: 'docs/parameters.html' },
  { label: 'Scenario files', to: 'docs/scenario-format.html' },
];
