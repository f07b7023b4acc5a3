import { expect, test } from 'vitest';
import { firstScenario } from './first-scenario';
import { paperTitle, presets } from './presets';

test('every preset is a scenario, and the first scenario comes first', () => {
  expect(presets.length).toBeGreaterThan(9);
  expect(presets[0].scenario).toEqual(firstScenario);
  for (const { id, scenario } of presets) {
    expect(scenario.version, id).toBe(1);
    expect(scenario.queues.length, id).toBeGreaterThan(0);
    expect(scenario.about, id).toBeTruthy();
  }
});

test('presets of a paper form one group, after presets without a paper', () => {
  const papers = presets.map(({ paper }) => paper);
  expect(papers[0]).toBe('');
  expect(papers).toEqual([...papers].sort());
  expect(papers.filter((paper) => paper === 'novak-duk')).toHaveLength(5);
});

test('the heading of a paper is its name in words, with acronyms in capitals', () => {
  expect(paperTitle('pan-2013-pie')).toBe('Paper: Pan 2013 PIE');
  expect(paperTitle('schwardmann-2014')).toBe('Paper: Schwardmann 2014');
});
