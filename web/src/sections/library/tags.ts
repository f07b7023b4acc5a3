import { hopCount } from '../../core/document/hops';
import { ccKind, marks, type Scenario } from '../../core/document/scenario';

/** What a scenario shows, for filters. */
export const EFFECTS = [
  { id: 'bufferbloat', label: 'Bufferbloat' },
  { id: 'bursts', label: 'Bursts' },
  { id: 'oscillation', label: 'Oscillation' },
  { id: 'fairness', label: 'Fairness' },
  { id: 'overload', label: 'Overload' },
  { id: 'applications', label: 'Applications' },
  { id: 'load', label: 'Changing load' },
  { id: 'varying', label: 'Varying link' },
  { id: 'ecn', label: 'ECN and L4S' },
  { id: 'controls', label: 'Congestion controls' },
  { id: 'hops', label: 'Two hops' },
  { id: 'both-ways', label: 'Two-way traffic' },
  { id: 'hands-on', label: 'By hand' },
  { id: 'challenge', label: 'Challenges' },
  { id: 'paper', label: 'Papers' },
] as const;
export type Effect = (typeof EFFECTS)[number]['id'];

/** Returns the name of an effect. */
export const effectLabel = (effect: Effect): string =>
  EFFECTS.find(({ id }) => id === effect)!.label;

const APPLICATIONS = ['voip', 'video', 'web', 'short'];
const L4S = ['dctcp', 'prague'];

/** Returns the effects that follow from a scenario itself, and those that its table of presets adds, in the order of the filters. */
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
  return EFFECTS.map(({ id }) => id).filter((id) => computed[id] || others.includes(id));
}

/** What the library says of a preset. */
export interface Tags {
  /** Its point, as one sentence. */
  readonly point: string;
  /** Effects that do not follow from the scenario itself. */
  readonly effects?: readonly Effect[];
}

/** The presets, by the name of their file. */
export const TAGS: Readonly<Record<string, Tags>> = {
  'after-the-burst': {
    point: 'Choose a discipline and a target: a short delay soon after a burst, and a busy link.',
    effects: ['bursts'],
  },
  'ared-both-loads': {
    point: 'Set Adaptive RED for one download and for fifty.',
  },
  'bbr-and-cubic': {
    point: 'Choose a buffer with which BBR and CUBIC get the same goodput.',
    effects: ['fairness', 'controls'],
  },
  'be-the-aqm': {
    point: 'Drop packets by hand: a low delay, and a busier link than under CoDel.',
    effects: ['bufferbloat', 'hands-on'],
  },
  'be-the-sender': {
    point: 'Set a rate by pointer: fill a link that changes, without a queue.',
    effects: ['varying', 'hands-on'],
  },
  'codel-on-a-long-path': {
    point: 'Choose target and interval of CoDel for a round-trip time of 300 ms.',
  },
  'call-without-ecn': { point: 'Set CoDel for a call whose packets cannot be marked.' },
  'duk-by-hand': { point: 'Match DUK by hand, with five flows and with twenty.' },
  'oscillate-pie': {
    point: 'Choose gains with which the queue delay of PIE swings.',
    effects: ['oscillation'],
  },
  'pie-on-cellular': { point: 'Tune PIE for a link whose rate changes every 100 ms.' },
  'red-on-three-links': {
    point: 'Find one setting of RED for 10, 30 and 100 Mbit/s; hard on purpose.',
  },
  'save-the-call': {
    point: 'Choose a queue that saves a call beside twenty downloads.',
    effects: ['bufferbloat', 'fairness'],
  },
  'shape-it-right': {
    point: 'Choose the rate of a router so that the queue does not stand in the modem.',
    effects: ['bufferbloat'],
  },
  'share-with-l4s': {
    point: 'Let Prague and CUBIC share a slow and a fast link under DualPI2.',
    effects: ['fairness'],
  },
  'smallest-buffer': { point: 'Find the smallest buffer with which 100 flows fill the link.' },
  'bbr-or-cubic': {
    point: 'What the congestion control alone does to delay and utilization behind drop-tail.',
    effects: ['controls'],
  },
  bufferbloat: {
    point:
      'Drop-tail lets an oversized buffer fill; CoDel keeps the delay low at nearly the same utilization.',
    effects: ['bufferbloat'],
  },
  'call-beside-downloads': {
    point: 'A call waits in the queue of four downloads, unless it gets a queue of its own.',
    effects: ['bufferbloat', 'fairness', 'applications'],
  },
  'call-quality': {
    point: 'Which queues keep the calls good while downloads fill the line?',
    effects: ['bufferbloat'],
  },
  'cellular-link': {
    point: 'A buffer for the best second of a cellular link holds many seconds of the worst.',
    effects: ['bufferbloat'],
  },
  'dsl-uplink': {
    point: 'On a slow uplink a single packet takes longer than the target of an AQM.',
    effects: ['bufferbloat', 'applications'],
  },
  'fast-fibre': {
    point: 'On a gigabit link, too, AQMs keep the delay low at the same utilization.',
    effects: ['bufferbloat'],
  },
  'flood-beside-downloads': {
    point: 'Fair queues limit a flood to its share; under PIE it takes nearly the whole link.',
    effects: ['overload', 'fairness'],
  },
  'hollot-pi-and-red': {
    point:
      'After each step of the load PI returns to its queue length; RED needs a longer queue and oscillates.',
    effects: ['oscillation'],
  },
  'l4s-beside-cubic': {
    point:
      'Under DualPI2 packets of L4S wait less than a millisecond beside CUBIC; CoDel with ECN cannot tell them apart.',
    effects: ['fairness', 'controls'],
  },
  'ledbat-yields': {
    point: 'LEDBAT makes room for a download behind drop-tail, but not behind an AQM.',
    effects: ['controls', 'fairness'],
  },
  'long-rtt-flow': {
    point: 'A flow with a long round-trip time gets far less than its fair share.',
    effects: ['fairness'],
  },
  'lossy-radio': {
    point: 'CUBIC takes random losses for congestion and leaves the link idle; BBR does not.',
    effects: ['controls'],
  },
  'mice-and-elephants': {
    point: 'Short flows wait in the queue that long flows fill.',
    effects: ['bufferbloat'],
  },
  'novak-vary-flows-ecn': {
    point: 'With ECN, DUK keeps the lowest delay and marks twice as often as CoDel and PIE.',
  },
  'novak-vary-flows': {
    point: 'DUK needs no target: it keeps the lowest delay and leaves some capacity unused.',
  },
  'novak-vary-rtt-ecn': {
    point: 'With ECN and different round-trip times, DUK has the lowest delay and the most marks.',
    effects: ['oscillation'],
  },
  'novak-vary-rtt': {
    point: 'Few flows with long round-trip times make every queue oscillate.',
    effects: ['oscillation'],
  },
  'novak-voip': {
    point: 'Datagrams do not react to drops, so each discipline drops at least the excess.',
    effects: ['overload', 'applications'],
  },
  'pan-50tcp': { point: 'With ten times the flows, PIE holds the same delay.' },
  'pan-5tcp-2udp': {
    point: 'Under persistent overload PIE holds its reference; CoDel does not hold its target.',
    effects: ['overload'],
  },
  'pan-5tcp': {
    point:
      'With few flows PIE holds the delay near its reference, with a sawtooth; drop-tail fills its buffer.',
    effects: ['bufferbloat', 'oscillation'],
  },
  'pan-burst-tolerance': {
    point: 'With a burst allowance, PIE lets a short burst pass without a drop.',
  },
  'pan-varying-capacity': {
    point:
      'When the capacity falls to a fifth, PIE restores the delay within seconds; RED does not.',
  },
  'pan-varying-intensity': {
    point: 'At every step of the load PIE restores the delay; under RED it changes with the load.',
  },
  'parking-lot': {
    point: 'A flow that passes three queues meets losses at each of them.',
    effects: ['fairness'],
  },
  'pi2-cubic-beside-dctcp': {
    point:
      'PI2 gives CUBIC and DCTCP nearly the same rate; under PIE, DCTCP takes most of the link.',
    effects: ['fairness', 'controls'],
  },
  'queue-in-the-modem': {
    point: 'An AQM in the router does not help while the queue is in the modem behind it.',
    effects: ['bufferbloat'],
  },
  'raghuvanshi-two-way': {
    point: 'Under a mix of traffic in both directions, CoDel keeps the queue shorter than RED.',
    effects: ['bufferbloat'],
  },
  'schwardmann-cbr-burst': {
    point: 'How long does each AQM take to bring the delay down after a burst of datagrams?',
    effects: ['bursts'],
  },
  'schwardmann-default': {
    point: 'One CUBIC flow under three AQMs with the same target of 5 ms.',
    effects: ['oscillation'],
  },
  'small-buffer': {
    point: 'In a small buffer, RED and BLUE with ECN lose far fewer packets than drop-tail.',
  },
  'unequal-senders': {
    point:
      'An aggressive sender takes most of the link, unless the queue gives each flow its share.',
    effects: ['fairness', 'controls'],
  },
  'unresponsive-flow': {
    point: 'A sender that ignores drops takes the link under RED; CHOKe and SFQ hold it back.',
    effects: ['overload', 'fairness'],
  },
  'unresponsive-overload': {
    point: 'How long does the delay stay high while datagrams overload the link?',
    effects: ['overload'],
  },
  'upload-beside-download': {
    point: "A download slows down while its ACKs wait behind an upload's data.",
    effects: ['bufferbloat'],
  },
  'utilization-target': {
    point: 'AVQ aims at a utilization, not at a delay: what do the last few percent cost?',
  },
  'video-beside-downloads': {
    point: 'A video lowers its bit rate as more and more downloads share the link.',
    effects: ['fairness'],
  },
  'web-beside-downloads': {
    point: 'A page loads slowly because each handshake and each object waits in the queue.',
    effects: ['bufferbloat'],
  },
  'you-are-the-aqm': {
    point: 'Manage a queue by hand: a key drops the next packet, beside CoDel and nobody.',
    effects: ['bufferbloat', 'hands-on'],
  },
  'you-are-the-sender': {
    point: 'Set a rate by pointer, see only what a sender sees, then uncover the queue.',
    effects: ['hands-on'],
  },
};
