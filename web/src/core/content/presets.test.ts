import { expect, test } from 'vitest';
import { firstScenario } from './first-scenario';
import { paperTitle, presets, topicOf, topics } from './presets';

test('every preset is a scenario, and the first scenario comes first', () => {
  expect(presets.length).toBeGreaterThan(9);
  expect(presets[0].scenario).toEqual(firstScenario);
  for (const { id, scenario } of presets) {
    expect(scenario.version, id).toBe(1);
    expect(scenario.queues.length, id).toBeGreaterThan(0);
    expect(scenario.about, id).toBeTruthy();
  }
});

test('each topic is one list, and the papers come last', () => {
  const names = topics.map(({ title }) => title);
  expect(names[0]).toBe('Bufferbloat and its cures');
  expect(new Set(names).size).toBe(names.length);
  const first = names.findIndex((name) => name.startsWith('Paper: '));
  expect(names.slice(first).every((name) => name.startsWith('Paper: '))).toBe(true);
  expect(topics.flatMap(({ presets }) => presets)).toEqual(presets);
  expect(presets.filter(({ topic }) => topic === 'Paper: Novak DUK')).toHaveLength(5);
});

test('a scenario belongs to the topic of what it shows', () => {
  const plain = presets[0].scenario;
  expect(topicOf({ ...plain, queues: [{ kind: 'fqCodel' }] })).toBe("Today's routers");
  expect(topicOf({ ...plain, traffic: [{ kind: 'bulk', cc: 'bbr' }] })).toBe('Congestion controls');
  expect(topicOf({ ...plain, link: { ...plain.link, lossRate: 0.01 } })).toBe(
    'Applications and links',
  );
});

test('the heading of a paper is its name in words, with acronyms in capitals', () => {
  expect(paperTitle('pan-2013-pie')).toBe('Paper: Pan 2013 PIE');
  expect(paperTitle('schwardmann-2014')).toBe('Paper: Schwardmann 2014');
});
