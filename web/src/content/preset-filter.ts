import { ccKind } from '../sim/scenario';
import { ccLabel, queueLabel } from './queues';
import { type Preset, topics } from './presets';

/** Presets under a heading. */
type Topic = (typeof topics)[number];

/** Returns the names of a scenario's disciplines, each once, in the order of its lanes. */
export const disciplines = ({ scenario }: Preset): string[] => [
  ...new Set(scenario.queues.map(({ kind }) => queueLabel(kind))),
];

/** Small letters only, and one character for every sign: "FQ-CoDel" is found as "fq codel" too. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, ' ');

/** What else users call a discipline or a congestion control: its RFC. */
const RFCS: Readonly<Record<string, string>> = {
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
/** What else users call the link of a preset. */
const LINKS: Readonly<Record<string, string>> = {
  'cellular-link': 'LTE 4G 5G mobile',
  'lossy-radio': 'wifi wi-fi WLAN wireless',
};

/** Everything that a filter finds a preset by. */
function textOf(preset: Preset): string {
  const { id, scenario, topic } = preset;
  const { title, about, source, queues, traffic } = scenario;
  const ownControls = queues.flatMap(({ cc }) => (cc ? [cc] : []));
  const controls = [
    ...traffic.map((group) => ('cc' in group ? ccLabel(group.cc) : '')),
    ...ownControls.map(ccLabel),
  ];
  return plain(
    [
      topic,
      title,
      about,
      source?.item,
      id,
      ...disciplines(preset),
      ...queues.map(({ kind }) => kind),
      ...controls,
      ...traffic.map(({ kind }) => kind),
      ...queues.map(({ kind }) => RFCS[kind]),
      ...traffic.map((group) => ('cc' in group ? RFCS[ccKind(group.cc)] : '')),
      ...ownControls.map((cc) => RFCS[ccKind(cc)]),
      LINKS[id],
    ].join(' '),
  );
}

const texts = new Map<Preset, string>();

/**
 * Returns the topics with the presets that contain every word of `query`: in title, description, disciplines, congestion controls,
 * kinds of traffic, RFC or paper. Each word must begin a word of the preset; the parts of "wi-fi" must follow each other.
 */
export function filtered(query: string): readonly Topic[] {
  const words = query
    .trim()
    .replace(/\brfc(?=\d)/gi, 'rfc ')
    .split(/\s+/)
    .map(plain)
    .map((word) => word.trim())
    .filter(Boolean);
  if (words.length === 0) return topics;
  const fits = (preset: Preset): boolean => {
    const text = texts.get(preset) ?? ` ${textOf(preset)}`;
    texts.set(preset, text);
    return words.every((word) => text.includes(` ${word}`));
  };
  return topics.flatMap(({ title, presets }) => {
    const found = presets.filter(fits);
    return found.length > 0 ? [{ title, presets: found }] : [];
  });
}
