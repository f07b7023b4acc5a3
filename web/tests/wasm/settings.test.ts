import { expect, test } from 'vitest';
import { QUEUES } from '../../src/core/content/queues';
import { type Setting, settings } from '../../src/core/model/settings';
import type { Queue } from '../../src/core/document/scenario';
import { PARAMETERS } from '../../src/core/document/parameters.generated';
import { core } from './testing';

/** The values of a control: all of a choice, or the ends of a range. */
function offers({ parameter, min, max }: Setting): unknown[] {
  if (parameter.type === 'boolean') return [true, false];
  if (parameter.type === 'choice') return (parameter.options ?? []).map((option) => option.value);
  return parameter.nullable ? [min, max, null] : [min, max];
}

const variants = (kind: string): (string | undefined)[] =>
  PARAMETERS[`queues.${kind}.variant`]?.options?.map((option) => option.value) ?? [undefined];

const queues = QUEUES.flatMap(({ kind }) =>
  variants(kind).map((variant) => ({ kind, ...(variant && { variant }) }) as Queue),
);

test.each(queues)('the simulator accepts all values of the controls of $kind $variant', (queue) => {
  for (const setting of settings(queue))
    for (const value of offers(setting)) {
      const scenario = {
        version: 1,
        durationS: 10,
        link: { rateMbps: 10, rttMs: 50, buffer: { packets: 100 } },
        queues: [queue],
        traffic: [],
        changes: [{ atS: 1, set: `queues.0.${setting.name}`, to: value }],
      };
      expect(core.check(JSON.stringify(scenario)), `${setting.name} = ${String(value)}`).toBe('');
    }
});
