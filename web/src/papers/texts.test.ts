import { expect, test } from 'vitest';
import { breakable, withMinus } from './texts';

test('negative numbers have a minus sign, and words keep their hyphens', () => {
  expect(withMinus('-22.7° at 1 %; 2 x 0.125:1.25, phase margin -3° (-0.5)')).toBe(
    '−22.7° at 1 %; 2 x 0.125:1.25, phase margin −3° (−0.5)',
  );
  expect(withMinus('10-18, third-quartile, linux-3.10')).toBe('10-18, third-quartile, linux-3.10');
});

test('long words of heads may break', () => {
  const shown = breakable('utilization, %');
  expect(shown).not.toBe('utilization, %');
  expect(shown.replaceAll('\u00ad', '')).toBe('utilization, %');
});
