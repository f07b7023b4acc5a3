import { STORIES_PATH } from '../../core/content/story-paths';
import type { QueueKind } from '../../core/document/scenario';
import { QUEUES } from '../../core/document/scenario.generated';
import { searchable, searchOf } from './search';
import { type Effect, EFFECTS } from './effects';

/** What is shown of the library. */
export interface Filter {
  /** Words of the search. */
  readonly query: string;
  /** At most one effect: few scenarios show two. */
  readonly effect: Effect | undefined;
  /** All of these disciplines. */
  readonly kinds: readonly QueueKind[];
  /** Only stories, without the scenarios. */
  readonly onlyStories: boolean;
}

export const ALL: Filter = { query: '', effect: undefined, kinds: [], onlyStories: false };

/** What a filter reads of an entry of the library. */
export interface Filtered {
  readonly title: string;
  /** As `wordsOf` returns them. */
  readonly words: string;
  readonly effects: readonly Effect[];
  readonly kinds: readonly QueueKind[];
}

export const isAll = ({ query, effect, kinds, onlyStories }: Filter): boolean =>
  query.trim() === '' && effect === undefined && kinds.length === 0 && !onlyStories;

/** Returns the entries that a filter shows. With a search, those with the words in their titles come first. */
export function filtered<T extends Filtered>(
  entries: readonly T[],
  { query, effect, kinds }: Filter,
): readonly T[] {
  const fits = searchOf(query);
  const found = entries.filter(
    (entry) =>
      fits(entry.words) &&
      (effect === undefined || entry.effects.includes(effect)) &&
      kinds.every((kind) => entry.kinds.includes(kind)),
  );
  if (query.trim() === '') return found;
  const isNamed = ({ title }: T): boolean => fits(searchable(title));
  return [...found.filter(isNamed), ...found.filter((entry) => !isNamed(entry))];
}

/** Stands in an address before the words of a search. */
const FIND = 'find';

/** Returns the path of a filter in the address of the library: "fairness/codel/find/two flows". */
export const pathOf = ({ query, effect, kinds, onlyStories }: Filter): string =>
  [
    ...(onlyStories ? [STORIES_PATH] : []),
    ...(effect ? [effect] : []),
    ...kinds,
    ...(query.trim() ? [FIND, query.trim()] : []),
  ].join('/');

/** Reads a path. Parts that this version does not know are left out. */
export function filterAt(path: string): Filter {
  const parts = path.split('/');
  const find = parts.indexOf(FIND);
  const names = find < 0 ? parts : parts.slice(0, find);
  return {
    query: find < 0 ? '' : parts.slice(find + 1).join('/'),
    effect: EFFECTS.find((effect) => names.includes(effect)),
    kinds: [...new Set(names)].filter((name): name is QueueKind => Object.hasOwn(QUEUES, name)),
    onlyStories: names.includes(STORIES_PATH),
  };
}
