import { QUEUE_PARAMETERS } from '../sim/parameters.generated';
import type { Queue } from '../sim/scenario';
import { text } from './format';
import { valueOf } from './settings';

/** What a change of a parameter of `queue` does: "target 5 → 10 ms". */
function change(queue: Queue, name: string, to: unknown): string {
  const parameter = QUEUE_PARAMETERS[`queues.${queue.kind}.${name}`];
  // As within a sentence: "target", but "ECN".
  const label = (parameter?.label ?? name).replace(/^[A-Z](?=[a-z])/, (l) => l.toLowerCase());
  if (typeof to === 'boolean') return `${label} ${text(to)}`;
  const from = parameter && valueOf(queue, name, parameter);
  const unit = typeof to === 'number' && parameter?.unit ? ` ${parameter.unit}` : '';
  return `${label} ${from === undefined ? '' : `${text(from)} `}→ ${text(to)}${unit}`;
}

/** Words for what can be set of queues. The first load does without their table. */
const words = { change };
export type Words = typeof words;
export default words;
