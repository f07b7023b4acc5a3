import { type Preset, presets } from '../../core/content/presets';
import type { QueueKind } from '../../core/document/scenario';
import type { Filtered } from './filter';
import type { Picture } from './picture';
import PICTURES from './pictures.generated.json' with { type: 'json' };
import { kindsOf, wordsOf } from './search';
import { effectLabel, effectsOf } from './effects';

/** What else users call the link of a preset. */
const LINKS: Readonly<Record<string, string>> = {
  'cellular-link': 'LTE 4G 5G mobile',
  'lossy-radio': 'wifi wi-fi WLAN wireless',
};

/** A preset as the library shows it. */
export interface PresetEntry extends Filtered {
  readonly id: string;
  readonly preset: Preset;
  /** Its point, as one sentence. */
  readonly point: string;
  /** The publication that it is from: "Table 2 of Schwardmann 2014". */
  readonly source: string | undefined;
  readonly picture: Picture;
}

const pictures: Readonly<Record<string, Picture | undefined>> = PICTURES;

/** All presets, in the order of `content/presets`. */
export const PRESETS: readonly PresetEntry[] = presets.map((preset): PresetEntry => {
  const { id, scenario, topic, card } = preset;
  const { point, tags } = card;
  const effects = effectsOf(scenario, tags);
  const { source } = scenario;
  const paper = source?.paper ? topic.replace('Paper: ', '') : undefined;
  return {
    id,
    preset,
    title: scenario.title ?? id,
    point,
    source: paper && [paper, source?.item].filter(Boolean).join(', '),
    effects,
    kinds: kindsOf(scenario),
    picture: pictures[id] ?? [],
    words: wordsOf(scenario, [id, topic, point, LINKS[id], ...effects.map(effectLabel)]),
  };
});

/** The disciplines of the presets, those of most presets first. */
export const KINDS: readonly QueueKind[] = [...new Set(PRESETS.flatMap(({ kinds }) => kinds))]
  .map((kind) => ({ kind, count: PRESETS.filter(({ kinds }) => kinds.includes(kind)).length }))
  .sort((a, b) => b.count - a.count)
  .map(({ kind }) => kind);
