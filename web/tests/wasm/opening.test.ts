import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { opener } from '../../src/content/opener';
import { Host } from '../../src/sim/host';
import { opening } from '../../src/sim/opening';
import type { FromHost, Report } from '../../src/sim/protocol';
import { startCore } from '../../src/wasm';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url));

/** The simulator that the page begins with; nothing else in this file may start another. */
let said: FromHost[] = [];
let host: Host;
beforeAll(() => {
  const core = startCore(new WebAssembly.Module(read('web/src/wasm/pkg/aqm_opening.wasm')));
  host = new Host(
    core,
    (message) => said.push(message),
    () => performance.now(),
    (callback) => callback(),
  );
});

test('it computes the opening run to its end as the whole simulator does, with numbers on the way', () => {
  for (const message of opening(opener)) host.receive(message);
  expect(said.map(({ kind }) => kind)).toEqual(['loaded', 'slice']);
  let report: Report | undefined;
  for (let nowS = 0, turn = 0; nowS < opener.durationS; turn++) {
    said = [];
    // Frames at usual speed at first, then as fast as it goes; windows of all kinds.
    const toS = Math.min(opener.durationS, Math.round((nowS + (nowS < 9 ? 0.017 : 7)) * 1e3) / 1e3);
    host.receive({ kind: 'advance', run: 1, toS });
    const [fromS, endS] = turn % 2 > 0 ? [Math.max(0, nowS - 30), nowS] : [nowS / 3, nowS / 2 + 1];
    if (turn % 5 === 0) host.receive({ kind: 'report', run: 1, fromS, toS: endS });
    for (const message of said) {
      expect(message.kind).not.toBe('crashed');
      if (message.kind === 'slice') nowS = message.slice.nowS;
      if (message.kind === 'report') report = message.report;
    }
  }
  host.receive({ kind: 'report', run: 1, fromS: 0, toS: opener.durationS });
  for (const message of said) if (message.kind === 'report') report = message.report;
  const golden = JSON.parse(String(read('scenarios/golden/digests.json'))) as {
    digests: Record<string, string[]>;
  };
  expect(report?.lanes.map(({ digest }) => digest)).toEqual(golden.digests['bufferbloat']);
});

test('it stops at anything else instead of computing something, and at the same once more', () => {
  const [first] = opening(opener);
  const others = [
    { ...opener, queues: [{ kind: 'pie' }] },
    { ...opener, seed: 2 },
  ].map((scenario) => ({ ...first, scenario: JSON.stringify(scenario) }));
  for (const message of [...others, { ...first, lanes: [0] }, first]) {
    said = [];
    host.receive(message);
    expect(said.map(({ kind }) => kind)).toEqual(['crashed']);
  }
});
