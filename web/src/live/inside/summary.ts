import { delay, exact, percent, quantity } from '../../core/content/format';
import { type Moment, stateOf } from './moment';

/** The state of a discipline in a word or two, and in a sentence with its numbers. */
export interface Summary {
  readonly word: string;
  readonly sentence: string;
}

/** Bytes of a packet of the largest size. */
const PACKET = 1500;

const ms = (value: number): string => `${delay(value)} ms`;
const share = (p: number): string => `${percent(p, p < 0.1 ? 2 : 1)} %`;
/** Returns how a number moved over the last 50 ms of the trail. */
function tendency({ trail }: Moment, name: string): 'rises' | 'falls' | 'stays' {
  const values = (trail.values.get(name) ?? []).slice(-6);
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  const most = Math.max(Math.abs(first), Math.abs(last), 1e-9);
  if (Math.abs(last - first) < 0.01 * most) return 'stays';
  return last > first ? 'rises' : 'falls';
}

/** CoDel, and the part of COBALT that is a CoDel. */
function codel(moment: Moment): Summary {
  const { atS, parameter } = moment;
  const sojourn = stateOf(moment, 'lastSojourn') ?? 0;
  const target = parameter('targetMs') ?? 5;
  const next = stateOf(moment, 'nextDrop');
  const count = stateOf(moment, 'count') ?? 0;
  if (stateOf(moment, 'dropping') === 1) {
    const inMs = next === undefined ? undefined : 1000 * (next - atS);
    // The state is that of the last 10 ms: the drop may have been made since.
    const when = (left: number): string =>
      left < 0 ? `was due ${ms(-left)} ago` : `is due in ${ms(left)}`;
    const due = inMs === undefined ? '' : ` Drop ${count + 1} ${when(inMs)}.`;
    return {
      word: 'Dropping',
      sentence: `The delay is ${ms(sojourn)}, above the target of ${exact(target)} ms.${due}`,
    };
  }
  const until = stateOf(moment, 'firstAbove');
  if (until !== undefined && until > atS)
    return {
      word: 'Waiting',
      sentence: `The delay is ${ms(sojourn)}, above the target of ${exact(target)} ms. Dropping starts in ${ms(1000 * (until - atS))} if it stays there.`,
    };
  const reading = `The delay is ${ms(sojourn)}, ${sojourn < target ? 'below' : 'above'} the target of ${exact(target)} ms`;
  if (sojourn < target) return { word: 'Below target', sentence: `${reading}.` };
  return {
    word: 'Above target',
    sentence:
      until === undefined
        ? `${reading}. Dropping has not begun.`
        : `${reading} for a whole interval. The next packet that leaves starts the dropping state.`,
  };
}

/** RED and what has a RED inside. */
function red(moment: Moment): Summary {
  const [average, min, max, p] = [
    'averageQueue',
    'minThreshold',
    'maxThreshold',
    'probability',
  ].map((name) => stateOf(moment, name) ?? 0);
  const queue = `The average queue is ${quantity(average)} packets`;
  if (average < min)
    return {
      word: 'Passing',
      sentence: `${queue}, below the lower threshold of ${quantity(min)}.`,
    };
  if (p < 1)
    return {
      word: average < max ? 'Drawing packets' : 'Above the thresholds',
      sentence: `${queue}, between ${quantity(min)} and ${quantity(average < max ? max : 2 * max)}. A packet is drawn with ${share(p)}.`,
    };
  return { word: 'Dropping all', sentence: `${queue}. Every arriving packet is dropped.` };
}

/** PIE and its relatives: a controller that sets a probability from a delay or a queue. */
function controller(moment: Moment, delayName: string, probability: string): Summary {
  const p = stateOf(moment, probability) ?? 0;
  const d = stateOf(moment, delayName) ?? 0;
  const target = moment.parameter('targetMs');
  const burst = stateOf(moment, 'burstAllowance') ?? 0;
  const reading =
    target === undefined
      ? `The queue is ${quantity(d)} packets; the reference is ${quantity(stateOf(moment, 'reference') ?? 0)}.`
      : `The delay is ${ms(d)}; the target is ${exact(target)} ms.`;
  if (burst > 0)
    return {
      word: 'Burst allowed',
      sentence: `${reading} Packets pass for another ${ms(burst)}, whatever the probability is.`,
    };
  if (p === 0) return { word: 'Passing', sentence: `${reading} The probability is 0.` };
  const moves = tendency(moment, probability);
  return {
    word: moves === 'stays' ? 'Steady' : moves === 'rises' ? 'Rising' : 'Falling',
    sentence: `${reading} A packet is drawn with ${share(p)}, which ${moves === 'stays' ? 'hardly changes' : moves}.`,
  };
}

function fair(moment: Moment): Summary {
  // The buckets are those of the moment; the other numbers are up to 10 ms older.
  const busy = moment.buckets.filter(({ packets }) => packets > 0).length;
  const oldest = Math.max(0, ...moment.buckets.map(({ waitedMs }) => waitedMs ?? 0));
  const dropping = moment.buckets.filter(({ numbers }) =>
    numbers.some(({ name, value }) => name === 'dropping' && value === 1),
  ).length;
  const drops =
    dropping === 0
      ? ''
      : ` ${quantity(dropping)} of the queues ${dropping === 1 ? 'is' : 'are'} in the dropping state of CoDel.`;
  const next = moment.buckets.find(({ isNext }) => isNext);
  const flow = next?.flows[0];
  const turn = flow ? ` ${moment.flowName(flow.flow, flow.group)} sends next.` : '';
  return {
    word: `${quantity(busy)} busy ${busy === 1 ? 'queue' : 'queues'}`,
    sentence: `The oldest packet of all queues has waited ${ms(oldest)}.${drops}${turn}`,
  };
}

function avq(moment: Moment): Summary {
  const [queue, buffer, capacity] = ['virtualQueue', 'virtualBuffer', 'virtualCapacity'].map(
    (name) => stateOf(moment, name) ?? 0,
  );
  const isFull = queue + PACKET > buffer;
  return {
    word: isFull ? 'Full' : 'Passing',
    sentence: `The virtual queue holds ${quantity(queue / 1000)} of ${quantity(buffer / 1000)} kB, and is served at ${quantity(capacity)} Mbit/s.${isFull ? ' It has no room for a packet of 1500 bytes.' : ''}`,
  };
}

/** A discipline without a text of its own. */
function plain(moment: Moment): Summary {
  if (moment.state.length === 0)
    return {
      word: 'No state',
      sentence: 'Drop-tail needs no state: it drops packets when the buffer is full.',
    };
  const p = stateOf(moment, 'probability');
  if (p === undefined) return { word: 'At work', sentence: 'All numbers of its state are below.' };
  return {
    word: p === 0 ? 'Passing' : 'Drawing packets',
    sentence: `An arriving packet is drawn with ${share(p)}.`,
  };
}

/** Returns the state at a moment. Any discipline has one: without a text of its own, its probability if it has one. */
export function summaryOf(moment: Moment): Summary {
  if (!moment.hasState)
    return {
      word: 'No packets yet',
      sentence: 'The discipline has no state before its first packet.',
    };
  switch (moment.kind) {
    case 'codel':
    case 'cobalt':
      return codel(moment);
    case 'red':
    case 'ared':
    case 'choke':
      return red(moment);
    case 'pie':
      return controller(moment, 'estimatedDelay', 'probability');
    case 'pi':
      return controller(moment, 'queue', 'probability');
    case 'pi2':
      return controller(moment, 'delay', 'classicProbability');
    case 'dualpi2':
      return controller(moment, 'estimatedDelay', 'classicProbability');
    case 'avq':
      return avq(moment);
    case 'fqCodel':
    case 'fqPie':
    case 'sfq':
      return fair(moment);
    default:
      return plain(moment);
  }
}
