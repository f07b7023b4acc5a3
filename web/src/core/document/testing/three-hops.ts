import type { Scenario } from '../scenario';

/** A lane's hop between two others, with groups that pass all hops, the first, the second, and the last. */
export const THREE_HOPS: Scenario = {
  version: 1,
  durationS: 60,
  link: {
    rateMbps: 10,
    rttMs: 40,
    buffer: { packets: 50 },
    hopsBefore: [{ rateMbps: 20, buffer: { packets: 100 }, delayMs: 3 }],
    hopsAfter: [{ rateMbps: 6, buffer: { ms: 100 }, delayMs: 7, queue: { kind: 'codel' } }],
  },
  queues: [{ kind: 'droptail' }],
  traffic: [
    { kind: 'bulk' },
    { kind: 'bulk', flows: 3, lastHop: 1 },
    { kind: 'bulk', flows: 4, firstHop: 2, lastHop: 2 },
    { kind: 'cbr', rateMbps: 4, firstHop: 3 },
  ],
};
