import { beforeAll, expect, test } from 'vitest';
import type { Scenario } from '../../src/core/document/scenario';
import { exportScript } from '../../src/wasm/batch-pkg/aqm_batch.js';
import { loadBatch } from './testing';

beforeAll(loadBatch);

const SCENARIO: Scenario = {
  version: 1,
  title: 'Home uplink',
  durationS: 10,
  link: { rateMbps: 5, rttMs: 30, buffer: { packets: 150 } },
  queues: [{ kind: 'codel' }, { kind: 'duk' }],
  traffic: [{ kind: 'bulk', flows: 3 }],
};

test('a script has text, name, and what does not carry over', () => {
  for (const target of ['tc', 'nest', 'ns3', 'mininet', 'flent']) {
    const script = exportScript(JSON.stringify(SCENARIO), target, 'https://host.example/#v1.x');
    expect(script.fileName).toMatch(/^home-uplink\.(tc|nest|ns3|mininet|flent)\.(sh|py|cc)$/);
    expect(script.text).toContain('https://host.example/#v1.x');
    expect(script.notCarried.some((sentence) => sentence.startsWith('Lane 2 is left out'))).toBe(
      true,
    );
    script.free();
  }
});

test('a wrong scenario or target is an error', () => {
  expect(() => exportScript('{}', 'tc', '')).toThrow('durationS');
  expect(() => exportScript(JSON.stringify(SCENARIO), 'gns3', '')).toThrow('tc, nest');
});
