import { expect, test } from 'vitest';
import { breakable, decidedText, withMinus } from './texts';

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

test('findings are counted as those that hold, do not hold, and wait', () => {
  expect(decidedText(4, 1, 9)).toBe('4 of 14 findings hold, 1 does not, 9 wait for runs');
  expect(decidedText(1, 2, 1)).toBe('1 of 4 findings holds, 2 do not, 1 waits for runs');
  expect(decidedText(1, 0, 0)).toBe('1 of 1 finding holds');
  expect(decidedText(0, 1, 0)).toBe('0 of 1 finding holds, 1 does not');
});
