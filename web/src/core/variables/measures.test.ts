import { expect, test } from 'vitest';
import { firstScenario } from '../content/first-scenario';
import { compact, DEFAULTS, measureOf, measures, precise, withHalf, withUnit } from './measures';
import { OF_APPLICATIONS, OF_LANES, OF_PARTS } from './measures.generated';

test('shares are shown in percent, other measures in their unit', () => {
  for (const one of [...OF_LANES, ...OF_PARTS, ...OF_APPLICATIONS]) {
    const isShare = / as a share of /.test(one.definition);
    const shown = measureOf(
      OF_LANES.includes(one) ? one.name : `groups.0.${one.name}`,
      firstScenario,
    );
    expect(shown.factor, one.name).toBe(isShare ? 100 : 1);
    expect(shown.unit, one.name).toBe(isShare ? '%' : one.unit);
  }
  expect(withUnit(measureOf('queueDelayMs.p95', firstScenario))).toBe('Delay p95, ms');
  expect(withUnit(measureOf('jain', firstScenario))).toBe("Jain's index");
});

test('the defaults are those of the command', () => {
  expect(DEFAULTS).toEqual([
    'queueDelayMs.mean',
    'queueDelayMs.p95',
    'utilization',
    'dropRate',
    'jain',
  ]);
  expect(new Set(measures(firstScenario).map(({ name }) => name)).size).toBe(
    measures(firstScenario).length,
  );
});

test('a measure of a plan from elsewhere has a title', () => {
  expect(measureOf('classes.sparse.queueDelayMs.p95', firstScenario)).toMatchObject({
    title: 'sparse delay p95',
    unit: 'ms',
  });
  expect(measureOf('groups.5.mos', firstScenario).title).toBe('5 MOS');
});

test('cells have two or three digits', () => {
  const texts = [331.2, 2572.4, 99_600, 12.34, 9.96, 9.94, 0.5, 0.0123, 0, NaN].map(compact);
  expect(texts).toEqual(['331', '2572', '100k', '12', '10', '9.9', '0.5', '0.01', '0.0', '–']);
});

test('a mean has the digits that its interval has meaning for', () => {
  expect(withHalf(84.5312, 1.551)).toBe('84.5 ± 1.6');
  expect(withHalf(3.1021, 0.0297)).toBe('3.102 ± 0.030');
  expect(withHalf(617.5, 0.62)).toBe('617.5 ± 0.6');
  expect(withHalf(2.3136, 0.0001)).toBe('2.314 ± <0.001');
  expect(withHalf(180.292, 0.039)).toBe('180.3 ± <0.1');
  expect(withHalf(50, 120)).toBe('50 ± 120');
  expect(withHalf(0.00012, 0.00003)).toBe('0.000120 ± 0.000030');
  expect(withHalf(719, 0)).toBe('719 ± 0');
  expect(withHalf(99.97, NaN)).toBe('100.0');
  expect(precise(NaN)).toBe('–');
});
