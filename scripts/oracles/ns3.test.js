import { expect, test } from 'vitest';
import { judge, measured } from './ns3.js';

/** @param {string} queue @param {number} delayMs @param {number} utilization */
const lane = (queue, delayMs, utilization) => ({ queue, delayMs, utilization });

test('the measures of a program are read', () => {
  const text = 'hop0: \nhop0 after the warm-up: mean queue delay 4.5 ms, 9.9 Mbit/s sent\n';
  expect(measured(text, 10)).toEqual({ delayMs: 4.5, utilization: 0.99 });
  expect(() => measured('nothing', 10)).toThrow('no measures');
});

test('drop-tail must agree in its delay, every lane in its utilization', () => {
  const ours = [lane('droptail', 600, 1), lane('codel', 8, 0.99)];
  expect(judge(ours, [lane('droptail', 620, 1), lane('codel', 4, 0.98)])).toMatch(
    /^droptail: .* 600\.00 ms.*\ncodel: .*known difference/,
  );
  expect(() => judge(ours, [lane('droptail', 400, 1), ours[1]])).toThrow('droptail');
  expect(() => judge(ours, [ours[0], lane('codel', 8, 0.96)])).toThrow('codel');
});
