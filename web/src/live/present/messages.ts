import type { SceneTexts } from '../../shared/shell/scene';

/** What the notes window can do on the screen. */
export const ACTS = ['forward', 'back', 'black', 'knobs', 'clock'] as const;
export type Act = (typeof ACTS)[number];

/** What the screen shows. */
export interface NotesState extends SceneTexts {
  readonly isBlack: boolean;
  readonly hasKnobs: boolean;
  /** When the clock of the lecture began, ms since 1970. The screen keeps it: the notes may be closed and opened again. */
  readonly beganMs: number;
}

/** From the screen to the notes. */
export type ToNotes =
  { readonly is: 'shown'; readonly shown: NotesState } | { readonly is: 'gone' };
/** From the notes to the screen. */
export type ToScreen =
  | { readonly is: 'ask' }
  /** The notes are closed. */
  | { readonly is: 'bye' }
  | { readonly is: 'go'; readonly step: number }
  | { readonly is: 'act'; readonly act: Act }
  | { readonly is: 'hands'; readonly hands: readonly number[] };

/** Most hands for an option. */
export const MOST_HANDS = 9999;

/** Name of the channel between a screen and its notes. */
export const channelOf = (id: string): string => `aqm-notes-${id}`;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined;
const isText = (value: unknown): value is string => typeof value === 'string';
const isListOf = <T>(value: unknown, is: (item: unknown) => item is T): value is readonly T[] =>
  Array.isArray(value) && value.every(is);
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_HANDS;

const TEXTS = ['title', 'where', 'sees', 'heading', 'forward', 'back'] as const;
const LISTS = ['notes', 'text', 'options', 'next', 'steps'] as const;

/** Reads a message of the screen; undefined if it is none: another version of the page may be open. */
export function fromScreen(data: unknown): ToNotes | undefined {
  const fields = fieldsOf(data);
  if (fields?.['is'] === 'gone') return { is: 'gone' };
  const shown = fieldsOf(fields?.['shown']);
  if (fields?.['is'] !== 'shown' || !shown) return undefined;
  const isWhole =
    TEXTS.every((name) => isText(shown[name])) &&
    LISTS.every((name) => isListOf(shown[name], isText)) &&
    isListOf(shown['hands'], isCount) &&
    isCount(shown['at']) &&
    Number.isFinite(shown['beganMs']) &&
    typeof shown['isBlack'] === 'boolean' &&
    typeof shown['hasKnobs'] === 'boolean';
  return isWhole ? { is: 'shown', shown: shown as unknown as NotesState } : undefined;
}

/** Reads a message of the notes; undefined if it is none. */
export function fromNotes(data: unknown): ToScreen | undefined {
  const fields = fieldsOf(data);
  if (fields?.['is'] === 'ask' || fields?.['is'] === 'bye') return { is: fields['is'] };
  const step = fields?.['step'];
  if (fields?.['is'] === 'go') return isCount(step) ? { is: 'go', step } : undefined;
  const act = ACTS.find((act) => act === fields?.['act']);
  if (fields?.['is'] === 'act' && act) return { is: 'act', act };
  const hands = fields?.['hands'];
  return fields?.['is'] === 'hands' && isListOf(hands, isCount)
    ? { is: 'hands', hands }
    : undefined;
}

/** Returns the hands of all options, with `count` for one of them. */
export const withHands = (
  hands: readonly number[],
  options: number,
  option: number,
  count: number,
): readonly number[] =>
  Array.from({ length: options }, (_, i) =>
    i === option ? Math.min(MOST_HANDS, Math.max(0, Math.round(count) || 0)) : (hands[i] ?? 0),
  );
