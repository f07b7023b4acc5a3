export type Intent =
  | 'play'
  | 'step'
  | 'back'
  | 'earlier'
  | 'later'
  | 'goTo'
  | 'library'
  | 'new'
  | 'makeStart'
  | 'restart'
  | 'reset'
  | 'burst'
  | 'dropNext'
  | 'uncover'
  | 'slower'
  | 'faster'
  | 'scale'
  | 'layout'
  | 'enlarge'
  | 'fork'
  | 'mode'
  | 'difference'
  | 'swap'
  | 'zoomIn'
  | 'zoomOut'
  | 'whole'
  | 'interval'
  | 'inside'
  | 'insides'
  | 'queue'
  | 'nextDrop'
  | 'formerDrop'
  | 'copy'
  | 'speak'
  | 'takeAway'
  | 'theme'
  | 'presenter'
  | 'black'
  | 'knobs'
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
  g: 'goTo',
  '/': 'library',
  n: 'new',
  h: 'makeStart',
  b: 'burst',
  y: 'dropNext',
  u: 'uncover',
  '[': 'slower',
  ']': 'faster',
  l: 'scale',
  s: 'layout',
  f: 'enlarge',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'whole',
  i: 'inside',
  q: 'queue',
  e: 'interval',
  w: 'mode',
  c: 'copy',
  v: 'speak',
  a: 'takeAway',
  t: 'theme',
  p: 'presenter',
  '?': 'help',
};

/** Keys that mean something else while presenting. With Shift they keep their meaning. */
const PRESENTING: Readonly<Record<string, Intent>> = { b: 'black', k: 'knobs' };

/** Returns the action of a key, if any. `presents`: includes the keys of a clicker, and of a black screen. */
export function intent(e: Key, presents = false): Intent | undefined {
  const key = e.key.toLowerCase();
  // Many keyboards have the brackets on Option or AltGr.
  if (e.altKey) return key === '[' || key === ']' ? PLAIN[key] : undefined;
  if (presents && isClicker(e)) return key === 'pagedown' ? 'play' : 'earlier';
  if (e.ctrlKey || e.metaKey) {
    if (key === 'z') return e.shiftKey ? 'redo' : 'undo';
    return key === 'y' ? 'redo' : undefined;
  }
  if (presents && !e.shiftKey && key in PRESENTING) return PRESENTING[key];
  if (key === 'd') return e.shiftKey ? 'formerDrop' : 'nextDrop';
  if (key === 'i' && e.shiftKey) return 'insides';
  if (key === 'f' && e.shiftKey) return 'fork';
  if (key === 'x') return e.shiftKey ? 'swap' : 'difference';
  if (key === 'r') return e.shiftKey ? 'reset' : 'restart';
  return PLAIN[key];
}

/** Returns whether the key belongs to a clicker; sliders and plots use the same keys otherwise. */
export const isClicker = (e: Pick<Key, 'key'>): boolean => /^page(up|down)$/i.test(e.key);

/** Returns whether the key is a letter or sign. Speech input can press these by mistake, so they can be switched off. */
export const isSingleKey = (e: Key): boolean =>
  e.key.length === 1 && e.key !== ' ' && !e.ctrlKey && !e.metaKey;

/** An entry of an open list. Where the page draws the list of a select, its options have the focus. */
const OPEN_LIST = 'option, [role=menu], [popover]:popover-open';

/** What lies over the page and takes all keys, also without the focus: a press on a text inside takes the focus away. */
const OVER_ALL = 'dialog[open], [popover]:is([role=dialog], [role=menu]):popover-open';
const isCovered = (): boolean => document.querySelector(OVER_ALL) !== null;

/**
 * Returns whether an element uses the key itself, for text or a choice. A closed select does not use letters: after the
 * choice of a discipline, R must restart the run, not select RED.
 */
export function takesKeys(target: EventTarget | null, key: string): boolean {
  if (isCovered()) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(OPEN_LIST)) return true;
  if (target.matches('textarea, [contenteditable]')) return true;
  if (target.matches('select')) return key === ' ' || key.length > 1 || isOpen(target);
  if (target.matches('input:not([type=range], [type=checkbox], [type=radio])')) return true;
  // Space presses the focused element, except sliders and selected radio buttons, which ignore it.
  return (
    key === ' ' && target.matches('button, summary, input:not([type=range], :checked[type=radio])')
  );
}

/** Returns whether an element uses the keys of a clicker; a field of one line does not. */
export const takesClicker = (target: EventTarget | null): boolean =>
  isCovered() ||
  (target instanceof Element &&
    (target.closest(OPEN_LIST) !== null ||
      target.matches('textarea, [contenteditable]') ||
      (target.matches('select') && isOpen(target))));

/** WebKit cannot tell whether a list is open, but there the system shows the list and keeps the keys. */
function isOpen(select: Element): boolean {
  try {
    return select.matches(':open');
  } catch {
    return false;
  }
}
