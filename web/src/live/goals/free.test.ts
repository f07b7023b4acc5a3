import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Scenario } from '../../core/document/scenario';
import { freeText } from './free';

const folder = fileURLToPath(new URL('../../../../scenarios/challenges/', import.meta.url));
const challenges = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(folder + file, 'utf8')) as Scenario,
);

test('every free value of the challenges has its name instead of its path', () => {
  expect(challenges.length).toBeGreaterThan(7);
  for (const scenario of challenges)
    for (const { set } of scenario.free ?? [])
      expect(freeText(scenario, set).label, set).not.toContain('.');
});

test('parameters of a lane name the lane, also those of a discipline that is not chosen yet', () => {
  const [scenario] = challenges;
  const free = [
    { set: 'queues.0.kind', values: ['codel', 'pie'] },
    { set: 'queues.0.targetMs', min: 1, max: 60 },
  ];
  const queues = [{ kind: 'droptail' }, { kind: 'pie' }] as Scenario['queues'];
  const state = { ...scenario, queues, free } as Scenario;
  expect(freeText(state, 'queues.0.kind')).toEqual({
    ...{ label: 'Queue discipline, lane 1', unit: '', lane: undefined },
    accepted: 'CoDel, PIE',
  });
  expect(freeText(state, 'queues.0.targetMs')).toMatchObject({ unit: 'ms', lane: 0 });
  expect(freeText(state, 'queues.0.targetMs').label).toMatch(/^[A-Z].*, lane 1$/);
  expect(freeText(state, 'nothing.here')).toEqual({
    ...{ label: 'nothing.here', unit: '', lane: undefined },
  });
});
