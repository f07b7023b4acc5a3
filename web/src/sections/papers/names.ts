import { queueLabel } from '../../core/content/queues';
import { QUEUES } from '../../core/document/scenario.generated';
import type { QueueKind } from '../../core/document/scenario';
import { grouped } from './lists';
import type { Catalogue, Item, Paper } from './report.generated';

/** The items of one group of a paper. */
export interface Group {
  readonly id: string;
  readonly label: string;
  readonly items: readonly Item[];
}

/** Whether a paper has a report of each discipline. */
export const hasReports = (paper: Paper): boolean =>
  paper.items.some(({ group }) => group.isDiscipline);

const isQueue = (kind: string): kind is QueueKind => Object.hasOwn(QUEUES, kind);

/** Returns the kind in the name of a discipline: "duk" of "duk printed". */
export const kindOf = (queue: string): string => queue.split(' ')[0] ?? '';

/** Returns the name of a discipline, with the variant that the report adds: "DUK printed". */
export function queueName(queue: string): string {
  const kind = kindOf(queue);
  return (isQueue(kind) ? queueLabel(kind) : kind) + queue.slice(kind.length);
}

/** Returns the groups of a paper, in the order of its items. */
export function groupsOf({ items }: Paper): Group[] {
  const groups = grouped(items, ({ group }) => group.name);
  return [...groups].map(([id, own]) => ({ id, label: own[0].group.label, items: own }));
}

/** Returns what a paper has, as its tabs show it: "4 tables", "9 figures", "17 parts". */
export function sizeOf(paper: Paper): string {
  const [{ items }, ...others] = groupsOf(paper);
  // The report of each discipline has tabs of its own.
  if (hasReports(paper)) return `${others.length + 1} parts`;
  const labels = items.map(({ label }) => label);
  const is = (word: string): boolean => labels.every((label) => label.startsWith(word));
  const word = is('Table') ? 'table' : is('Fig.') ? 'figure' : 'part';
  return `${items.length} ${word}${items.length === 1 ? '' : 's'}`;
}

/** Returns the group of an item. */
export const groupOf = (paper: Paper, item: Item): Group | undefined =>
  groupsOf(paper).find(({ items }) => items.some(({ name }) => name === item.name));

/** Returns the item of another group with the same number, or its first. */
export function counterpart(group: Group, item: Item): Item | undefined {
  return group.items.find(({ number }) => number === item.number) ?? group.items[0];
}

/** What an address leads to. */
export type PaperPath =
  | { readonly kind: 'list' }
  | { readonly kind: 'item'; readonly paper: Paper; readonly item: Item }
  | { readonly kind: 'unknown'; readonly message: string };

/** Most characters of an unknown address that a message repeats. */
const MOST_SHOWN = 40;

/** Returns what the path of an address leads to: "", "schwardmann-2014", "schwardmann-2014/1b". */
export function placeOf(path: string, { papers }: Catalogue): PaperPath {
  if (path === '') return { kind: 'list' };
  const [name] = path.split('/');
  const paper = papers.find((one) => one.name === name);
  const shown = path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path;
  if (!paper)
    return {
      kind: 'unknown',
      message: `This page has no paper "${shown}". If it was opened from files elsewhere, ask for them, and open them here.`,
    };
  const item = paper.items.find((one) => one.name === path) ?? (path === name && paper.items[0]);
  if (item) return { kind: 'item', paper, item };
  return {
    kind: 'unknown',
    message: `${paper.authors}: there is no table or figure "${shown.slice(paper.name.length + 1)}". Choose one of the list.`,
  };
}
