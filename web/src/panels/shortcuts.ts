/** What the keys do, as told in the help. */
export const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Space'], does: 'play or pause' },
  { keys: ['.'], does: 'step 10 ms' },
  { keys: [','], does: 'back 10 ms, over what has been computed' },
  { keys: ['J'], does: 'back 1 s; K forward again' },
  { keys: ['←', '→'], does: 'move the chosen change by 0.1 s; with Shift by 1 s' },
  { keys: ['R'], does: 'restart the same experiment, changes included' },
  { keys: ['Shift', 'R'], does: 'back to the experiment as it was opened' },
  { keys: ['B'], does: 'burst: press for the set length, hold for longer' },
  { keys: ['['], does: 'slower' },
  { keys: [']'], does: 'faster' },
  { keys: ['L'], does: 'delay axis logarithmic or linear' },
  { keys: ['C'], does: 'copy the link' },
  { keys: ['T'], does: 'light or dark theme' },
  { keys: ['Ctrl', 'Z'], does: 'undo; with Shift redo' },
  { keys: ['?'], does: 'this help' },
];

export type Intent =
  | 'play'
  | 'step'
  | 'back'
  | 'earlier'
  | 'later'
  | 'restart'
  | 'reset'
  | 'burst'
  | 'slower'
  | 'faster'
  | 'scale'
  | 'copy'
  | 'theme'
  | 'undo'
  | 'redo'
  | 'help';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const PLAIN: Readonly<Record<string, Intent>> = {
  ' ': 'play',
  '.': 'step',
  ',': 'back',
  j: 'earlier',
  k: 'later',
  b: 'burst',
  '[': 'slower',
  ']': 'faster',
  l: 'scale',
  c: 'copy',
  t: 'theme',
  '?': 'help',
};

/** What a key means on the page, if anything. */
export function intent(e: Key): Intent | undefined {
  const key = e.key.toLowerCase();
  if (e.altKey) return undefined;
  if (e.ctrlKey || e.metaKey) {
    if (key === 'z') return e.shiftKey ? 'redo' : 'undo';
    return key === 'y' ? 'redo' : undefined;
  }
  if (key === 'r') return e.shiftKey ? 'reset' : 'restart';
  return PLAIN[key];
}

/** Letters and signs, which speech input and a hand in passing press by mistake: they can be switched off. */
export const isSingleKey = (e: Key): boolean =>
  e.key.length === 1 && e.key !== ' ' && !e.ctrlKey && !e.metaKey;

/**
 * Whether an element takes keys for itself: text being typed, a choice being made. A select that is closed does not
 * take letters: who has chosen a discipline and then presses R means what the help says, not another discipline.
 */
export function takesKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog[open]')) return true;
  if (target.matches('textarea, [contenteditable]')) return true;
  if (target.matches('select')) return key === ' ' || key.length > 1 || isOpen(target);
  if (target.matches('input:not([type=range], [type=checkbox], [type=radio])')) return true;
  // Space presses what has the focus.
  return key === ' ' && target.matches('button, a, summary, input');
}

/** Where a browser cannot say whether a list is open, it keeps its letters. */
function isOpen(select: Element): boolean {
  try {
    return select.matches(':open');
  } catch {
    return true;
  }
}
