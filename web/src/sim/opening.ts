import type { ToHost } from './protocol.ts';
import { type Scenario, toSimulate } from './scenario.ts';
import { STEP_S } from './series.ts';

/**
 * What a page that opens and plays `scenario` asks its first worker, word for word: what can be asked before the page's own
 * scripts are there.
 */
export function opening({ changes = [], ...base }: Scenario): readonly ToHost[] {
  const lanes = [...base.queues.keys()];
  const scenario = toSimulate({ ...base, changes });
  const toS = Math.min(STEP_S, base.durationS);
  return [
    { kind: 'load', run: 1, scenario, lanes, isBrief: true },
    { kind: 'compute', run: 1, toS },
  ];
}
