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
  | 'presenter'
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
  p: 'presenter',
  '?': 'help',
};

/** What a key means on the page, if anything. `presents`: the keys of a clicker in the lecturer's hand, too. */
export function intent(e: Key, presents = false): Intent | undefined {
  const key = e.key.toLowerCase();
  // Many keyboards have the brackets on Option or AltGr.
  if (e.altKey) return key === '[' || key === ']' ? PLAIN[key] : undefined;
  if (presents && isClicker(e)) return key === 'pagedown' ? 'play' : 'earlier';
  if (e.ctrlKey || e.metaKey) {
    if (key === 'z') return e.shiftKey ? 'redo' : 'undo';
    return key === 'y' ? 'redo' : undefined;
  }
  if (key === 'r') return e.shiftKey ? 'reset' : 'restart';
  return PLAIN[key];
}

/** The keys of a clicker, which to sliders and plots mean something else. */
export const isClicker = (e: Pick<Key, 'key'>): boolean => /^page(up|down)$/i.test(e.key);

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
  // Space presses what has the focus; to a slider, or to the choice that holds, it says nothing.
  return (
    key === ' ' && target.matches('button, summary, input:not([type=range], :checked[type=radio])')
  );
}

/** Whether an element keeps the keys of a clicker: in one line of text they mean nothing. */
export const takesClicker = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  (target.closest('dialog[open]') !== null ||
    target.matches('textarea, [contenteditable]') ||
    (target.matches('select') && isOpen(target)));

/** A browser that cannot say whether a list is open, WebKit, has the system show it, which keeps the keys meanwhile. */
function isOpen(select: Element): boolean {
  try {
    return select.matches(':open');
  } catch {
    return false;
  }
}
