import { expect, test } from 'vitest';
import rules from '../document/rules.generated.json' with { type: 'json' };
import type { Scenario } from '../document/scenario';
import { bufferPackets, convertBuffer } from './buffer';

const scenario = (link: Scenario['link']): Scenario => ({
  version: 1,
  durationS: 60,
  link,
  queues: [{ kind: 'droptail' }],
  traffic: [],
});
const HOME = scenario({ rateMbps: 25, rttMs: 50, buffer: { bdp: 8 } });

test('a buffer keeps its size when its unit changes', () => {
  expect(convertBuffer(HOME, 'packets')).toEqual({ packets: 833 });
  expect(convertBuffer(HOME, 'ms')).toEqual({ ms: 400 });
  expect(convertBuffer(HOME, 'bdp')).toEqual({ bdp: 8 });
  const tiny = scenario({ rateMbps: 1, rttMs: 1, buffer: { bdp: 0.1, minPackets: 10 } });
  expect(convertBuffer(tiny, 'packets')).toEqual({ packets: 10 });
  for (const packets of [1, 2, 7, 99, 1234, 5678])
    for (const unit of ['ms', 'bdp', 'bytes'] as const) {
      const first = scenario({ rateMbps: 10, rttMs: 50, buffer: { packets } });
      const buffer = convertBuffer(first, unit)!;
      const second = { ...first, link: { ...first.link, buffer } };
      expect(convertBuffer(second, 'packets'), `${packets} packets in ${unit}`).toEqual({
        packets,
      });
    }
});

test('a buffer is not converted to a unit that cannot express it', () => {
  const buffer = { packets: 1 };
  const quick = scenario({ rateMbps: 1000, rttMs: 10, buffer });
  expect(convertBuffer(quick, 'ms')).toBeUndefined();
  const slow = scenario({ rateMbps: 0.1, rttMs: 10, buffer: { packets: 10_000 } });
  expect(convertBuffer(slow, 'ms')).toBeUndefined();
  expect(convertBuffer(slow, 'bdp')).toBeUndefined();
});

test('buffers hold as many packets as in the simulator', () => {
  expect(rules.buffers.length).toBeGreaterThan(30);
  for (const { buffer, rateMbps, rttMs, packets } of rules.buffers) {
    const link = { rateMbps, rttMs, buffer } as unknown as Scenario['link'];
    const scenario = { link } as Scenario;
    expect(bufferPackets(scenario), JSON.stringify(link)).toEqual([packets]);
  }
});
