import { ccLabel, queueLabel } from '../../core/content/queues';
import { ccKind, type QueueKind, type Scenario } from '../../core/document/scenario';

/** Returns the kinds of a scenario's disciplines, each once, in the order of its lanes. */
export const kindsOf = ({ queues }: Scenario): readonly QueueKind[] => [
  ...new Set(queues.map(({ kind }) => kind)),
];

/** Small letters only, and one blank for every sign: "FQ-CoDel" is found as "fq codel" too. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, ' ');

/** Returns a text as `searchOf` reads it. */
export const searchable = (text: string): string => ` ${plain(text)}`;

/** What else users call a discipline or a congestion control: its RFC. */
export const RFCS: Readonly<Record<string, string>> = {
  red: 'RFC 2309',
  codel: 'RFC 8289',
  fqCodel: 'RFC 8290',
  pie: 'RFC 8033',
  dualpi2: 'RFC 9332 L4S',
  cubic: 'RFC 9438',
  reno: 'RFC 5681',
  newreno: 'RFC 6582',
  sack: 'RFC 6675',
  dctcp: 'RFC 8257',
  ledbat: 'RFC 6817',
  hstcp: 'RFC 3649',
};

/** Returns the words by which a search finds a scenario: its texts, disciplines, congestion controls, traffic and RFCs; and `others`. */
export function wordsOf(scenario: Scenario, others: readonly (string | undefined)[] = []): string {
  const { title, about, source, queues, traffic } = scenario;
  const controls = [
    ...traffic.flatMap((group) => ('cc' in group ? [group.cc] : [])),
    ...queues.flatMap(({ cc }) => (cc ? [cc] : [])),
  ];
  const words = [
    title,
    about,
    source?.item,
    ...others,
    ...kindsOf(scenario).flatMap((kind) => [queueLabel(kind), kind, RFCS[kind]]),
    ...controls.flatMap((cc) => [ccLabel(cc), RFCS[ccKind(cc)]]),
    ...traffic.map(({ kind }) => kind),
  ];
  return searchable(words.join(' '));
}

/**
 * Returns a function that tests texts of `wordsOf` for every word of `query`. Each word must begin a word of the text; the parts of
 * "wi-fi" must follow each other. A query without words fits every text.
 */
export function searchOf(query: string): (words: string) => boolean {
  const wanted = query
    .trim()
    .replace(/\brfc(?=\d)/gi, 'rfc ')
    .split(/\s+/)
    .map((word) => plain(word).trim())
    .filter(Boolean);
  return (words) => wanted.every((word) => words.includes(` ${word}`));
}
