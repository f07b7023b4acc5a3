import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { Engine, initSync, version } from '../../src/wasm/pkg/aqm_wasm.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

beforeAll(() => {
  const binary = new URL('../../src/wasm/pkg/aqm_wasm_bg.wasm', import.meta.url);
  initSync({ module: readFileSync(binary) });
});

test('the package is the one of this checkout', () => {
  expect(read('Cargo.toml')).toContain(`version = "${version()}"`);
});

describe('runs are the same, bit for bit, as those of the command', () => {
  const golden = JSON.parse(read('scenarios/golden/digests.json')) as {
    digests: Record<string, string[]>;
  };

  test.each(Object.entries(golden.digests))('%s', { timeout: 60_000 }, (name, digests) => {
    const text = read(`scenarios/${name}.json`);
    const { durationS } = JSON.parse(text) as { durationS: number };
    const engine = new Engine(text);
    while (engine.now() < durationS) engine.advance(durationS, 100_000);
    expect(digests.map((_, lane) => engine.digest(lane))).toEqual(digests);
    expect(engine.laneCount()).toBe(digests.length);
    engine.free();
  });
});
