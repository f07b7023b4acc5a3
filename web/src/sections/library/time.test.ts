import { expect, test } from 'vitest';
import { whenText } from './time';

test('times of today and yesterday have a time of day, older ones a date', () => {
  const now = new Date(2026, 10, 24, 14, 30).getTime();
  expect(whenText(new Date(2026, 10, 24, 9, 5).getTime(), now)).toBe('today, 09:05');
  expect(whenText(new Date(2026, 10, 23, 23, 59).getTime(), now)).toBe('yesterday, 23:59');
  expect(whenText(new Date(2026, 10, 22, 23, 59).getTime(), now)).toBe('22 Nov 2026');
});
