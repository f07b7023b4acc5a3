import type { Scenario } from '../document/scenario';

/** A plain link to begin with: the user sets its bandwidth, RTT, buffer and flows. */
export const newScenario: Scenario = {
  version: 1,
  title: 'My link',
  durationS: 60,
  link: { rateMbps: 20, rttMs: 40, buffer: { bdp: 1 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }],
  traffic: [{ kind: 'bulk', flows: 4 }],
};
