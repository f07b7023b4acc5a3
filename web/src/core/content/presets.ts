import { ccKind, type Scenario } from '../document/scenario';
import { DEFAULT_CC, type PresetCard } from '../document/scenario.generated';

/** How the page shows a preset when it is opened. What is absent is as standard. */
interface PresetLook {
  /** Ids of the views, in order. */
  readonly views?: readonly string[];
  /** The visible time: the last seconds, or the whole run. */
  readonly span?: 60 | 'all';
  /** The user is the sender of this group, and does not see the queue. */
  readonly sending?: { readonly group: number; readonly isCovered: boolean };
}

export interface Preset {
  /** Name of the file, without `.json`. */
  readonly id: string;
  readonly scenario: Scenario;
  /** What its file says for the library. */
  readonly card: PresetCard;
  /** Heading of the list that it is in. */
  readonly topic: string;
  /** How it is shown when it is opened; undefined for the standard plots. */
  readonly look: PresetLook | undefined;
}

/** Topics of scenarios without a paper, in order. */
const TOPICS = [
  'Bufferbloat and its cures',
  "Today's routers",
  'Congestion controls',
  'Applications and links',
  'Challenges',
] as const;

/** What a plain path does not have. */
const EXTRAS = ['jitterMs', 'lossRate', 'schedule', 'reverse', 'hopsBefore', 'hopsAfter'];

const files = import.meta.glob<Scenario>(
  [
    '../../../../scenarios/*.json',
    '../../../../scenarios/challenges/*.json',
    '!../../../../scenarios/*.schema.json',
  ],
  {
    eager: true,
    import: 'default',
  },
);

/** The scenarios of the page by topic, the opening one first; then paper by paper. Those of a topic are ordered by title. */
export const presets: readonly Preset[] = Object.entries(files)
  .map(([file, { preset: card, ...plain }]) => {
    const id = file.replace(/^.*\/(.*)\.json$/, '$1');
    const scenario = plain as Scenario;
    const shown = card ?? { point: scenario.about ?? '' };
    return { id, scenario, card: shown, topic: topicOf(scenario), look: lookOf(shown) };
  })
  .sort(
    (a, b) =>
      // Not localeCompare: at start-up it takes 6 ms to load its tables.
      Number(isOpener(b)) - Number(isOpener(a)) ||
      rank(a) - rank(b) ||
      order(a.topic, b.topic) ||
      order(title(a), title(b)),
  );

/** The presets under their headings. */
export const topics: readonly { readonly title: string; readonly presets: readonly Preset[] }[] = [
  ...new Set(presets.map(({ topic }) => topic)),
].map((topic) => ({ title: topic, presets: presets.filter((preset) => preset.topic === topic) }));

function lookOf({ views = [], span, sender }: PresetCard): PresetLook | undefined {
  const look = {
    ...(views.length > 0 ? { views } : {}),
    ...(span === 'whole'
      ? { span: 'all' as const }
      : span === 'last60s'
        ? { span: 60 as const }
        : {}),
    ...(typeof sender === 'number' ? { sending: { group: sender, isCovered: true } } : {}),
  };
  return Object.keys(look).length > 0 ? look : undefined;
}

/** Finds the topic of a scenario from what it shows, so that a new file needs no entry anywhere. */
export function topicOf({ source, queues, traffic, link, goals }: Scenario): string {
  if (source?.paper) return paperTitle(source.paper);
  const [cures, routers, controls, links, challenges] = TOPICS;
  if (goals) return challenges;
  const hasManyQueues = queues.some(({ kind }) => /^fq|^dual|^sfq/.test(kind));
  const sendsBoth = traffic.some((group) => 'direction' in group && group.direction === 'reverse');
  const isPlainLink = !sendsBoth && EXTRAS.every((name) => !(name in link));
  const isPlainTraffic = traffic.every(({ kind }) => ['bulk', 'cbr', 'poisson'].includes(kind));
  if (!isPlainLink || !isPlainTraffic) return links;
  if (hasManyQueues) return routers;
  const isPlainCc =
    queues.every(({ cc }) => (cc ?? null) === null) &&
    traffic.every((group) => !('cc' in group) || ccKind(group.cc) === DEFAULT_CC);
  return isPlainCc ? cures : controls;
}

function rank({ topic }: Preset): number {
  const at = TOPICS.findIndex((own) => own === topic);
  return at < 0 ? TOPICS.length : at;
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function title({ id, scenario }: Preset): string {
  return (scenario.title ?? id).toLowerCase();
}

function isOpener(preset: Preset): boolean {
  return preset.id === 'bufferbloat';
}

/** Returns a heading for the presets of a paper: "Paper: Pan 2013 PIE" for "pan-2013-pie". */
export function paperTitle(paper: string): string {
  const words = paper.split('-').map((word) => {
    const isAcronym = /^[a-z]{2,4}$/.test(word) && !paper.startsWith(word);
    return isAcronym ? word.toUpperCase() : word.replace(/^./, (c) => c.toUpperCase());
  });
  return `Paper: ${words.join(' ')}`;
}
