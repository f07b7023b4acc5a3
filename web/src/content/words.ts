import { QUEUE_PARAMETERS } from '../sim/parameters.generated';
import type { Change } from '../sim/protocol';
import { type Buffer, path, type Queue, type Scenario, standing } from '../sim/scenario';
import { quantity, text } from './format';
import { bufferValue } from './path';
import { settings, valueOf } from './settings';

/** As within a sentence: "target", but "ECN". */
const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

const VARIANTS: Readonly<Record<string, string>> = {
  floyd: 'Floyd 1993',
  linux: 'Linux',
  linux310: 'Linux 3.10',
  linux414: 'Linux 4.14',
  paper2013: 'paper 2013',
  rfc8033: 'RFC 8033',
  rfc8289: 'RFC 8289',
};

/** A variant as it is read; scenarios have its name in one word. */
export const variantLabel = (name: string): string => VARIANTS[name] ?? name;

/** What a change of a parameter of `queue` does: "target 5 → 10 ms". */
function change(queue: Queue, name: string, to: unknown): string {
  const parameter = QUEUE_PARAMETERS[`queues.${queue.kind}.${name}`];
  const label = inSentence(parameter?.label ?? name);
  if (typeof to === 'boolean') return `${label} ${text(to)}`;
  const say = (value: unknown): string => variantLabel(text(value));
  const from = standard(queue, name);
  const unit = typeof to === 'number' && parameter?.unit ? ` ${parameter.unit}` : '';
  return `${label} ${from === undefined ? '' : `${say(from)} `}→ ${say(to)}${unit}`;
}

/** Of each queue what it has to itself of the first parameter in which it differs from others of its kind: "· burst 0 ms". */
function apart(queues: readonly Queue[]): (string | undefined)[] {
  const all = queues.map(settings);
  const told = all.map((own, lane) => {
    const rivals = all.filter((_, i) => queues[i].kind === queues[lane].kind);
    const first = own.find(({ name, value }) =>
      rivals.some((rival) => rival.find((s) => s.name === name)?.value !== value),
    );
    if (!first) return undefined;
    const { name, value, parameter } = first;
    if (name === 'variant') return `· ${variantLabel(String(value))}`;
    const label = inSentence(parameter.label);
    if (typeof value !== 'number') return `· ${label} ${text(value)}`;
    return `· ${label.split(' ')[0]} ${quantity(value)} ${parameter.unit ?? ''}`.trimEnd();
  });
  const isShared = (lane: number): boolean =>
    told.some((t, i) => i !== lane && t === told[lane] && queues[i].kind === queues[lane].kind);
  return told.map((own, lane) => (isShared(lane) ? undefined : own));
}

/** What the parameter `name` of `queue` stands at. */
function standard(queue: Queue, name: string): unknown {
  const parameter = QUEUE_PARAMETERS[`queues.${queue.kind}.${name}`];
  return parameter && valueOf(queue, name, parameter);
}

/** Of a movement that ends where it began: its change that went furthest. */
function turned(before: Scenario, own: readonly Change[]): Change | undefined {
  const { set, to } = own.at(-1)!;
  const [room, lane, name = ''] = set.split('.');
  const queue = room === 'queues' ? before.queues[Number(lane)] : undefined;
  const was = standing(before, set) ?? (queue && standard(queue, name));
  if (JSON.stringify(was) !== JSON.stringify(to)) return undefined;
  const amount = (v: unknown): number =>
    set === path.buffer ? bufferValue(v as Buffer) : Number(v);
  const far = (c: Change): number => Math.abs(amount(c.to) - amount(was));
  return own.reduce((a, b) => (far(b) > far(a) ? b : a));
}

/** Words for what can be set of queues, and for what goes back. The first load does without them. */
const words = { change, apart, turned };
export type Words = typeof words;
export default words;
