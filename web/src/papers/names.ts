import { queueLabel } from '../content/queues';
import { QUEUES } from '../sim/scenario.generated';
import type { QueueKind } from '../sim/scenario';
import type { Catalogue, Item, Paper } from './report.generated';

/** Items that belong together: the tables of a paper under one reading of it, or the report of one discipline. */
export interface Group {
  readonly id: string;
  readonly label: string;
  readonly items: readonly Item[];
}

/** Readings of a paper that its items mark by the end of their name. */
const READINGS: Readonly<Record<string, string>> = {
  '': 'As published',
  inferred: 'Inferred from Table 1',
  linux: 'Current Linux',
  device: 'Above a device queue',
  bare: 'Without a device queue',
};

/** Readings of papers that left open what was measured. */
const READINGS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'novak-duk': { '': 'Refined, bare link', device: 'As printed, above a queue' },
  'tahiliani-rfc7928': { '': 'Above a device queue' },
};

/** The word for an item where its title has none. */
const WORDS: Readonly<Record<string, string>> = {
  'schwardmann-2014': 'Table',
  'pan-2013-pie': 'Fig.',
  'raghuvanshi-2013': 'Fig.',
  'tahiliani-rfc7928': 'Experiment',
  rfc7928: 'Section',
};

const paperOf = (item: Item): string => item.name.slice(0, item.name.length - item.id.length - 1);

const isQueue = (kind: string): kind is QueueKind => Object.hasOwn(QUEUES, kind);

/** Returns the kind in the name of a discipline: "duk" of "duk printed". */
export const kindOf = (queue: string): string => queue.split(' ')[0] ?? '';

/** Returns the name of a discipline, with the variant that the report adds: "DUK printed". */
export function queueName(queue: string): string {
  const kind = kindOf(queue);
  return (isQueue(kind) ? queueLabel(kind) : kind) + queue.slice(kind.length);
}

/** Divides an id into the group and the rest: "1a-inferred", "pie/5". */
function split(item: Item): { readonly group: string; readonly rest: string } {
  const slash = item.id.indexOf('/');
  if (slash >= 0) return { group: item.id.slice(0, slash), rest: item.id.slice(slash + 1) };
  const dash = item.id.lastIndexOf('-');
  const reading = item.id.slice(dash + 1);
  return dash > 0 && Object.hasOwn(READINGS, reading)
    ? { group: reading, rest: item.id.slice(0, dash) }
    : { group: '', rest: item.id };
}

/** Returns the groups of a paper, in the order of its items. */
export function groupsOf(paper: Paper): Group[] {
  const groups = new Map<string, Item[]>();
  const byQueue = paper.items.some(({ id }) => id.includes('/'));
  for (const item of paper.items) {
    const { group } = split(item);
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  const label = (id: string): string =>
    byQueue
      ? id === ''
        ? 'All disciplines'
        : queueName(id)
      : (READINGS_OF[paper.name]?.[id] ?? READINGS[id] ?? id);
  return [...groups].map(([id, items]) => ({ id, label: label(id), items }));
}

/** Returns what a paper has, as its tabs show it: "4 tables", "9 figures", "17 parts". */
export function sizeOf(paper: Paper): string {
  const [{ items }, ...others] = groupsOf(paper);
  // The report of each discipline has tabs of its own.
  if (paper.items.some(({ id }) => id.includes('/'))) return `${others.length + 1} parts`;
  const labels = items.map((item) => itemNames(item).label);
  const is = (word: string): boolean => labels.every((label) => label.startsWith(word));
  const word = is('Table') ? 'table' : is('Fig.') ? 'figure' : 'part';
  return `${items.length} ${word}${items.length === 1 ? '' : 's'}`;
}

/** Returns the group of an item. */
export const groupOf = (paper: Paper, item: Item): Group | undefined =>
  groupsOf(paper).find(({ items }) => items.some(({ name }) => name === item.name));

/** Returns the item of another group with the same number, or its first. */
export function counterpart(group: Group, item: Item): Item | undefined {
  const { rest } = split(item);
  return group.items.find((other) => split(other).rest === rest) ?? group.items[0];
}

/** Returns the name of an item within its group, and what it shows: "Table 1b", "Delay and utilization …". */
export function itemNames(item: Item): { readonly label: string; readonly title: string } {
  const own = /^((?:Table|Fig) [^:]+): *(.*)$/.exec(item.title);
  if (own) return { label: own[1].replace(/^Fig /, 'Fig. '), title: capital(own[2]) };
  const { rest } = split(item);
  if (rest === 'all') return { label: 'Comparison', title: item.title };
  const word = WORDS[paperOf(item)] ?? 'Item';
  const number = rest.replace(/^(\d+)-(\d+)$/, '$1–$2').replace(/-/, ', ');
  return { label: `${word} ${number}`, title: item.title };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What an address leads to. */
export type Place =
  | { readonly kind: 'list' }
  | { readonly kind: 'item'; readonly paper: Paper; readonly item: Item }
  | { readonly kind: 'unknown'; readonly message: string };

/** Most characters of an unknown address that a message repeats. */
const MOST_SHOWN = 40;

/** Returns what the path of an address leads to: "", "schwardmann-2014", "schwardmann-2014/1b". */
export function placeOf(path: string, { papers }: Catalogue): Place {
  if (path === '') return { kind: 'list' };
  const [name] = path.split('/');
  const paper = papers.find((one) => one.name === name);
  const shown = path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path;
  if (!paper)
    return { kind: 'unknown', message: `There is no paper "${shown}". Choose one of the list.` };
  const item = paper.items.find((one) => one.name === path) ?? (path === name && paper.items[0]);
  if (item) return { kind: 'item', paper, item };
  return {
    kind: 'unknown',
    message: `${paper.authors}: there is no table or figure "${shown.slice(paper.name.length + 1)}". Choose one of the list.`,
  };
}
