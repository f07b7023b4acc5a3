import { QUEUE_PARAMETERS } from '../sim/parameters.generated';
import type { Queue } from '../sim/scenario';
import { quantity, text } from './format';
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
  const from = parameter && valueOf(queue, name, parameter);
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

/** Words for what can be set of queues. The first load does without their table. */
const words = { change, apart };
export type Words = typeof words;
export default words;
