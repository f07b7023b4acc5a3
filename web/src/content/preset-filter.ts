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

/** Everything that a filter finds a preset by. */
function textOf(preset: Preset): string {
  const { id, scenario, topic } = preset;
  const { title, about, source, queues, traffic } = scenario;
  const controls = traffic.map((group) => ('cc' in group ? ccLabel(group.cc) : ''));
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
    ].join(' '),
  );
}

const texts = new Map<Preset, string>();

/**
 * Returns the topics with the presets that contain every word of `query`: in title, description, disciplines, congestion controls,
 * kinds of traffic or paper. Each word must begin a word of the preset.
 */
export function filtered(query: string): readonly Topic[] {
  const words = plain(query).trim().split(' ');
  if (words[0] === '') return topics;
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
