import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { opener } from '../../src/content/opener';
import type { Engine } from '../../src/sim/core';
import { COLUMNS } from '../../src/sim/protocol';
import { toSimulate } from '../../src/sim/scenario';

const file = new URL('../../../web/src/wasm/pkg/aqm_opening.wasm', import.meta.url);
const part = new WebAssembly.Module(readFileSync(file));
/** Freeing is not among what it can do. */
const kept: Engine[] = [];

/** Numbers from 0 to 1 that look random, the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

// What memory is given, and when lanes stop, hangs on the slices, which on the page hang on the machine.
test.each(Array.from({ length: 24 }, (_, i) => i + 1))(
  'the opening run needs nothing that was left out, however it is sliced (%i)',
  async (seed) => {
    const random = chance(seed);
    vi.resetModules();
    const { startCore } = await import('../../src/wasm');
    const scenario = toSimulate({ ...opener, changes: [] });
    const core = startCore(part);
    expect(core.check(scenario)).toBe('');
    const engine = core.open(scenario, Uint32Array.from(opener.queues.keys()));
    kept.push(engine);
    engine.withoutSnapshots();
    // Frames, small steps and a hurry; budgets that are learnt, and hardly any.
    const longest = [0.02, 0.2, 3][seed % 3];
    const most = seed % 2 > 0 ? 20_000 : 300 + 50_000 * random();
    for (let sent = 0; engine.now() < opener.durationS;) {
      const now = engine.advance(
        Math.min(opener.durationS, engine.now() + longest * random()),
        most,
      );
      engine.columns(COLUMNS.join(' '), sent);
      for (let lane = 0; lane < engine.laneCount(); lane++)
        if (random() < 0.2) engine.window(lane, Math.max(0, now - 30), now);
      sent = engine.sampleCount();
    }
    expect(engine.now()).toBe(opener.durationS);
  },
);
