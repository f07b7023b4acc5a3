import { hopCount } from '../../core/document/hops';
import { ccKind, marks, type Scenario } from '../../core/document/scenario';
import { TAGS } from '../../core/document/scenario.generated';

/** What a scenario shows, for filters. */
export type Effect = keyof typeof TAGS;

/** All effects, in the order of the filters. */
export const EFFECTS = Object.keys(TAGS) as readonly Effect[];

/** Returns the name of an effect. */
export const effectLabel = (effect: Effect): string => TAGS[effect];

const APPLICATIONS = ['voip', 'video', 'web', 'short'];
const L4S = ['dctcp', 'prague'];

/** Returns the effects that follow from a scenario itself, and those that its card adds, in the order of the filters. */
export function effectsOf(scenario: Scenario, others: readonly Effect[] = []): readonly Effect[] {
  const { link, queues, traffic, source, changes = [] } = scenario;
  const controls = [
    ...traffic.flatMap((group) => ('cc' in group ? [ccKind(group.cc)] : [])),
    ...queues.flatMap(({ cc }) => (cc ? [ccKind(cc)] : [])),
  ];
  const isEcn =
    queues.some((queue) => marks(queue)) || controls.some((control) => L4S.includes(control));
  const isVarying =
    !!link.schedule || changes.some(({ set }) => /^link\.(rateMbps|schedule)$/.test(set));
  const computed: Readonly<Partial<Record<Effect, boolean>>> = {
    bursts: changes.some(({ set }) => set === 'burst'),
    load: changes.some(({ set }) => set.startsWith('traffic')),
    applications: traffic.some(({ kind }) => APPLICATIONS.includes(kind)),
    varying: isVarying,
    ecn: isEcn,
    hops: hopCount(link) > 1,
    'both-ways': !!link.reverse,
    challenge: !!scenario.goals,
    paper: !!source?.paper,
  };
  return EFFECTS.filter((id) => computed[id] || others.includes(id));
}
