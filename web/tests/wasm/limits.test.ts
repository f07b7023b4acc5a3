import { expect, test } from 'vitest';
import type { Problem } from '../../src/core/sim/protocol';
import { core } from './testing';

const scenario = (rateMbps: number, flows: number): string =>
  JSON.stringify({
    version: 1,
    durationS: 10,
    link: { rateMbps, rttMs: 50, buffer: { packets: 1000 } },
    queues: [{ kind: 'codel' }],
    traffic: [{ kind: 'bulk', flows }],
  });

/** The problems as sentences, with plain spaces between thousands. */
const said = (problems: string): string[] =>
  problems === ''
    ? []
    : (JSON.parse(problems) as Problem[]).map(({ path, message }) =>
        `${path} ${message}`.replaceAll('\u202f', ' '),
      );

const TOO_FAST =
  'reaches 500 000 Mbit/s; the page simulates at most 10 000. Lower it. Or run it with the command aqm.';
const TOO_MANY =
  'makes 100 000 flows; the page simulates at most 20 000. Lower flows. Or run it with the command aqm.';

test('the page refuses what only the command can run, and says so', () => {
  expect(said(core.check(scenario(10_000, 5000)))).toEqual([]);
  expect(said(core.check(scenario(500_000, 100_000)))).toEqual([
    `link.rateMbps ${TOO_FAST}`,
    `traffic ${TOO_MANY}`,
  ]);
});

test('a change during the run is refused with the same sentence', () => {
  const engine = core.open(scenario(100, 5), Uint32Array.of(0));
  const change = (set: string, to: number) => JSON.stringify({ atS: 1, set, to });
  expect(said(engine.apply(change('link.rateMbps', 500_000)))).toEqual([`to ${TOO_FAST}`]);
  const many = TOO_MANY.replace('100 000', '30 000');
  expect(said(engine.apply(change('traffic.0.flows', 30_000)))).toEqual([`to ${many}`]);
  // More flows than that also exceed what changes may start.
  expect(said(engine.apply(change('traffic.0.flows', 100_000)))).toEqual([
    'to makes the changes start more than 50 000 TCP flows together. Start fewer. Or run it with the command aqm.',
  ]);
  expect(said(engine.apply(change('traffic.0.flows', 5000)))).toEqual([]);
  expect(said(engine.revise(scenario(500_000, 5), Uint32Array.of(0)))).toEqual([
    `link.rateMbps ${TOO_FAST}`,
  ]);
});
