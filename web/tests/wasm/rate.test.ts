import { expect, test } from 'vitest';
import { Host } from '../../src/core/sim/host';
import { COLUMNS, type FromHost } from '../../src/core/sim/protocol';
import { rateAt } from '../../src/core/document/rate';
import type { Scenario } from '../../src/core/document/scenario';
import { core } from './testing';

/** Length of a bin of the series, s. */
const BIN_S = 0.01;

/** Returns the capacity of the link in each bin of a run, bits. */
function capacity(scenario: Scenario): readonly number[] {
  const bits: number[] = [];
  const later: (() => void)[] = [];
  let wall = 0;
  const receive = (message: FromHost): void => {
    if (message.kind === 'slice')
      bits.push(...message.slice.columns[0][COLUMNS.indexOf('capacityBits')]);
  };
  const host = new Host(
    core,
    receive,
    () => (wall += 5),
    (callback) => later.push(callback),
  );
  const tell = (message: Parameters<Host['receive']>[0]): void => {
    host.receive(message);
    while (later.length > 0) later.shift()?.();
  };
  tell({ kind: 'load', run: 1, scenario: JSON.stringify(scenario), lanes: [0] });
  for (let toS = 0.5; toS <= scenario.durationS; toS += 0.5) tell({ kind: 'advance', run: 1, toS });
  return bits;
}

test.each<readonly [string, Scenario['link']['schedule'], Scenario['changes']]>([
  ['changes alone', null, [{ atS: 1.5, set: 'link.rateMbps', to: 3 }]],
  ['a square wave', { kind: 'square', highMbps: 8, lowMbps: 2, periodS: 0.9 }, []],
  [
    'repeated steps that a change ends',
    {
      kind: 'steps',
      steps: [
        { atS: 0.5, rateMbps: 12 },
        { atS: 1, rateMbps: 0 },
      ],
      repeatS: 1.2,
    },
    [{ atS: 3.2, set: 'link.rateMbps', to: 1 }],
  ],
  ['a trace', { kind: 'trace', binMs: 70, ratesMbps: [4, 4, 9, 1], repeat: false }, []],
])('the page computes the bandwidth of the simulator: %s', (_, schedule, changes) => {
  const scenario: Scenario = {
    version: 1,
    durationS: 4,
    link: { rateMbps: 5, rttMs: 20, buffer: { packets: 60 }, schedule },
    queues: [{ kind: 'droptail' }],
    traffic: [{ kind: 'bulk' }],
    changes,
  };
  const bits = capacity(scenario);
  expect(bits.length).toBeGreaterThan(390);
  // The times of all rates are multiples of a bin.
  bits.forEach((own, bin) => {
    const { rateMbps } = rateAt(scenario, (bin + 0.5) * BIN_S);
    expect(own, `bin ${bin}`).toBeCloseTo(rateMbps * 1e6 * BIN_S, 0);
  });
});
