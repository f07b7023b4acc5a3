import { expect, test } from 'vitest';
import { parseTime, timeText } from './parse-time';

const RUN = [0, 300] as const;

test.each([
  ['12.5', 12.5],
  ['12,5', 12.5],
  [' 12.5 s ', 12.5],
  ['250 ms', 0.25],
  ['250ms', 0.25],
  ['1.5 min', 90],
  ['1:02', 62],
  ['1:2', 62],
  ['1:02.5', 62.5],
  ['0:00', 0],
  ['5:00', 300],
  ['12.3456', 12.346],
  ['0', 0],
])('“%s” is %d s', (text, value) => {
  expect(parseTime(text, RUN)).toEqual({ ok: true, value });
});

test.each(['', 'soon', '1:60', '1:-2', '1:02:03', '12 m', '5 Mbit/s', 'NaN'])(
  '“%s” is refused, with examples',
  (text) => {
    const parsed = parseTime(text, RUN);
    expect(parsed.ok || parsed.why).toBe(
      `“${text}” is not a time. Type 12.5, 250 ms, 1.5 min or 1:02.`,
    );
  },
);

test.each([
  ['301', '301 s is out of range: 0 to 300 s.'],
  ['5.5 min', '330 s is out of range: 0 to 300 s.'],
  ['-1', '-1 s is out of range: 0 to 300 s.'],
])('“%s” is outside the run, and the message gives the range', (text, why) => {
  expect(parseTime(text, RUN)).toEqual({ ok: false, why });
});

test('a time is written as it is read', () => {
  for (const s of [0, 0.001, 1.53, 12.5, 299.999])
    expect(parseTime(timeText(s), RUN)).toEqual({ ok: true, value: s });
});
