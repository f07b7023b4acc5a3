/** The keys of a story. */

export type Act =
  { readonly choose: number } | 'forward' | 'back' | 'first' | 'end' | 'draw' | 'black' | 'leave';

/** What a key depends on. */
export interface KeyState {
  /** The question is shown, not its answer. */
  readonly isQuestion: boolean;
  /** The question asks for a drawn line. */
  readonly asksLine: boolean;
  /** An option is chosen. */
  readonly hasChoice: boolean;
  /** The key before this one chose an option. */
  readonly hasTyped: boolean;
  /** The focus is on a control, which has uses for Enter. */
  readonly isOnControl: boolean;
}

const PLAIN: Readonly<Record<string, Act>> = {
  PageDown: 'forward',
  ArrowRight: 'forward',
  PageUp: 'back',
  ArrowLeft: 'back',
  Home: 'first',
  End: 'end',
  b: 'black',
  B: 'black',
  Escape: 'leave',
};

/** Returns what a key does; undefined if nothing. */
export function actOf(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  state: KeyState,
): Act | undefined {
  if (/^[1-3]$/.test(key)) return { choose: Number(key) - 1 };
  if (key === 'Enter') {
    const confirms = state.isQuestion && state.hasChoice && (state.hasTyped || !state.isOnControl);
    return confirms ? 'forward' : undefined;
  }
  if (state.isQuestion && state.asksLine) {
    // The arrow keys draw, so they must not leave the question. The plot is the first stop of Tab.
    if (key.startsWith('Arrow')) return 'draw';
    if (key === 'Tab' && !shiftKey && !state.isOnControl) return 'draw';
  }
  return PLAIN[key];
}
