import { type Parameter, PARAMETERS } from '../document/parameters.generated';
import {
  type Change,
  type Buffer,
  type Queue,
  type Scenario,
  standing,
  type Traffic,
} from '../document/scenario';
import { bufferValue } from '../model/buffer';
import { linkSettings, settings, trafficSettings, valueOf } from '../model/settings';
import { exact, inSentence, text } from './format';

/** Labels a value: an option by its own label ("RFC 8289"), anything else as text. */
const shown = (parameter: Parameter | undefined, value: unknown): string =>
  parameter?.options?.find((option) => option.value === value)?.label ?? text(value);

/** Describes a change of a parameter of `queue`: "target 5 → 10 ms". */
export const changeLabel = (queue: Queue, name: string, to: unknown): string =>
  labelled(PARAMETERS[`queues.${queue.kind}.${name}`], name, standard(queue, name), to);

/** Describes a change of a parameter of a traffic group. */
export function trafficChangeLabel(group: Traffic, name: string, to: unknown): string {
  const from = trafficSettings(group).find((setting) => setting.name === name)?.value;
  return labelled(PARAMETERS[`traffic.${group.kind}.${name}`], name, from, to);
}

/** Describes a change of a parameter of the path that has no control of its own. */
export function linkChangeLabel(link: Scenario['link'], name: string, to: unknown): string {
  const from = linkSettings(link).find((setting) => setting.name === name)?.value;
  return labelled(PARAMETERS[`link.${name}`], name, from, to);
}

function labelled(
  parameter: Parameter | undefined,
  name: string,
  from: unknown,
  to: unknown,
): string {
  const label = inSentence(parameter?.label ?? name);
  if (typeof to === 'boolean') return `${label} ${text(to)}`;
  const unit = typeof to === 'number' && parameter?.unit ? ` ${parameter.unit}` : '';
  const before = from === undefined ? '' : `${shown(parameter, from)} `;
  return `${label} ${before}→ ${shown(parameter, to)}${unit}`;
}

/**
 * Returns for each queue the first parameter in which it differs from those that are named alike: "· burst 0 ms". `names` has a
 * name for each queue, which tells its kind.
 */
export function apart(queues: readonly Queue[], names: readonly string[]): (string | undefined)[] {
  const all = queues.map(settings);
  const notes = all.map((own, lane) => {
    const rivals = all.filter((_, i) => names[i] === names[lane]);
    const first = own.find(({ name, value }) =>
      rivals.some((rival) => rival.find((s) => s.name === name)?.value !== value),
    );
    if (!first) return undefined;
    const { value, parameter } = first;
    if (parameter.options) return `· ${shown(parameter, value)}`;
    const label = inSentence(parameter.label);
    if (typeof value !== 'number') return `· ${label} ${text(value)}`;
    return `· ${label.split(' ')[0]} ${exact(value)} ${parameter.unit ?? ''}`.trimEnd();
  });
  const isShared = (lane: number): boolean =>
    notes.some((t, i) => i !== lane && t === notes[lane] && names[i] === names[lane]);
  return notes.map((own, lane) => (isShared(lane) ? undefined : own));
}

/** The value of the parameter `name` of `queue`. */
function standard(queue: Queue, name: string): unknown {
  const parameter = PARAMETERS[`queues.${queue.kind}.${name}`];
  return parameter && valueOf(queue, name, parameter);
}

/** Returns the change with the furthest value, for a movement that ends at its first value. */
export function turned(before: Scenario, own: readonly Change[]): Change | undefined {
  const { set, to } = own.at(-1)!;
  const [room, lane, name = ''] = set.split('.');
  const queue = room === 'queues' ? before.queues[Number(lane)] : undefined;
  const was = standing(before, set) ?? (queue && standard(queue, name));
  if (JSON.stringify(was) !== JSON.stringify(to)) return undefined;
  const amount = (v: unknown): number =>
    set.endsWith('.buffer') ? bufferValue(v as Buffer) : Number(v);
  const far = (c: Change): number => Math.abs(amount(c.to) - amount(was));
  return own.reduce((a, b) => (far(b) > far(a) ? b : a));
}
