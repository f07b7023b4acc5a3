import { model } from './definitions';
import { CONGESTION_CONTROLS, QUEUES } from './queues';

/** The effect of each key, for the help. */
export const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Space'], does: 'play or pause' },
  { keys: ['.'], does: 'forward 10 ms' },
  { keys: [','], does: 'back 10 ms' },
  { keys: ['J'], does: 'back 1 s, with Shift 10 s; K goes forward' },
  { keys: ['G'], does: 'type a time to go to: 12.5, 250 ms, 1.5 min or 1:02' },
  { keys: ['←', '→'], does: 'move the chosen change by 0.1 s; with Shift by 1 s' },
  { keys: ['Delete'], does: 'delete the chosen change; Backspace too' },
  {
    keys: ['M'],
    does: 'on the timeline: mute the focused change, or make it part of the run again',
  },
  {
    keys: ['D', 'F2', 'M'],
    does: 'in the list of traffic groups: duplicate, rename, mute; Delete deletes the group, Alt with ↑ or ↓ moves it',
  },
  { keys: ['Esc'], does: 'close a window or list; deselect the change; release the time cursor' },
  { keys: ['+'], does: 'show less time, around the playhead; − shows more' },
  { keys: ['0'], does: 'show the whole run; a double click in a plot does the same' },
  {
    keys: ['Ctrl or ⌘', 'wheel'],
    does: 'over a plot: zoom around the pointer, as two fingers do; Shift and the wheel move the window',
  },
  {
    keys: ['I'],
    does: 'inside a lane: the state of its discipline, its pictures and its rule; or one of its senders',
  },
  {
    keys: ['Shift', 'I'],
    does: 'the first picture of every lane in place of the queue delay',
  },
  {
    keys: ['D'],
    does: 'the next drop or mark of the lane, and why; with Shift the former one. Inside a sender: its next event',
  },
  { keys: ['1 to 6'], does: 'inside: choose the lane' },
  {
    keys: ['Shift', 'F'],
    does: 'fork: a new lane with the past of the chosen one, and another discipline from the playhead on',
  },
  {
    keys: ['X'],
    does: 'the difference of two lanes, with the first packet that they treat differently',
  },
  { keys: ['Shift', 'X'], does: 'swap the two lanes of the difference' },
  {
    keys: ['Q'],
    does: 'queue view: every packet of every lane, in slow motion; again: the plots. There . and , step by event, packet or drop',
  },
  {
    keys: ['V'],
    does: 'say the state of the lanes in words, for screen readers too; with the focus in a plot, its trend',
  },
  { keys: ['E'], does: 'numbers of an interval; a drag across a plot chooses it' },
  { keys: ['Shift', 'drag'], does: 'across a plot: move the window' },
  { keys: ['R'], does: 'restart the run with all its changes' },
  { keys: ['Shift', 'R'], does: 'open the scenario again as it was opened' },
  {
    keys: ['/'],
    does: 'all scenarios, and yours; there it goes to the search, the arrow keys move, and Esc returns to the run',
  },
  {
    keys: ['D', 'F2'],
    does: 'on a scenario of yours: duplicate, rename; Delete deletes it, and Ctrl or ⌘ with Z restores it',
  },
  { keys: ['N'], does: 'new scenario: my link, with its bandwidth, RTT, buffer and flows' },
  {
    keys: ['W'],
    does: 'Live or Whole run: a control adds a change at the playhead, or sets the value from time zero',
  },
  { keys: ['H'], does: 'make the values at the playhead the start values' },
  { keys: ['B'], does: 'burst: press for the set length, hold to extend it' },
  {
    keys: ['Y'],
    does: 'in a lane “You”: drop the next packet; held, four packets a second',
  },
  { keys: ['U'], does: 'as a sender: uncover the queue, or cover it again' },
  { keys: ['['], does: 'slower' },
  { keys: [']'], does: 'faster' },
  { keys: ['L'], does: 'logarithmic or linear axis of the first plot that offers both' },
  { keys: ['S'], does: 'lanes stacked, each in a row of its own, or overlaid' },
  {
    keys: ['F'],
    does: 'the plot under the pointer, with the focus, or else the first fills the page; again, or Esc: all plots',
  },
  {
    keys: ['Enter', 'R'],
    does: 'in a table of Papers: open the cell in Live; run it, with Shift its row. Arrow keys, Home, End, Page Up and Page Down move',
  },
  {
    keys: ['R', 'Enter'],
    does: 'in a heatmap or table of Sweep: run the point; open it in Live. Arrow keys, Home and End move',
  },
  {
    keys: ['←', '→', '↑', '↓'],
    does: 'in a figure of Papers, Sweep or Stability: move along a line, and to another line; Enter selects the point',
  },
  { keys: ['C'], does: 'copy the link' },
  { keys: ['A'], does: 'take away: link, data, pictures and a table as files' },
  { keys: ['T'], does: 'light or dark theme' },
  {
    keys: ['P'],
    does: 'present: larger, with one to three plots (1 to 3) and a bar for notes; a clicker then plays, pauses, and goes back 1 s',
  },
  {
    keys: ['K', 'B'],
    does: 'while presenting: show or hide the controls; a black screen. With Shift they go forward 10 s, and start a burst',
  },
  { keys: ['Ctrl or ⌘', 'Z'], does: 'undo; redo with Shift, or with Y in place of Z' },
  { keys: ['?'], does: 'show this help; /, C, N, T and P work in all sections too' },
];

/** The effect of each touch gesture, for the help on a phone. */
export const GESTURES: readonly { readonly where: string; readonly does: string }[] = [
  {
    where: 'Plots',
    does: 'swipe to the next plot; tap to read the values at a time, tap again to hide them; two fingers zoom the time',
  },
  { where: 'Burst', does: 'tap for the set length, hold to extend it' },
  {
    where: 'Drop the next packet',
    does: 'on a lane “You”: each tap drops one; hold for four a second',
  },
  { where: 'Rate', does: 'as a sender: drag up and down' },
  { where: 'Sheet', does: 'speed, undo, path and traffic; pull it up in portrait' },
  {
    where: 'Lane',
    does: 'tap its name to change the discipline; tap the icon beside it for its parameters',
  },
  {
    where: 'Overview',
    does: 'drag the frame or its ends: the visible time; − and + zoom, Interval gives the numbers of a part',
  },
  {
    where: 'Timeline',
    does: 'tap or drag to go to a time; drag a change to move it, tap it to edit it',
  },
];

/** Definitions of things that have no label on the screen; the help lists them. */
export const FURTHER: readonly { readonly label: string; readonly to: string }[] = [
  { label: 'Visible or whole run', to: 'docs/metrics.html#visible-or-whole-run' },
  { label: 'Simulated time and speed', to: 'docs/metrics.html#simulated-time' },
  { label: 'Visible time and delay axis', to: 'docs/metrics.html#visible-time' },
  { label: 'Queue view', to: 'docs/metrics.html#queue-view' },
  { label: 'Digest', to: 'docs/metrics.html#digest' },
  { label: 'Rounding', to: 'docs/metrics.html#rounding' },
  ...QUEUES.map(({ kind, label }) => ({ label, to: model(kind) })),
  ...CONGESTION_CONTROLS.map(({ value, label }) => ({ label, to: model(value) })),
  { label: 'TCP', to: model('tcp') },
  { label: 'All parameters', to: 'docs/parameters.html' },
  { label: 'Scenario files', to: 'docs/scenario-format.html' },
];
